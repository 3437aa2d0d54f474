import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UniformTypes

@testable import UniformDocumentCore
@testable import UniformDocuments

/// Several drafts in the recovery location of one program.
@Suite @MainActor struct KeptDrafts {
  private let scratch: ScratchDirectory
  private let controller = DocumentController(recentDocumentList: .keepingNothing)
  private var environment: DocumentEnvironment {
    var environment = DocumentEnvironment.quiet
    environment.autosaveDirectory = scratch.path.appending("autosaved")
    return environment
  }

  /// The class as which the next program opens documents; it refuses the text "damaged".
  private final class StrictNote: TextNote {
    override init(fileURL: URL) {
      super.init(fileURL: fileURL)
      environment = .quiet
    }

    override func load(fromContents contents: Any, ofType typeName: String?) throws {
      try super.load(fromContents: contents, ofType: typeName)
      if text == "damaged" { throw CocoaError(.fileReadCorruptFile) }
    }
  }

  init() throws {
    scratch = try ScratchDirectory(["a.txt": "old"])
    controller.register(StrictNote.self, for: [try #require(UTType("public.plain-text"))])
  }

  /// Autosaves a text elsewhere, as a program that then ends.
  private func keep(_ text: String, at name: String, isDraft: Bool = true) async throws {
    weak var kept: TextNote?
    kept = try await autosaved(text, at: name, isDraft: isDraft)
    // A notice about the item may hold the document for a moment, and it would take part in a later read.
    for _ in 0..<10_000 where kept != nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(kept == nil)
  }

  private func autosaved(_ text: String, at name: String, isDraft: Bool) async throws -> TextNote {
    let document = TextNote(fileURL: scratch.url(name))
    document.environment = environment
    document.isDraft = isDraft
    try await document.openContents()
    document.text = text
    document.updateChangeCount(.done)
    if isDraft {
      try await document.autosaveContents()
    } else {
      await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    }
    document.record.withValues { $0.autosaved = nil }
    return document
  }

  private func untitledName() -> String {
    controller.untitledURL(
      in: scratch.url(""), forType: "public.plain-text", environment: environment
    ).lastPathComponent
  }

  @Test("P1: names of new documents skip those of kept drafts")
  func names() async throws {
    #expect(untitledName() == "Untitled.txt")
    try await keep("first", at: "Untitled.txt")
    #expect(untitledName() == "Untitled 2.txt")
    try await keep("second", at: "Untitled 2.txt")
    #expect(untitledName() == "Untitled 3.txt")
  }

  @Test("G6: a second draft of a name is opened under a free name")
  func sameName() async throws {
    try await keep("first", at: "Untitled 2.txt")
    try await keep("second", at: "Untitled 2.txt")
    try await keep("third", at: "Untitled 3.txt")
    let (documents, failures) = try await controller.reopenAutosavedDocuments(in: environment)
    #expect(failures.isEmpty)
    let names = documents.map(\.fileURL.lastPathComponent)
    #expect(Set(names) == ["Untitled 2.txt", "Untitled 3.txt", "Untitled 4.txt"])
    #expect(Set(documents.compactMap { ($0 as? TextNote)?.text }) == ["first", "second", "third"])
    for document in documents {
      #expect(document.isDraft && document.hasUnsavedChanges)
      try await document.saveAndClose()
      #expect(scratch.text(document.fileURL.lastPathComponent) == (document as? TextNote)?.text)
    }
    #expect(try controller.autosavedDocuments(in: environment).isEmpty)
  }

  @Test("G6: a draft whose name an item has is opened under a free name")
  func takenName() async throws {
    try await keep("draft", at: "Untitled.txt")
    try Data("theirs".utf8).write(to: scratch.url("Untitled.txt"))
    let found = try #require(try controller.autosavedDocuments(in: environment).first)
    let document = try await controller.reopenDocument(found)
    #expect(document.fileURL.lastPathComponent == "Untitled 2.txt")
    try await document.saveAndClose()
    #expect(scratch.text("Untitled.txt") == "theirs" && scratch.text("Untitled 2.txt") == "draft")
  }

  @Test("G6: contents that cannot be opened do not keep the others from being opened")
  func failure() async throws {
    try await keep("first", at: "Untitled.txt")
    try await keep("damaged", at: "Untitled 2.txt")
    try await keep("third", at: "Untitled 3.txt")
    let (documents, failures) = try await controller.reopenAutosavedDocuments(in: environment)
    #expect(Set(documents.compactMap { ($0 as? TextNote)?.text }) == ["first", "third"])
    #expect(failures.map(\.autosaved.documentURL.lastPathComponent) == ["Untitled 2.txt"])
    let kept = try #require(failures.first).autosaved.contentsURL
    #expect(try String(contentsOf: kept, encoding: .utf8) == "damaged")
    for document in documents { try await document.close(discardingChanges: true) }
  }

  @Test("G6: of two autosaved versions of one file the newer one is opened, and the other is kept")
  func twoVersions() async throws {
    #expect(chmod(scratch.url("a.txt").path, 0o444) == 0)
    try await keep("first", at: "a.txt", isDraft: false)
    try await keep("second", at: "a.txt", isDraft: false)
    let (documents, failures) = try await controller.reopenAutosavedDocuments(in: environment)
    #expect(documents.map { ($0 as? TextNote)?.text } == ["second"])
    #expect(failures.compactMap { ($0.error as? DocumentError)?.code } == [.hasChanges])
    for document in documents { try await document.close(discardingChanges: true) }
    #expect(try controller.autosavedDocuments(in: environment).count == 1)
  }

  @Test("G6: a folder that cannot be read is reported, and does not hide the others")
  func unreadable() async throws {
    try await keep("first", at: "Untitled.txt")
    try await keep("second", at: "Untitled 2.txt")
    let folder = try #require(try controller.autosavedDocuments(in: environment).first).folder
    let recorder = CallRecorder { call, _ in
      guard case .open(let location, _) = call, location.path.lastComponent == folder.lastComponent
      else { return nil }
      return .ioError
    }
    let reports = ReceivedErrors()
    var environment = environment
    environment.store = recorder.store
    environment.report = { reports.add($0) }
    #expect(try controller.autosavedDocuments(in: environment).count == 1)
    #expect(reports.all.map(\.errno) == [.ioError])
  }
}

/// Errors in the order of their reports, on any thread.
final class ReceivedErrors: Sendable {
  private let errors = Mutex<[DocumentError]>([])

  func add(_ error: DocumentError) { errors.withLock { $0.append(error) } }
  var all: [DocumentError] { errors.withLock { $0 } }
}
