import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

@Suite @MainActor struct NSDocumentSaving {
  private static let text = "public.plain-text"
  /// A class that writes on the queue of file access, and one that writes on the main actor.
  nonisolated private static let kinds: [TextNSDocument.Type] = [
    TextNSDocument.self, TracingNSDocument.self,
  ]
  private let scratch: ScratchDirectory
  private let environment: DocumentEnvironment

  init() throws {
    scratch = try ScratchDirectory(["a.txt": "old", "other.txt": "other"])
    var environment = DocumentEnvironment.quiet
    environment.autosaveDirectory = scratch.path.appending("autosaved")
    self.environment = environment
  }

  private func untitled<Class: NSDocument>(_ documentClass: Class.Type) throws -> Class {
    let document = try documentClass.init(type: Self.text)
    document.environment = environment
    return document
  }

  private func open<Class: TextNSDocument>(_ documentClass: Class.Type) throws -> Class {
    let document = try documentClass.init(type: Self.text)
    document.fileURL = scratch.url("a.txt")
    try document.revert(toContentsOf: scratch.url("a.txt"), ofType: Self.text)
    document.environment = environment
    return document
  }

  private func autosaved() throws -> [String] {
    let names = try scratch.contents().filter { $0.key.hasPrefix("autosaved/") }
    return names.filter { !$0.key.hasSuffix("/") && !$0.value.hasPrefix("->") }.map(\.value)
  }

  @Test(arguments: kinds) func `A document without a URL is a draft until its first save`(
    kind: TextNSDocument.Type
  )
    async throws
  {
    let document = try untitled(kind)
    #expect(document.fileURL == nil && document.isDraft && document.fileType == Self.text)
    #expect(document.displayName.hasPrefix("Untitled") && !document.isDocumentEdited)
    document.edit("new")
    try await document.save(to: scratch.url("b.txt"), ofType: Self.text, for: .saveAsOperation)
    #expect(scratch.text("b.txt") == "new" && !document.isDocumentEdited)
    #expect(document.fileURL == scratch.url("b.txt") && !document.isDraft)
    #expect(document.displayName == "b.txt" && document.fileModificationDate != nil)
    document.edit("newer")
    try await document.save(to: scratch.url("b.txt"), ofType: Self.text, for: .saveOperation)
    #expect(scratch.text("b.txt") == "newer")
  }

  @Test(arguments: kinds) func `Documents without a URL have different names`(
    kind: TextNSDocument.Type
  ) throws {
    let documents = try [untitled(kind), untitled(kind)]
    let names = documents.map { $0.displayName ?? "" }
    #expect(Set(names).count == 2)
    documents[0].displayName = "Letter"
    #expect(documents[0].displayName == "Letter")
    documents[0].displayName = nil
    #expect(documents[0].displayName == names[0])
  }

  @Test(arguments: kinds) func `A document without a URL is not written, and closing reports that`(
    kind: TextNSDocument.Type
  )
    async throws
  {
    let document = try untitled(kind)
    document.edit("new")
    let before = try scratch.contents()
    let error = await #expect(throws: DocumentError.self) { try await document.saveAndClose() }
    #expect(error?.code == .noPlace && error?.unsavedContents == .inMemory)
    #expect(try scratch.contents() == before && document.isDocumentEdited)
    document.close()
    #expect(try scratch.contents() == before && !document.isDocumentEdited)
  }

  struct Save {
    let operation: NSDocument.SaveOperationType
    let moves: Bool
  }

  @Test(arguments: [
    Save(operation: .saveAsOperation, moves: true),
    Save(operation: .autosaveAsOperation, moves: true),
    Save(operation: .saveToOperation, moves: false),
  ])
  func `A save to another URL moves the document, and a copy does not`(row: Save) async throws {
    let document = try open(TracingNSDocument.self)
    document.edit("new")
    try await document.save(to: scratch.url("other.txt"), ofType: Self.text, for: row.operation)
    #expect(scratch.text("other.txt") == "new" && scratch.text("a.txt") == "old")
    #expect(document.fileURL == scratch.url(row.moves ? "other.txt" : "a.txt"))
    #expect(document.isDocumentEdited == !row.moves)
    document.updateChangeCount(.changeCleared)
  }

  @Test(arguments: kinds) func `A name without an extension is kept, with the requested type`(
    kind: TextNSDocument.Type
  )
    async throws
  {
    let document = try open(kind)
    try await document.save(
      to: scratch.url("b"), ofType: "public.swift-source", for: .saveAsOperation)
    #expect(scratch.text("b") == "old" && document.fileURL == scratch.url("b"))
    #expect(document.fileType == "public.swift-source")
  }

