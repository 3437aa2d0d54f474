import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage
import UTIFileCoordination

@testable import UniformDocumentCore
@testable import UniformDocuments

/// The queue on which documents write.
@Suite @MainActor struct NSDocumentThreads {
  private static let text = "public.plain-text"
  nonisolated private static let operations: Set<FileStoreError.Operation> = [
    .createFile, .write, .synchronize, .rename,
  ]

  struct Kind: Sendable, CustomTestStringConvertible {
    let documentClass: TextNSDocument.Type
    let writesItself: Bool

    var testDescription: String { "\(documentClass)" }
  }

  nonisolated static let kinds = [
    Kind(documentClass: TextNSDocument.self, writesItself: false),
    Kind(documentClass: InPlaceTextNSDocument.self, writesItself: false),
    Kind(documentClass: GenericNSDocument<Int>.self, writesItself: false),
    Kind(documentClass: SafelyWritingNSDocument.self, writesItself: true),
    Kind(documentClass: KindWritingNSDocument.self, writesItself: true),
    Kind(documentClass: URLWritingNSDocument.self, writesItself: true),
    Kind(documentClass: InheritingNSDocument.self, writesItself: true),
    Kind(documentClass: TracingNSDocument.self, writesItself: true),
  ]

  @Test(arguments: kinds) func `An override of a function that writes is found`(kind: Kind) {
    #expect(WritingOverrides.exist(in: kind.documentClass) == kind.writesItself)
  }

  /// The calls of the file system that write, by whether the main queue has made them.
  private final class Calls: Sendable {
    private let counts = Mutex<[Bool: Int]>([:])

    func note(isOnMainQueue: Bool) {
      counts.withLock { $0[isOnMainQueue, default: 0] += 1 }
    }

    func take() -> [Bool: Int] {
      counts.withLock { counts in
        defer { counts = [:] }
        return counts
      }
    }
  }

  @Test(arguments: kinds)
  func `D13: A save writes on the main queue only if its class overrides a function that writes`(
    kind: Kind
  ) async throws {
    let scratch = try ScratchDirectory()
    let calls = Calls()
    let document = try kind.documentClass.init(type: Self.text)
    document.environment = .quiet
    document.environment.autosaveDirectory = scratch.path.appending("autosaved")
    document.environment.store =
      CallRecorder { call, _ in
        if Self.operations.contains(call.operation) {
          calls.note(isOnMainQueue: MainQueue.isCurrent)
        }
        return nil
      }.store
    func isAsExpected() -> Bool { (calls.take()[true] != nil) == kind.writesItself }
    document.edit("draft")
    try await document.autosave(withImplicitCancellability: false)
    #expect(isAsExpected())
    document.edit("one")
    try await document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveAsOperation)
    #expect(scratch.text("a.txt") == "one" && isAsExpected())
    document.edit("two")
    try await document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveOperation)
    #expect(scratch.text("a.txt") == "two" && isAsExpected())
    document.edit("three")
    try await document.save(to: scratch.url("b.txt"), ofType: Self.text, for: .saveToOperation)
    #expect(scratch.text("b.txt") == "three" && isAsExpected())
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == "three" && isAsExpected())
  }

  @Test func `An edit after the call of a save is not in the file, and remains a change`()
    async throws
  {
    let scratch = try ScratchDirectory()
    let document = try TextNSDocument(type: Self.text)
    document.environment = .quiet
    document.edit("one")
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, _>) in
      document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveAsOperation) { error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(()))
      }
      document.edit("two")
    }
    #expect(scratch.text("a.txt") == "one" && document.isDocumentEdited)
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == "two")
  }
}
