import Foundation
import TestSupport
import Testing
import UniformDocuments
import UniformTypes

/// Which type a document is saved as.
@Suite @MainActor struct SavingTypes {
  nonisolated private static let markdown = "net.daringfireball.markdown"

  /// A document that writes what it is asked for.
  private final class Bilingual: TextNote {
    override func contents(forType typeName: String) throws -> Any {
      Data("\(typeName): \(text)".utf8)
    }
  }

  private func controller() throws -> DocumentController {
    let controller = DocumentController(recentDocumentList: .keepingNothing)
    controller.register(
      Bilingual.self, for: [.plainText, try #require(UTType(Self.markdown)), .html])
    return controller
  }

  private func open(_ url: URL) async throws -> Document {
    let document = try await controller().openDocument(at: url).document
    document.environment.autosavePolicy = nil
    return document
  }

  @Test func `A requested type stays the type of the document`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await open(scratch.url("a.txt"))
    try await document.save(to: scratch.url("b"), ofType: Self.markdown, for: .forCreating)
    #expect(document.fileType == Self.markdown && document.fileURL.lastPathComponent == "b.md")
    #expect(scratch.text("b.md") == "\(Self.markdown): old")
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(try Set(scratch.contents().keys) == ["a.txt", "b.md"])
    try await document.save(to: document.fileURL, ofType: "public.html", for: .forOverwriting)
    #expect(try Set(scratch.contents().keys) == ["a.txt", "b.html"])
    #expect(document.fileType == "public.html")
    try await document.saveAndClose()
  }

  @Test(
    arguments: [
      ("b.md", "b.md", markdown), ("b.html", "b.html", "public.html"),
      ("b.txt", "b.txt", "public.plain-text"), ("b", "b.txt", "public.plain-text"),
      ("b.v1", "b.v1.txt", "public.plain-text"), ("b.png", "b.png.txt", "public.plain-text"),
      ("b.MD", "b.MD", markdown),
    ])
  func `The extension of a type that the class writes selects that type`(
    given: String, name: String, type: String
  ) async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await open(scratch.url("a.txt"))
    try await document.saveContents(to: scratch.url(given), for: .forCreating)
    #expect(document.fileURL.lastPathComponent == name && document.fileType == type)
    #expect(scratch.text(name) == "\(type): old")
    try await document.saveAndClose()
  }

  @Test func `A type that the class chooses has precedence over the extension`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await open(scratch.url("a.txt"))
    (document as? TextNote)?.typeToSave = "public.html"
    try await document.saveContents(to: scratch.url("b.md"), for: .forCreating)
    #expect(scratch.text("b.md.html") == "public.html: old")
    try await document.saveAndClose()
  }
}