  @Test(arguments: kinds, [true, false])
  func `An error of the class is thrown unchanged, and leaves the file`(
    kind: TextNSDocument.Type, elsewhere: Bool
  ) async throws {
    let document = try open(kind)
    document.writesElsewhere = elsewhere
    document.edit("new")
    document.refusal = Refusal(reason: "no")
    await #expect(throws: Refusal(reason: "no")) {
      try await document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveOperation)
    }
    #expect(scratch.text("a.txt") == "old" && document.isDocumentEdited)
    let left = try scratch.contents().filter { !$0.key.hasSuffix("/") }
    #expect(left.count == 2, "\(left)")
    document.refusal = nil
    try await document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveOperation)
    #expect(scratch.text("a.txt") == "new" && !document.isDocumentEdited)
  }

  @Test
  func `Autosaving in place saves to the URL of the document, through the override of saving`()
    async throws
  {
    let document = try open(InPlaceNSDocument.self)
    document.edit("new")
    try await document.autosave(withImplicitCancellability: false)
    #expect(scratch.text("a.txt") == "new" && !document.isDocumentEdited)
    #expect(document.steps.contains("save autosaveInPlaceOperation"))
    document.edit("newer")
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == "newer")
  }

  @Test func `Autosaving elsewhere leaves the file, and keeps the changes until they are saved`()
    async throws
  {
    let document = try open(TracingNSDocument.self)
    document.edit("new")
    #expect(document.hasUnautosavedChanges)
    try await document.autosave(withImplicitCancellability: false)
    #expect(scratch.text("a.txt") == "old" && document.isDocumentEdited)
    #expect(!document.hasUnautosavedChanges && document.autosavedContentsFileURL != nil)
    #expect(document.steps.contains("write autosaveElsewhereOperation original false"))
    #expect(try autosaved() == ["new"])
    document.edit("newer")
    #expect(document.hasUnautosavedChanges)
    try await document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveOperation)
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == "newer" && document.autosavedContentsFileURL == nil)
    #expect(try autosaved().isEmpty)
  }

  @Test func `A document without a URL autosaves elsewhere, also if it autosaves in place`()
    async throws
  {
    let document = try untitled(InPlaceNSDocument.self)
    document.edit("new")
    try await document.autosave(withImplicitCancellability: true)
    #expect(try autosaved() == ["new"] && document.isDocumentEdited)
    #expect(document.autosavedContentsFileURL?.pathExtension == "txt")
    try await document.save(to: scratch.url("b.txt"), ofType: Self.text, for: .saveOperation)
    try await document.saveAndClose()
    #expect(try autosaved().isEmpty && scratch.text("b.txt") == "new")
  }

  @Test(arguments: kinds) func `Reverting discards changes, and takes other contents as changes`(
    kind: TextNSDocument.Type
  ) throws {
    let document = try open(kind)
    document.edit("new")
    try document.revert(toContentsOf: scratch.url("a.txt"), ofType: Self.text)
    #expect(document.text == "old" && !document.isDocumentEdited)
    try document.revert(toContentsOf: scratch.url("other.txt"), ofType: Self.text)
    #expect(document.text == "other" && document.isDocumentEdited)
    #expect(document.fileURL == scratch.url("a.txt"))
    document.refusal = Refusal(reason: "no")
    #expect(throws: Refusal(reason: "no")) {
      try document.revert(toContentsOf: scratch.url("a.txt"), ofType: Self.text)
    }
    document.updateChangeCount(.changeCleared)
  }

  @Test(arguments: kinds) func `Contents that are read during a save count as a change`(
    kind: TextNSDocument.Type
  ) async throws {
    let document = try open(kind)
    document.edit("new")
    let error = await withCheckedContinuation { continuation in
      document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveOperation) {
        continuation.resume(returning: $0.map { "\($0)" })
      }
      #expect(throws: Never.self) {
        try document.revert(toContentsOf: scratch.url("a.txt"), ofType: Self.text)
      }
    }
    // A class that writes on the queue of file access may read the item before or after the exchange.
    #expect(error == nil && ["old", "new"].contains(document.text))
    #expect(document.text == scratch.text("a.txt") || document.isDocumentEdited)
    #expect(kind == TextNSDocument.self || document.text == "old")
    try document.revert(toContentsOf: scratch.url("a.txt"), ofType: Self.text)
    #expect(scratch.text("a.txt") == document.text && !document.isDocumentEdited)
  }

  @Test(arguments: kinds) func `A save completes although the document is released and closed`(
    kind: TextNSDocument.Type
  ) async throws {
    await withCheckedContinuation { continuation in
      do {
        let document = try open(kind)
        document.edit("new")
        document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveOperation) { _ in
          continuation.resume()
        }
        document.close()
      } catch {
        Issue.record(error)
      }
    }
    #expect(scratch.text("a.txt") == "new")
  }

  @Test(arguments: kinds)
  func `Contents autosaved elsewhere are removed when the document is reverted`(
    kind: TextNSDocument.Type
  ) async throws {
    let document = try open(kind)
    document.edit("new")
    try await document.autosave(withImplicitCancellability: false)
    try document.revert(toContentsOf: scratch.url("a.txt"), ofType: Self.text)
    try await document.saveAndClose()
    #expect(try autosaved().isEmpty && scratch.text("a.txt") == "old")
  }

  @Test(arguments: kinds) func `A duplicate has the contents, no URL, and unsaved changes`(
    kind: TextNSDocument.Type
  ) async throws {
    let document = try open(kind)
    document.edit("new")
    let copy = try #require(try document.duplicate() as? TextNSDocument)
    #expect(copy.text == "new" && copy.fileURL == nil && copy.isDocumentEdited)
    #expect(copy.displayName == "a copy" && copy.fileType == Self.text)
    try await copy.save(to: scratch.url("b.txt"), ofType: Self.text, for: .saveAsOperation)
    #expect(scratch.text("b.txt") == "new" && scratch.text("a.txt") == "old")
    document.updateChangeCount(.changeCleared)
  }

  @Test func `A document is created from contents of another URL, with or without its own URL`()
    async throws
  {
    let document = try TracingNSDocument(
      for: scratch.url("a.txt"), withContentsOf: scratch.url("other.txt"), ofType: Self.text)
    document.environment = environment
    #expect(document.text == "other" && document.isDocumentEdited && !document.isDraft)
    try await document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveOperation)
    #expect(scratch.text("a.txt") == "other" && !document.isDocumentEdited)
    let untitled = try TracingNSDocument(
      for: nil, withContentsOf: scratch.url("other.txt"), ofType: Self.text)
    untitled.environment = environment
    #expect(untitled.fileURL == nil && untitled.isDocumentEdited && untitled.isDraft)
    untitled.close()
  }

  @Test func `Menus save and revert, and errors are reported`() async throws {
    let reported = Trace()
    let document = try open(TracingNSDocument.self)
    document.environment.report = { reported.add(error: $0) }
    document.edit("new")
    document.save(nil)
    try await document.hostDocument.autosaveContents()
    #expect(scratch.text("a.txt") == "new" && document.steps.contains("save saveOperation"))
    document.edit("newer")
    document.revertToSaved(nil)
    #expect(document.text == "new" && reported.errors.isEmpty)
    let untitled = try untitled(TracingNSDocument.self)
    untitled.environment.report = { reported.add(error: $0) }
    untitled.save(nil)
    untitled.revertToSaved(nil)
    #expect(reported.errors.map { ($0 as? DocumentError)?.code } == [.noPlace, .noPlace])
  }

  @Test func `Errors of menus and of the review are presented, and an override replaces them`()
    async throws
  {
    final class PresentingNSDocument: TextNSDocument {
      var presented: [any Error] = []

      override func presentError(_ error: any Error) -> Bool {
        presented.append(error)
        return super.presentError(error)
      }

      override func willPresentError(_ error: any Error) -> any Error { Refusal(reason: "mine") }
    }
    let reported = Trace()
    let document = try open(PresentingNSDocument.self)
    document.environment.report = { reported.add(error: $0) }
    let controller = NSDocumentController(
      hostController: DocumentController(recentDocumentList: RecentDocumentList(path: nil)))
    controller.addDocument(document)
    #expect(await controller.reviewUnsavedDocuments(withAlertTitle: nil, cancellable: true))
    document.edit("new")
    document.refusal = Refusal(reason: "full")
    #expect(await !controller.reviewUnsavedDocuments(withAlertTitle: nil, cancellable: true))
    #expect(await !controller.closeAllDocuments())
    #expect(document.presented.count == 2 && controller.documents.count == 1)
    let causes = reported.errors.map { ($0 as? DocumentError)?.underlyingError as? Refusal }
    #expect(causes == [Refusal(reason: "mine"), Refusal(reason: "mine")])
    document.refusal = nil
    #expect(await controller.reviewUnsavedDocuments(withAlertTitle: nil, cancellable: true))
    #expect(scratch.text("a.txt") == "new")
    #expect(await controller.closeAllDocuments())
    #expect(controller.documents.isEmpty && document.windowForSheet == nil)
  }

  @Test(arguments: kinds) func `Moving includes the file, and never replaces another`(
    kind: TextNSDocument.Type
  ) async throws {
    let document = try open(kind)
    try FileManager.default.createDirectory(
      at: scratch.url("folder"), withIntermediateDirectories: false)
    try await document.move(to: scratch.url("folder/b.txt"))
    #expect(scratch.text("folder/b.txt") == "old" && scratch.text("a.txt") == nil)
    #expect(document.fileURL == scratch.url("folder/b.txt"))
    let error = await #expect(throws: DocumentError.self) {
      try await document.move(to: scratch.url("other.txt"))
    }
    #expect(error?.code == .fileExists && scratch.text("other.txt") == "other")
    #expect(document.fileURL == scratch.url("folder/b.txt"))
  }

  @Test(arguments: kinds) func `A document that is released without closing is deallocated`(
    kind: TextNSDocument.Type
  ) throws {
    weak var document: NSDocument?
    do {
      let made = try open(kind)
      document = made
    }
    #expect(document == nil)
  }
}
