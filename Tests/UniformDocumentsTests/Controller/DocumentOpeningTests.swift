import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIPlatform
import UniformDocuments
import UniformTypes

@testable import UniformDocumentCore

@MainActor @Suite struct DocumentOpening {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func controller() throws -> DocumentController {
    let controller = DocumentController(
      registry: try registry(documentTypes: [], in: directory.url),
      recentDocumentList: .keepingNothing)
    controller.register(PlainNote.self, for: [.text])
    controller.register(
      MarkdownNote.self, for: [try #require(UTType("net.daringfireball.markdown"))])
    return controller
  }

  private func file(_ name: String, _ text: String = "text") throws -> URL {
    let url = directory.url.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url
  }

  @Test func `B1: a URL gives a type, the type a class, the class an open document`() async throws {
    let controller = try controller()
    let (document, wasOpen) = try await controller.openDocument(at: try file("a.md", "# Title"))
    let note = try #require(document as? MarkdownNote)
    #expect(note.text == "# Title")
    #expect(note.fileType == "net.daringfireball.markdown")
    #expect(!wasOpen)
    #expect(controller.documents.count == 1)
    try await document.saveAndClose()
    #expect(controller.documents.isEmpty)
  }

  @Test func `A file that is replaced after its class was chosen has the type of the new one`()
    async throws
  {
    let controller = try controller()
    let url = try file("a.txt")
    // A file that has just changed is always detected again.
    try await Task.sleep(for: .milliseconds(50))
    let document = try controller.makeDocument(at: url)
    let detected = try #require(document.record.withValues { $0.detected })
    #expect(detected.type == "public.plain-text")
    _ = try file("a.txt", "%PDF-1.7 text")
    try await document.openContents()
    #expect(document.fileType == "com.adobe.pdf")
    try await document.close(discardingChanges: true)
  }

  @Test func `The type of an unchanged file is not detected again`() throws {
    let registry = try controller().registry
    let path = FilePath(try file("a.txt").path)
    let identity = try FileIdentity(of: FileLocation(path))
    let types = ItemTypes(registry: registry)
    var read = identity
    read.contentDigest = 1
    let other = try FileIdentity(of: FileLocation(FilePath(try file("b.txt").path)))
    func found(_ detected: DetectedType, _ present: FileIdentity) -> String? {
      types.identifier(ofItemAt: path, present, detected: detected)
    }
    let detected = DetectedType(
      registry: registry, path: path, identity: identity, type: "public.png")
    #expect(found(detected, read) == "public.png")
    let others = [
      DetectedType(registry: registry, path: path, identity: other, type: "public.png"),
      DetectedType(registry: registry, path: "/b.txt", identity: identity, type: "public.png"),
      DetectedType(
        registry: registry.seen(as: .freedesktop), path: path, identity: identity,
        type: "public.png"),
    ]
    for detected in others { #expect(found(detected, read) == "public.plain-text") }
  }

  @Test func `A10, A11: every path of an item leads to its one open document`() async throws {
    let controller = try controller()
    let url = try file("a.txt")
    let (document, _) = try await controller.openDocument(at: url)
    let link = directory.url.appending(path: "link.txt")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let hardLink = directory.url.appending(path: "hard.txt")
    try FileManager.default.linkItem(at: url, to: hardLink)
    let dotted = directory.url.appending(path: "./b/../a.txt")
    for way in [url, link, hardLink, dotted, URL(filePath: url.path + "/")] {
      let (same, wasOpen) = try await controller.openDocument(at: way)
      #expect(same === document, "\(way)")
      #expect(wasOpen)
    }
    #expect(controller.documents.count == 1)
  }

  @Test func `A11: opening an item that is being opened gives the same document`() async throws {
    let controller = try controller()
    let url = try file("a.txt")
    async let first = identifier(of: url, in: controller)
    async let second = identifier(of: url, in: controller)
    let documents = try await [first, second]
    #expect(documents[0] == documents[1])
    #expect(controller.documents.count == 1)
  }

  private func identifier(
    of url: URL, in controller: DocumentController
  ) async throws -> ObjectIdentifier {
    ObjectIdentifier(try await controller.openDocument(at: url).document)
  }

  @Test func `C5: a document that failed to open is released`() async throws {
    let controller = try controller()
    let missing = directory.url.appending(path: "missing.txt")
    await #expect(throws: DocumentError.self) { _ = try await controller.openDocument(at: missing) }
    #expect(controller.documents.isEmpty)
    let other = try file("a.pdf", "%PDF-1.7\n")
    await #expect(throws: DocumentClassError.self) {
      _ = try await controller.openDocument(at: other)
    }
  }

  @Test func `E4: a new document gets the extension of its type and exists`() async throws {
    let controller = try controller()
    let document = try await controller.newDocument(
      at: directory.url.appending(path: "new"), ofType: "net.daringfireball.markdown")
    #expect(document is MarkdownNote)
    #expect(document.fileURL.lastPathComponent == "new.md")
    #expect(FileManager.default.fileExists(atPath: document.fileURL.path))
    #expect(controller.document(for: document.fileURL) === document)
  }

  @Test func `D8: a new document replaces nothing`() async throws {
    let controller = try controller()
    let url = try file("a.txt", "old")
    await #expect(throws: DocumentError.self) { _ = try await controller.newDocument(at: url) }
    #expect(try String(contentsOf: url, encoding: .utf8) == "old")
    #expect(controller.documents.isEmpty)
  }

  @Test func `P1: names of new documents skip existing numbers`() async throws {
    let controller = try controller()
    func name() -> String {
      controller.untitledURL(in: directory.url, forType: "net.daringfireball.markdown")
        .lastPathComponent
    }
    #expect(name() == "Untitled.md")
    _ = try file("Untitled.md")
    #expect(name() == "Untitled 2.md")
    controller.addDocument(MarkdownNote(fileURL: directory.url.appending(path: "Untitled 2.md")))
    #expect(name() == "Untitled 3.md")
  }

  @Test func `Saving and closing all documents reports those that fail`() async throws {
    let controller = try controller()
    let good = try #require(
      try await controller.openDocument(at: file("a.txt")).document as? PlainNote)
    let bad = try #require(
      try await controller.openDocument(at: file("b.txt")).document as? PlainNote)
    for note in [good, bad] {
      note.text = "changed"
      note.updateChangeCount(.done)
    }
    #expect(controller.hasEditedDocuments)
    // Another process has saved meanwhile, so overwriting would lose its contents.
    try Data("theirs".utf8).write(to: bad.fileURL)
    let failures = await controller.saveAllDocuments()
    #expect(failures.map { $0.document === bad } == [true])
    #expect(try String(contentsOf: good.fileURL, encoding: .utf8) == "changed")
    #expect(try String(contentsOf: bad.fileURL, encoding: .utf8) == "theirs")
    #expect(await controller.closeAllDocuments().count == 1)
    #expect(controller.documents.map(ObjectIdentifier.init) == [ObjectIdentifier(bad)])
  }

  @Test func `The controller that was made first is the shared one`() throws {
    #expect(DocumentController.shared === DocumentController.shared)
  }
}
