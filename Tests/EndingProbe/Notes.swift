import Foundation
import UniformDocuments
import UniformTypeIdentifiers

class Note: Document {
  var text = ""

  override func contents(forType typeName: String) throws -> Any {
    ContentsHook.call()
    return Data(text.utf8)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
  }

  func count(_ new: String) {
    text = new
    updateChangeCount(.done)
  }
}

final class UndoNote: Note {
  @MainActor func setText(_ new: String) {
    undoManager.registerUndo(withTarget: self) { [text] in $0.setText(text) }
    text = new
  }
}

final class DraftNote: Note {
  override init(fileURL url: URL) {
    super.init(fileURL: url)
    isDraft = true
  }
}

final class PackageNote: Note {
  override func contents(forType typeName: String) throws -> Any {
    ContentsHook.call()
    return FileWrapper(directoryWithFileWrappers: [
      "TXT.rtf": FileWrapper(regularFileWithContents: Data(text.utf8))
    ])
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    let file = (contents as? FileWrapper)?.fileWrappers?["TXT.rtf"]
    text = String(decoding: file?.regularFileContents ?? Data(), as: UTF8.self)
  }
}

final class NoteEditor: Editor {
  let note: Note
  let opens: Bool
  let change: (Note, String) throws -> Void

  init(_ note: Note, opens: Bool = true, _ change: @escaping (Note, String) throws -> Void) {
    self.note = note
    self.opens = opens
    self.change = change
  }

  var document: Document { note }
  func open() async throws { if opens { try await note.openContents() } }
  func edit(_ text: String) async throws { try change(note, text) }
}

final class MainNote: MainDocument {
  var text = ""

  override func contents(ofType type: UTType) throws -> Any {
    ContentsHook.call()
    return Data(text.utf8)
  }

  override func load(_ contents: Any, ofType type: UTType?) throws {
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
  }

  func setText(_ new: String) {
    undoManager.registerUndo(withTarget: self) { [text] in $0.setText(text) }
    text = new
  }
}

final class MainEditor: Editor {
  let note: MainNote

  init(_ note: MainNote) { self.note = note }

  var document: Document { note }
  func edit(_ text: String) async throws { note.setText(text) }
}

/// An actor that has a document.
actor Desk {
  nonisolated(unsafe) let note: Note

  init(_ url: URL) { note = Note(fileURL: url) }

  func open() async throws { try await note.openContents() }
  func edit(_ text: String) { note.count(text) }
  func saveAndClose() async throws { try await note.saveAndClose() }
}

final class DeskEditor: Editor {
  let desk: Desk

  init(_ url: URL) { desk = Desk(url) }

  var document: Document { desk.note }
  func open() async throws { try await desk.open() }
  func edit(_ text: String) async throws { await desk.edit(text) }
  func saveAndClose() async throws { try await desk.saveAndClose() }
}

class NSNote: NSDocument {
  var text = ""

  override class var autosavesInPlace: Bool { true }

  override func data(ofType typeName: String) throws -> Data {
    ContentsHook.call()
    return Data(text.utf8)
  }

  override func read(from data: Data, ofType typeName: String) throws {
    text = String(decoding: data, as: UTF8.self)
  }

  func count(_ new: String) {
    text = new
    updateChangeCount(.changeDone)
  }
}

final class ElsewhereNSNote: NSNote {
  override class var autosavesInPlace: Bool { false }
}

final class NSEditor: Editor {
  private let url: URL
  private let client: NSNote
  private let change: (NSNote, String) -> Void

  init(_ client: NSNote, _ url: URL, _ change: @escaping (NSNote, String) -> Void) {
    self.client = client
    self.url = url
    self.change = change
  }

  var document: Document { client.hostDocument }
  func open() async throws {}
  func edit(_ text: String) async throws { change(client, text) }

  func save(_ handler: @escaping @Sendable (Bool) -> Void) {
    client.save(to: url, ofType: "public.plain-text", for: .saveOperation) { handler($0 == nil) }
  }

  func saveAndClose() async throws { try await client.saveAndClose() }
}
