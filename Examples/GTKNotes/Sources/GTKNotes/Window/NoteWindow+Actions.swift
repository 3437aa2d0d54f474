import Foundation
import Toolkit
import UniformDocuments

extension NoteWindow {
  /// Actions that need a note.
  static let documentActions = [
    "save", "save-as", "export", "duplicate", "revert", "versions", "rename", "new-window",
    "attach",
  ]

  func makeMenuButton() -> Widget {
    MenuButton(
      icon: "open-menu-symbolic", label: "Menu",
      [
        [("New", "new"), ("New Window of This Note", "new-window"), ("Open…", "open")],
        [("Save", "save"), ("Save As…", "save-as"), ("Export a Copy…", "export")],
        [("Duplicate", "duplicate"), ("Rename…", "rename"), ("Attach a File…", "attach")],
        [("Revert to Saved", "revert"), ("Versions…", "versions"), ("Close", "close")],
      ])
  }

  func addActions() {
    actions.add("undo", "<Control>z") { [unowned self] in session.undo() }
    actions.add("redo", "<Control><Shift>z") { [unowned self] in session.redo() }
    actions.add("save", "<Control>s") { [unowned self] in Task { await save() } }
    actions.add("save-as", "<Control><Shift>s") { [unowned self] in saveElsewhere() }
    actions.add("export", "<Control>e") { [unowned self] in export() }
    actions.add("duplicate", "<Control>d") { [unowned self] in Task { await duplicate() } }
    actions.add("revert") { [unowned self] in Task { await session.revert() } }
    actions.add("versions", "<Control><Shift>h") { [unowned self] in
      Task { await browseVersions() }
    }
    actions.add("rename", "F2") { [unowned self] in beginRenaming() }
    actions.add("attach", "<Control><Shift>a") { [unowned self] in chooseAttachment() }
    actions.add("new", "<Control>n") { [unowned self] in
      Task { await create(program.notes.browser.launchOptions.creations[0]) }
    }
    actions.add("new-window", "<Control><Shift>n") { [unowned self] in
      Task { await program.emptyWindow().session.attach(session.document) }
    }
    actions.add("open", "<Control>o") { [unowned self] in chooseNote() }
    actions.add("close", "<Control>w") { [unowned self] in Task { await close() } }
  }

  /// Opens a note in this window, or in another one if this window shows a note.
  func open(_ url: URL) async {
    guard session.document == nil else { return await program.emptyWindow().open(url) }
    isTaken = true
    if FileManager.default.fileExists(atPath: url.path) {
      await session.attach(to: url)
    } else {
      // As in other editors, a missing file on the command line names a new note.
      let note = try? await session.controller.newDocument(at: url, isDraft: true)
      await session.attach(note ?? Note(at: url))
    }
    isTaken = session.document != nil
  }

  func attach(recovering autosaved: AutosavedDocument) async {
    await session.attach(recovering: autosaved)
    isTaken = session.document != nil
  }

  func create(_ action: CreateDocumentAction) async {
    let notes = program.notes
    guard let note = await notes.browser.create(action, in: notes.directory, asDraft: true) else {
      return
    }
    let target = session.document == nil ? self : program.emptyWindow()
    target.isTaken = true
    await target.session.attach(note)
  }

  /// Closes the window after a save; a note that cannot be saved stays, with its choices.
  func close() async {
    guard await session.detach() else { return }
    end()
  }

  func end() {
    program.forget(self)
    window.destroy()
  }

  func choose(_ choice: DocumentProblem.Choice) {
    Task {
      switch choice {
      case .saveElsewhere: saveElsewhere()
      case .discard: if await session.discard() { end() }
      default: await session.resolve(choice)
      }
    }
  }

  private func save() async {
    // A draft has no location yet.
    if session.presentation.isDraft { saveElsewhere() } else { await session.save() }
  }

  private func duplicate() async {
    guard let copy = await session.duplicate() else { return }
    await program.emptyWindow().session.attach(copy)
  }
}
