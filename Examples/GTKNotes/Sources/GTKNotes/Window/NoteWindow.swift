import Foundation
import Toolkit
import UniformDocuments

/// A window that shows one note, or the notes to open.
@MainActor final class NoteWindow {
  let program: Program
  let session: DocumentSession
  let window: ApplicationWindow
  let actions: Actions
  let text = TextPane()
  /// True if a note is being opened in the window.
  var isTaken = false
  let title = TitleRow()
  private let problem = ProblemBar()
  private let attachments = Label()
  private let start: StartPage
  private let pages = Stack()
  private let undoButton = Button(
    icon: "edit-undo-symbolic", label: "Undo", action: "undo")
  private let redoButton = Button(
    icon: "edit-redo-symbolic", label: "Redo", action: "redo")

  init(_ program: Program) {
    self.program = program
    session = DocumentSession(controller: program.notes.controller)
    window = ApplicationWindow(of: program.application, width: 640, height: 480)
    actions = Actions(of: window)
    start = StartPage(program.notes.browser)
    arrange()
    addActions()
    acceptFiles()
    session.presentationDidChange = { [unowned self] in show($0) }
    session.documentDidOpen = { [unowned self] in follow($0) }
    session.documentDidDetach = { [unowned self] document in
      (document as? Note)?.endViewing(by: self)
    }
    text.typed = { [unowned self] in note?.setText($0) }
    title.renamed = { [unowned self] name in Task { await session.rename(to: name) } }
    problem.chosen = { [unowned self] in choose($0) }
    start.chosen = { [unowned self] url in Task { await open(url) } }
    start.created = { [unowned self] action in Task { await create(action) } }
    window.onClose { [unowned self] in Task { await close() } }
    show(session.presentation)
  }

  var note: Note? { session.document as? Note }

  func present() { window.present() }

  private func arrange() {
    let bar = HeaderBar(title: title.widget)
    bar.appendAtStart(Button(icon: "document-open-symbolic", label: "Open", action: "open"))
    bar.appendAtStart(undoButton)
    bar.appendAtStart(redoButton)
    bar.appendAtEnd(makeMenuButton())
    let editor = Box(.vertical)
    editor.append(problem.widget)
    editor.append(text.widget)
    attachments.setMargin(6)
    editor.append(attachments)
    pages.add(start.widget, named: "start")
    pages.add(editor, named: "editor")
    pages.fillHeight()
    let content = Box(.vertical)
    content.append(bar)
    content.append(pages)
    window.setContent(content)
  }

  /// Shows an open note, and each of its changes, including changes in another window.
  private func follow(_ document: Document) {
    guard let note = document as? Note else { return }
    note.view(by: self) { [weak self, weak note] in
      guard let self, let note else { return }
      show(note)
    }
    show(note)
    text.focus()
  }

  private func show(_ note: Note) {
    text.show(note.text)
    let names = note.attachments
    attachments.setVisible(!names.isEmpty)
    attachments.setText("Attached: " + names.joined(separator: ", "))
  }

  private func show(_ shown: DocumentPresentation) {
    let isEmpty = shown.url == nil
    pages.show(isEmpty && shown.problem == nil ? "start" : "editor")
    if isEmpty { start.refresh() }
    let name = isEmpty ? program.notes.browser.launchOptions.title : shown.title
    window.setTitle((shown.isEdited ? "• " : "") + name)
    title.show(shown, emptyTitle: name)
    problem.show(shown.problem)
    text.setEditable(shown.isEditable)
    actions.enable("undo", shown.undoTitle != nil)
    actions.enable("redo", shown.redoTitle != nil)
    undoButton.describe(shown.undoTitle ?? "Undo")
    redoButton.describe(shown.redoTitle ?? "Redo")
    for name in Self.documentActions { actions.enable(name, shown.isOpen) }
  }
}
