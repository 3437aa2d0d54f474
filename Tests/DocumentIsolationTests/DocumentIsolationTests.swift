import Documents
import Foundation
import Testing

/// A document class that says nothing of its isolation: it belongs to no actor, as ``Document``
/// does, and only what uses the undo manager belongs to the main actor.
class PlainDocument: UIDocument {
  var text = ""

  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
  }

  @MainActor func setText(_ newText: String) {
    let oldText = text
    undoManager.registerUndo(withTarget: self) { $0.setText(oldText) }
    text = newText
  }
}

/// A document class on the main actor, whose overrides are called there.
///
/// Unchecked, because what it inherits belongs to no actor; what it adds belongs to this one.
@MainActor final class MainActorDocument: UIDocument, @unchecked Sendable {
  var text = ""

  nonisolated override init(fileURL url: URL) { super.init(fileURL: url) }

  nonisolated override func contents(forType typeName: String) throws -> Any {
    MainActor.assumeIsolated { Data(text.utf8) }
  }

  nonisolated override func load(fromContents contents: Any, ofType typeName: String?) throws {
    let data = contents as? Data ?? Data()
    MainActor.assumeIsolated { text = String(decoding: data, as: UTF8.self) }
  }

  func setText(_ newText: String) {
    let oldText = text
    undoManager.registerUndo(withTarget: self) { $0.setText(oldText) }
    text = newText
  }
}

@Suite("Document classes of modules on the main actor") struct DocumentIsolation {
  private func scratchURL() throws -> URL {
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "document-isolation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory.appending(component: "a.txt")
  }

  @Test func `A class that says nothing is edited, undone, saved and opened`() async throws {
    let url = try scratchURL()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let document = PlainDocument(fileURL: url)
    try await document.saveContents(to: url, for: .forCreating)
    document.setText("one")
    document.undoManager.endEvent()
    document.setText("two")
    document.undoManager.undo()
    #expect(document.hasUnsavedChanges)
    try await document.saveAndClose()
    let other = PlainDocument(fileURL: url)
    try await other.openContents()
    #expect(other.text == "one")
    try await other.saveAndClose()
  }

  @Test func `A class on the main actor is edited, undone, saved and opened`() async throws {
    let url = try scratchURL()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let document = MainActorDocument(fileURL: url)
    try await document.saveContents(to: url, for: .forCreating)
    document.setText("one")
    document.undoManager.endEvent()
    document.setText("two")
    document.undoManager.undo()
    #expect(document.hasUnsavedChanges)
    try await document.saveAndClose()
    let other = MainActorDocument(fileURL: url)
    try await other.openContents()
    #expect(other.text == "one")
    try await other.saveAndClose()
  }
}
