import Foundation
import Observation
import Testing
import UniformDocuments

/// A model of the main actor, which views observe.
@Observable final class PoemModel {
  var verses: [String] = []
}

/// A document class as new programs write them for AppKit: it marks nothing.
final class PoemDocument: NSDocument {
  let model = PoemModel()

  override class var autosavesInPlace: Bool { true }

  override func data(ofType typeName: String) throws -> Data {
    Data(model.verses.joined(separator: "\n").utf8)
  }

  override func read(from data: Data, ofType typeName: String) throws {
    model.verses = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
  }

  func add(_ verse: String) {
    undoManager?.registerUndo(withTarget: self) { $0.model.verses.removeLast() }
    model.verses.append(verse)
  }

  func saveSoon() {
    Task { [weak self] in try await self?.autosave(withImplicitCancellability: true) }
  }
}

/// The same with the marks that the Swift 6 mode asks for with AppKit.
final class MarkedPoemDocument: NSDocument {
  var text = ""

  nonisolated override func data(ofType typeName: String) throws -> Data {
    MainActor.assumeIsolated { Data(text.utf8) }
  }

  nonisolated override func read(from data: Data, ofType typeName: String) throws {
    let newText = String(decoding: data, as: UTF8.self)
    MainActor.assumeIsolated { text = newText }
  }
}

@Suite("Document classes for AppKit in modules on the main actor") struct NSDocumentIsolation {
  @Test func `Classes with and without annotations are edited, saved and opened`() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "document-isolation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let url = directory.appending(component: "a.txt")
    let poem = try PoemDocument(type: "public.plain-text")
    poem.add("one")
    try await poem.save(to: url, ofType: "public.plain-text", for: .saveAsOperation)
    poem.add("two")
    try await poem.saveAndClose()
    let marked = try MarkedPoemDocument(contentsOf: url, ofType: "public.plain-text")
    #expect(marked.text == "one\ntwo")
    marked.text = "three"
    marked.updateChangeCount(.changeDone)
    try await marked.save(to: url, ofType: "public.plain-text", for: .saveOperation)
    #expect(try String(contentsOf: url, encoding: .utf8) == "three")
    marked.close()
  }
}
