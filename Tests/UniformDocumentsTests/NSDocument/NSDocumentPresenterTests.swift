import CoordinationTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import UTIFileCoordination
@testable import UniformDocumentCore
@testable import UniformDocuments

/// A document that notes what its presenter is asked and told.
private final class PresentingNSDocument: TextNSDocument {
  nonisolated let calls = Calls()

  /// The calls, in an object because the class is open.
  final class Calls: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func note(_ name: String) { names.withLock { $0.append(name) } }
  }

  override func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    calls.note("reader")
    super.relinquishPresentedItem(toReader: reader)
  }

  override func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    calls.note("writer")
    super.relinquishPresentedItem(toWriter: writer)
  }

  override func savePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    calls.note("save")
    super.savePresentedItemChanges(completionHandler: completionHandler)
  }

  override func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    calls.note("deletion")
    super.accommodatePresentedItemDeletion(completionHandler: completionHandler)
  }

  override func presentedItemDidMove(to newURL: URL) {
    calls.note("moved to \(newURL.lastPathComponent)")
    super.presentedItemDidMove(to: newURL)
  }

  override func presentedItemDidChange() {
    calls.note("changed")
    super.presentedItemDidChange()
  }
}

/// An `NSDocument` is the presenter of its item.
@Suite @MainActor struct NSDocumentPresenters {
  private func open(_ url: URL) throws -> PresentingNSDocument {
    let document = try PresentingNSDocument(contentsOf: url, ofType: "public.plain-text")
    document.environment = .quiet
    return document
  }

  /// Runs an access of another coordinator on a separate thread.
  private func elsewhere(_ body: @escaping @Sendable (NSFileCoordinator) -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let coordinator = NSFileCoordinator()
        // The main queue serves all tests, and a presenter may wait long for it.
        coordinator.presenterPatience = .seconds(20 * 60)
        body(coordinator)
        continuation.resume()
      }
    }
  }

  /// Waits until a document has received everything that was sent.
  private func waitForEvents(_ document: NSDocument) {
    document.presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
  }

  @Test func `K2: Overrides of the presenter are called by other coordinators`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try open(scratch.url("a.txt"))
    #expect(NSFileCoordinator.filePresenters.contains { $0 === document })
    #expect(!NSFileCoordinator.filePresenters.contains { $0 === document.hostDocument })
    #expect(document.presentedItemURL == scratch.url("a.txt"))
    document.edit("new")
    let (url, moved) = (scratch.url("a.txt"), scratch.url("b.txt"))
    await elsewhere { coordinator in
      var text = ""
      coordinator.coordinate(readingItemAt: url) {
        text = (try? String(contentsOf: $0, encoding: .utf8)) ?? ""
      }
      #expect(text == "new")
      coordinator.coordinate(writingItemAt: url) { try? Data("other".utf8).write(to: $0) }
      coordinator.coordinate(writingItemAt: url, options: .forMoving, writingItemAt: moved) {
        try? FileManager.default.moveItem(at: $0, to: $1)
        coordinator.item(at: $0, didMoveTo: $1)
      }
      coordinator.coordinate(writingItemAt: moved, options: .forDeleting) {
        try? FileManager.default.removeItem(at: $0)
      }
    }
    waitForEvents(document)
    let calls = document.calls.all
    #expect(calls.prefix(4) == ["reader", "save", "writer", "changed"])
    #expect(calls.contains("moved to b.txt") && calls.contains("deletion"))
    #expect(document.fileURL == moved)
    document.close()
  }

  @Test func `G5: Overrides of the presenter are called for other processes`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try open(scratch.url("a.txt"))
    let path = scratch.url("a.txt").path(percentEncoded: false)
    let writer = try CoordinatingProcess("CoordinationProbe", ["echo", path, "other"], [:])
    #expect(await writer.end() == 0)
    // The other process does not wait for an answer to its last message.
    for _ in 0..<1000 where document.calls.all.count < 2 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(document.calls.all == ["writer", "changed"])
    document.close()
  }

  @Test func `The coordinator of a document does not ask the document`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try open(scratch.url("a.txt"))
    NSFileCoordinator(filePresenter: document).coordinate(writingItemAt: scratch.url("a.txt")) {
      try? Data("own".utf8).write(to: $0)
    }
    waitForEvents(document)
    #expect(document.calls.all == [])
    document.edit("new")
    try await document.save(
      to: scratch.url("a.txt"), ofType: "public.plain-text", for: .saveOperation)
    #expect(document.calls.all == [] && scratch.text("a.txt") == "new")
    document.close()
  }

  @Test func `H4: A closed or released document presents nothing`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    var document: PresentingNSDocument? = try open(scratch.url("a.txt"))
    let id = document.map { ObjectIdentifier($0) }
    document = nil
    var turns = 0
    while NSFileCoordinator.filePresenters.contains(where: { ObjectIdentifier($0) == id }) {
      turns += 1
      try #require(turns < 10_000)
      try await Task.sleep(for: .milliseconds(1))
    }
    let closed = try open(scratch.url("a.txt"))
    try await closed.saveAndClose()
    #expect(!NSFileCoordinator.filePresenters.contains { $0 === closed })
  }
}
