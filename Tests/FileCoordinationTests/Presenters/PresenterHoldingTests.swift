import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIFileWatching
import UTIPlatform

@testable import UTIFileCoordination

/// Presenters during accesses that may change their items.
@Suite struct PresenterHolding {
  private final class Presenter: NSFilePresenter, Sendable {
    let presentedItemURL: URL?
    let presentedItemOperationQueue: OperationQueue
    let changes = Mutex(0)

    init(_ url: URL, _ queue: OperationQueue = OperationQueue()) {
      presentedItemURL = url
      presentedItemOperationQueue = queue
    }

    func presentedItemDidChange() { changes.withLock { $0 += 1 } }

    func take() -> Int {
      presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
      return changes.withLock { changes in
        defer { changes = 0 }
        return changes
      }
    }
  }

  @Test("J4: a change during several accesses is reported once, after the last of them")
  func several() throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let watcher = FileWatcher(isDrivenByHand: true)
    let presenter = Presenter(scratch.url("a.txt"))
    PresenterWatches.$watcher.withValue(watcher) { NSFileCoordinator.addFilePresenter(presenter) }
    defer { NSFileCoordinator.removeFilePresenter(presenter) }
    let (id, watches) = (ObjectIdentifier(presenter), PresenterWatches.shared)
    for isKnown in [false, true, false] {
      for _ in 0..<2 { watches.hold(id) }
      try scratch.put("new \(UUID())", at: "a.txt")
      watcher.settle()
      #expect(presenter.take() == 0)
      watches.release(id, isKnown: false)
      #expect(presenter.take() == 0)
      watches.release(id, isKnown: isKnown)
      #expect(presenter.take() == (isKnown ? 0 : 1))
    }
    // Without an access nothing is held, and an end without a beginning changes nothing.
    watches.release(id, isKnown: false)
    try scratch.put("newest", at: "a.txt")
    watcher.settle()
    #expect(presenter.take() == 1)
  }

  @Test("K9: a call of a presenter needs its queue if that is serial, but never the main queue")
  func executors() {
    let serial = OperationQueue()
    serial.maxConcurrentOperationCount = 1
    let presenters = [OperationQueue.main, serial, OperationQueue()].map {
      Presenter(URL(filePath: "/nowhere/a.txt"), $0)
    }
    let needs = presenters.map { presenter in
      FilePresenters.Concerned(
        id: ObjectIdentifier(presenter), presenter: .init(presenter), relation: .item
      ).executors
    }
    #expect(needs == [[], [.queue(ObjectIdentifier(serial))], []])
    #expect(Executor(.main) == .main)
  }
}
