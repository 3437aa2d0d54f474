import CGtk
import Documents
import Foundation

/// A window that shows one note, or the notes to open.
@MainActor final class NoteWindow {
  let program: Program
  let session: DocumentSession
  let window: Widget
  let actions: Actions
  let text = TextPane()
  /// A Boolean value that indicates whether a note is being opened in the window.
  var isTaken = false
  let title = TitleRow()
  private let problem = ProblemBar()
  private let attachments = makeLabel()
  private let start: StartPage
  private let pages = made(gtk_stack_new())
  private let undoButton = makeButton(
    icon: "edit-undo-symbolic", label: "Undo", action: "undo")
  private let redoButton = makeButton(
    icon: "edit-redo-symbolic", label: "Redo", action: "redo")

  init(of application: UnsafeMutablePointer<GtkApplication>, _ program: Program) {
    self.program = program
    session = DocumentSession(controller: program.notes.controller)
    window = made(adw_application_window_new(application))
    actions = Actions(of: window)
    start = StartPage(program.notes.browser)
    gtk_window_set_default_size(window.cast(), 640, 480)
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
    connectCloseRequest(window) { [unowned self] in Task { await close() } }
    show(session.presentation)
  }

  var note: Note? { session.document as? Note }

  func present() { gtk_window_present(window.cast()) }

  private func arrange() {
    let bar = made(adw_header_bar_new())
    adw_header_bar_set_title_widget(bar.cast(), title.widget)
    adw_header_bar_pack_start(
      bar.cast(), makeButton(icon: "document-open-symbolic", label: "Open", action: "open"))
    adw_header_bar_pack_start(bar.cast(), undoButton)
    adw_header_bar_pack_start(bar.cast(), redoButton)
    adw_header_bar_pack_end(bar.cast(), makeMenuButton())
    let editor = makeBox(GTK_ORIENTATION_VERTICAL)
    editor.append(problem.widget)
    editor.append(text.widget)
    attachments.setMargin(6)
    editor.append(attachments)
    gtk_stack_add_named(pages.cast(), start.widget, "start")
    gtk_stack_add_named(pages.cast(), editor, "editor")
    gtk_widget_set_vexpand(pages, 1)
    let content = makeBox(GTK_ORIENTATION_VERTICAL)
    content.append(bar)
    content.append(pages)
    adw_application_window_set_content(window.cast(), content)
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
    gtk_label_set_text(attachments.cast(), "Attached: " + names.joined(separator: ", "))
  }

  private func show(_ shown: DocumentPresentation) {
    let isEmpty = shown.url == nil
    gtk_stack_set_visible_child_name(
      pages.cast(), isEmpty && shown.problem == nil ? "start" : "editor")
    if isEmpty { start.refresh() }
    let name = isEmpty ? program.notes.browser.launchOptions.title : shown.title
    gtk_window_set_title(window.cast(), (shown.isEdited ? "• " : "") + name)
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
