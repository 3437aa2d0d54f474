import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIDocumentTypes
import UniformTypes

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

@Suite @MainActor struct NSDocumentControllers {
  private static let text = "public.plain-text"
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory(["a.txt": "one", "b.md": "two"]) }

  private func controller(_ documentTypes: [[String: Any]]) throws -> NSDocumentController {
    let directory = try TemporaryDirectory()
    return NSDocumentController(
      hostController: DocumentController(
        registry: try registry(documentTypes: documentTypes, in: directory.url),
        recentDocumentList: .keepingNothing))
  }

  private func entry(_ className: String, _ types: [String]) -> [String: Any] {
    var entry = documentType(nil, types)
    entry["NSDocumentClass"] = className
    return entry
  }

  private var traced: [[String: Any]] {
    [
      entry("UniformDocumentsTests.TracingNSDocument", [Self.text]),
      documentType("UniformDocumentsTests.MarkdownNote", ["net.daringfireball.markdown"]),
    ]
  }

  @Test func `A declaration names a class of NSDocument, in addition to classes of Document`()
    throws
  {
    let controller = try controller(traced)
    #expect(controller.documentClass(forType: Self.text) == TracingNSDocument.self)
    let markdown = "net.daringfireball.markdown"
    #expect(controller.documentClass(forType: markdown) == MarkdownNote.self)
    #expect(controller.documentClass(forType: "public.png") == nil)
    #expect(controller.hostController.documentClass(forType: Self.text) == nil)
    #expect(
      controller.documentClassNames
        == ["UniformDocumentsTests.TracingNSDocument", "UniformDocumentsTests.MarkdownNote"])
    #expect(controller.defaultType == Self.text)
    #expect(controller.hostController.readableTypes(of: TracingNSDocument.self).count == 1)
    #expect(controller.hostController.writableTypes(of: InPlaceNSDocument.self).isEmpty)
  }

  @Test func `The base class opens nothing, and neither does a class that creates no documents`()
    throws
  {
    for name in ["UniformDocuments.NSDocument", "UniformDocumentsTests.NoDocument"] {
      let controller = try controller([entry(name, [Self.text])])
      let error = try #require(throws: DocumentClassError.self) {
        try controller.makeUntitledDocument(ofType: Self.text)
      }
      #expect(error.code == .notADocumentClass)
    }
  }

  @Test func `Opening an item twice gives one document, which is kept until it is closed`()
    async throws
  {
    let controller = try controller(traced)
    let url = scratch.url("a.txt")
    weak var weakDocument: NSDocument?
    do {
      let (document, wasOpen) = try await controller.openDocument(
        withContentsOf: url, display: true)
      let (same, isOpen) = try await controller.openDocument(withContentsOf: url, display: true)
      #expect(!wasOpen && isOpen && document === same)
      #expect((document as? TracingNSDocument)?.text == "one")
      #expect(document.fileURL == url && document.fileType == Self.text)
      #expect(controller.document(for: url) === document)
      weakDocument = document
    }
    #expect(controller.documents.count == 1 && weakDocument != nil)
    try await weakDocument?.saveAndClose()
    #expect(controller.documents.isEmpty)
  }

  @Test func `An item with another kind of class, or a missing item, is an error`() async throws {
    let controller = try controller(traced)
    let classError = await #expect(throws: DocumentClassError.self) {
      try await controller.openDocument(withContentsOf: scratch.url("b.md"), display: false)
    }
    #expect(classError?.code == .notAnNSDocument)
    let missing = await #expect(throws: DocumentError.self) {
      try await controller.openDocument(withContentsOf: scratch.url("c.txt"), display: false)
    }
    #expect(missing?.code == .noSuchFile && controller.documents.isEmpty)
  }

  @Test func `The initializer for its type creates a new document`() throws {
    let controller = try controller([entry("UniformDocumentsTests.GreetingNSDocument", [Self.text])]
    )
    let document = try controller.openUntitledDocumentAndDisplay(true)
    #expect((document as? GreetingNSDocument)?.text == "Hello")
    #expect(controller.documents.first === document && document.fileURL == nil)
    document.close()
    #expect(controller.documents.isEmpty)
  }

  @Test func `Documents are created from contents at a URL or another one`() throws {
    let controller = try controller(traced)
    let read = try controller.makeDocument(withContentsOf: scratch.url("a.txt"), ofType: Self.text)
    #expect((read as? TracingNSDocument)?.text == "one" && !read.isDocumentEdited)
    let other = try controller.makeDocument(
      for: scratch.url("a.txt"), withContentsOf: scratch.url("b.md"), ofType: Self.text)
    #expect((other as? TracingNSDocument)?.text == "two" && other.isDocumentEdited)
    #expect(other.fileURL == scratch.url("a.txt"))
    other.updateChangeCount(.changeCleared)
  }

  @Test func `Closing all documents keeps documents without a URL, and reports them`() async throws
  {
    let controller = try controller(traced)
    let document = try controller.openUntitledDocumentAndDisplay(true)
    document.environment = .quiet
    document.updateChangeCount(.changeDone)
    #expect(controller.hasEditedDocuments)
    let failures = await controller.hostController.closeAllDocuments()
    #expect((failures.first?.error as? DocumentError)?.code == .noPlace)
    #expect(controller.documents.count == 1)
    document.close()
    #expect(controller.documents.isEmpty)
  }

  @Test func `A file in the temporary directory has a URL, whatever is autosaved`() async throws {
    let controller = try controller([entry("UniformDocumentsTests.UnkeptNSDocument", [Self.text])])
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).txt")
    try Data("one".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let (document, _) = try await controller.openDocument(withContentsOf: url, display: false)
    #expect(document.fileURL == url)
    document.updateChangeCount(.changeDone)
    try await document.saveAndClose()
    let untitled = try controller.openUntitledDocumentAndDisplay(false)
    untitled.updateChangeCount(.changeDone)
    try await untitled.autosave(withImplicitCancellability: true)
    #expect(untitled.isDocumentEdited && untitled.autosavedContentsFileURL == nil)
    untitled.close()
  }

  @Test func `Autosaved contents of a document without a URL are found, and have no URL again`()
    async throws
  {
    let controller = try controller([entry("UniformDocumentsTests.SetUpNSDocument", [Self.text])])
    var environment = DocumentEnvironment.quiet
    environment.autosaveDirectory = scratch.path.appending("autosaved")
    SetUpNSDocument.standard = environment
    do {
      let document = try SetUpNSDocument(type: Self.text)
      document.edit("kept")
      try await document.autosave(withImplicitCancellability: false)
      // As if the program had ended: its lock goes with it.
      document.host.record.withValues { $0.autosaved = nil }
      document.close()
    }
    // The queue of file access may keep the folder, and with it the lock, a moment longer.
    var found = try controller.hostController.autosavedDocuments(in: environment)
    for _ in 0..<1000 where found.isEmpty {
      try await Task.sleep(for: .milliseconds(10))
      found = try controller.hostController.autosavedDocuments(in: environment)
    }
    let autosaved = try #require(found.first)
    let reopened = try await controller.hostController.reopenDocument(autosaved)
    let document = try #require(reopened.nsDocument as? TracingNSDocument)
    #expect(document.text == "kept" && document.fileURL == nil && document.isDocumentEdited)
    try await document.save(to: scratch.url("c.txt"), ofType: Self.text, for: .saveAsOperation)
    #expect(scratch.text("c.txt") == "kept" && document.fileURL == scratch.url("c.txt"))
    try await document.saveAndClose()
  }
}
