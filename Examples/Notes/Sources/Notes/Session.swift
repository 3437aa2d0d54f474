import Foundation
import UniformDocuments
import UniformTypeIdentifiers

/// One note at a terminal, from opening to closing.
@MainActor struct Session {
  private let note: TextNote

  init(_ note: TextNote) {
    self.note = note
    // Every command is a separate undo step, however fast the commands come.
    note.undoManager.groupsByEvent = false
  }

  /// Performs a command.
  ///
  /// - Returns: true if the session continues.
  func perform(_ line: String) async -> Bool {
    guard !line.allSatisfy(\.isWhitespace) else { return true }
    guard let command = Command(line) else {
      say("not understood: \(line); help lists the commands")
      return true
    }
    do {
      return try await perform(command)
    } catch {
      say("\(error)")
      return true
    }
  }

  private func perform(_ command: Command) async throws -> Bool {
    switch command {
    case .help: say(Command.summary)
    case .show: show()
    case .information: showInformation()
    case .add(let text): note.change("Add") { $0.append(text) }
    case .change(let number, let text): edit("Change", number) { $0[number - 1].text = text }
    case .remove(let number): edit("Remove", number) { $0.remove(at: number - 1) }
    case .attach(let path): try attach(URL(filePath: path))
    case .convert(let fileExtension): convert(to: fileExtension)
    case .undo: repeatChange("undo", note.undoManager.canUndo) { $0.undo() }
    case .redo: repeatChange("redo", note.undoManager.canRedo) { $0.redo() }
    case .save:
      try await note.saveContents(to: note.fileURL, for: .forOverwriting)
      say("saved \(note.localizedName)")
    case .copy(let path): try await copy(to: URL(filePath: path))
    case .discard:
      try await note.close(discardingChanges: true)
      return false
    case .close:
      try await note.saveAndClose()
      say("closed \(note.localizedName)")
      return false
    }
    return true
  }

  /// Closes the note at the end of the input.
  ///
  /// - Returns: the URL of changes that could not be saved; nil if the note is closed.
  func end() async -> URL? {
    guard await perform("close") else { return nil }
    // The document autosaves such changes to the recovery location, unless that fails as well.
    if let url = note.autosavedContentsFileURL { return url }
    let url = DocumentController.shared.untitledURL(
      in: FileManager.default.temporaryDirectory, forType: note.savingFileType ?? "public.data",
      named: note.localizedName)
    do {
      try await note.export(to: url)
    } catch {
      say("\(error)")
    }
    return url
  }

  private func show() {
    for (index, line) in note.lines.enumerated() {
      say("\(index + 1)\(note.mark(ofLine: line.text)) \(line.text)")
    }
    for (name, file) in note.attachments.sorted(by: { $0.key < $1.key }) {
      say("attached: \(name), \(file.regularFileContents?.count ?? 0) bytes")
    }
  }

  private func showInformation() {
    say("name: \(note.localizedName)")
    say("type: \(note.fileType ?? "unknown")")
    say("class: \(type(of: note))")
    say("changes: \(note.hasUnsavedChanges ? "unsaved" : "saved")")
  }

  private func edit(_ name: String, _ number: Int, _ body: (inout [Line]) -> Void) {
    guard note.lines.indices.contains(number - 1) else {
      say("there is no line \(number)")
      return
    }
    note.change(name, body)
  }

  private func copy(to url: URL) async throws {
    try await note.export(to: url)
    say("copied \(note.localizedName)")
  }

  private func attach(_ url: URL) throws {
    note.attach(try Data(contentsOf: url), as: url.lastPathComponent)
  }

  private func convert(to fileExtension: String) {
    let package = UTType(filenameExtension: fileExtension, conformingTo: .package)
    guard
      let type = package.flatMap({ $0.isDynamic ? nil : $0 })
        ?? UTType(filenameExtension: fileExtension),
      DocumentController.shared.writableTypes(of: Swift.type(of: note)).contains(type)
        || type.identifier == TextNote.notebookType || type.conforms(to: .plainText)
    else {
      say("notes are not saved as .\(fileExtension)")
      return
    }
    guard !note.hasFiles || type.identifier == TextNote.notebookType else {
      say("a note with files stays a notebook")
      return
    }
    note.convert(to: type.identifier)
  }

  private func repeatChange(
    _ word: String, _ isPossible: Bool, _ body: (UniformDocuments.UndoManager) -> Void
  ) {
    guard isPossible else {
      say("nothing to \(word)")
      return
    }
    body(note.undoManager)
  }
}
