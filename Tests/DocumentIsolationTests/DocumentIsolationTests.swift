import Foundation
import Observation
import Testing
import UniformDocuments
import UniformTypes

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

/// A model of the main actor, which views observe.
@Observable final class SketchModel {
  var lines: [String] = []
}

/// A document class that is of the main actor as a whole, and marks nothing.
final class SketchDocument: MainDocument {
  let model = SketchModel()

  override func contents(ofType type: UTType) throws -> Any {
    Data(model.lines.joined(separator: "\n").utf8)
  }

  override func load(_ contents: Any, ofType type: UTType?) throws {
    guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
    model.lines = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
  }

  func add(_ line: String) {
    undoManager.registerUndo(withTarget: self) { $0.model.lines.removeLast() }
    model.lines.append(line)
  }
}

@Suite("Document classes of modules on the main actor") struct DocumentIsolation {
  private func scratchURL() throws -> URL {
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "document-isolation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory.appending(component: "a.txt")
  }

  @Test func `A class without annotations is edited, undone, saved and opened`() async throws {
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

  @Test
  func `A class of the main actor needs no annotations, and is edited, undone, saved and opened`()
    async throws
  {
    let url = try scratchURL()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let document = SketchDocument(at: url)
    document.add("one")
    try await document.saveContents(to: url, for: .forCreating)
    document.add("two")
    #expect(document.hasUnsavedChanges)
    document.undoManager.endEvent()
    document.add("three")
    document.undoManager.undo()
    try await document.saveAndClose()
    #expect(try String(contentsOf: url, encoding: .utf8) == "one\ntwo")
  }

  @Test func `A document of the main actor can be used in any isolation`() async throws {
    let url = try scratchURL()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    try Data("one".utf8).write(to: url)
    let document = SketchDocument(at: url)
    try await Task.detached {
      try await document.openContents()
      let contents = try document.contents(forType: "public.plain-text")
      #expect(contents as? Data == Data("one".utf8))
      try document.load(fromContents: Data("two".utf8), ofType: "public.plain-text")
      document.updateChangeCount(.done)
      try await document.autosaveContents()
      let isClosed = await document.close()
      #expect(isClosed)
    }.value
    #expect(document.model.lines == ["two"])
    #expect(try String(contentsOf: url, encoding: .utf8) == "two")
    let isOpen = await withCheckedContinuation { continuation in
      Task.detached { Self.open(document) { continuation.resume(returning: $0) } }
    }
    #expect(isOpen)
    try await document.saveAndClose()
  }

  nonisolated private static func open(
    _ document: SketchDocument, _ handler: @escaping @Sendable (Bool) -> Void
  ) {
    document.open(completionHandler: handler)
  }

  @Test func `A controller makes documents of the main actor`() async throws {
    let url = try scratchURL()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    try Data("one".utf8).write(to: url)
    let controller = DocumentController(recentDocumentList: RecentDocumentList(path: nil))
    controller.register(SketchDocument.self, for: [.plainText])
    let document = try await controller.openDocument(at: url).document as? SketchDocument
    #expect(document?.model.lines == ["one"])
    #expect(await controller.closeAllDocuments().isEmpty)
  }
}
