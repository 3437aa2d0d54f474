import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIFileWatching

@testable import UTIFileCoordination

/// File presenters that are not documents, and programs that do not coordinate.
@Suite struct PresenterWatching {
  private final class Presenter: NSFilePresenter, Sendable {
    private let url: Mutex<URL>
    let presentedItemOperationQueue: OperationQueue = {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      return queue
    }()
    private let received = Mutex<[String]>([])
    /// True if the presenter is notified while its URL is read the next time.
    ///
    /// Its queue is suspended until then.
    let isNotifiedWhileRead = Mutex(false)

    init(_ url: URL) { self.url = Mutex(url) }

    var presentedItemURL: URL? {
      let present = url.withLock { $0 }
      let isNotified = isNotifiedWhileRead.withLock { isNotified in
        defer { isNotified = false }
        return isNotified
      }
      if isNotified {
        presentedItemOperationQueue.isSuspended = false
        presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
      }
      return present
    }

    private func note(_ text: String) { received.withLock { $0.append(text) } }

    func take() -> [String] {
      presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
      return received.withLock { received in
        defer { received = [] }
        return received
      }
    }

    func presentedItemDidChange() {
      note("changed by \(ChangeOriginator.current?.rawValue ?? "nobody")")
    }
    func presentedItemDidMove(to newURL: URL) {
      url.withLock { $0 = newURL }
      note("moved \(newURL.lastPathComponent)")
    }
    func accommodatePresentedItemDeletion(
      completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      note("deleted")
      completionHandler(nil)
    }
    func presentedSubitemDidAppear(at url: URL) { note("appeared \(url.lastPathComponent)") }
    func presentedSubitemDidChange(at url: URL) { note("changed \(url.lastPathComponent)") }
    func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {
      note("\(oldURL.lastPathComponent) moved to \(newURL.lastPathComponent)")
    }
    func accommodatePresentedSubitemDeletion(
      at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      note("deleted \(url.lastPathComponent)")
      completionHandler(nil)
    }
  }

  private func present(_ url: URL, _ watcher: FileWatcher) -> Presenter {
    let presenter = Presenter(url)
    PresenterWatches.$watcher.withValue(watcher) { NSFileCoordinator.addFilePresenter(presenter) }
    return presenter
  }

  @Test("K11, J1, J7, J10: a presenter is notified of changes by programs")
  func files() throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let watcher = FileWatcher(isDrivenByHand: true)
    let presenter = present(scratch.url("a.txt"), watcher)
    defer { NSFileCoordinator.removeFilePresenter(presenter) }
    try Data("new".utf8).write(to: scratch.url("a.txt"))
    watcher.settle()
    #expect(presenter.take() == ["changed by unknown"])
    try FileManager.default.moveItem(at: scratch.url("a.txt"), to: scratch.url("b.txt"))
    watcher.settle()
    #expect(presenter.take() == ["moved b.txt"])
    try FileManager.default.removeItem(at: scratch.url("b.txt"))
    watcher.settle()
    #expect(presenter.take() == ["deleted"])
    NSFileCoordinator.removeFilePresenter(presenter)
    #expect(watcher.cost.items == 0)
  }

  @Test("J5: a presenter of a directory is notified of each item in it")
  func directories() throws {
    let scratch = try ScratchDirectory(["d/a.txt": "a", "d/b.txt": "b", "d/c.txt": "c"])
    let watcher = FileWatcher(isDrivenByHand: true)
    let presenter = present(scratch.url("d"), watcher)
    defer { NSFileCoordinator.removeFilePresenter(presenter) }
    try Data("new".utf8).write(to: scratch.url("d/a.txt"))
    try FileManager.default.moveItem(at: scratch.url("d/b.txt"), to: scratch.url("d/e.txt"))
    try FileManager.default.removeItem(at: scratch.url("d/c.txt"))
    try Data("f".utf8).write(to: scratch.url("d/f.txt"))
    watcher.settle()
    #expect(
      presenter.take() == [
        "changed a.txt", "b.txt moved to e.txt", "deleted c.txt", "appeared f.txt",
        "changed by unknown",
      ])
  }

  @Test("J4, K3: the changes of a long access are reported once, and not to its originator")
  func coordinatedForLong() throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let watcher = FileWatcher(isDrivenByHand: true)
    let url = scratch.url("a.txt")
    let (writer, other) = (present(url, watcher), present(url, watcher))
    defer { for presenter in [writer, other] { NSFileCoordinator.removeFilePresenter(presenter) } }
    NSFileCoordinator(filePresenter: writer).coordinate(writingItemAt: url) {
      try? Data("new".utf8).write(to: $0)
      watcher.settle()
    }
    watcher.settle()
    #expect(writer.take() == [] && other.take() == ["changed by thisProcess"])
    NSFileCoordinator().coordinate(writingItemAt: url, options: .forDeleting) {
      try? FileManager.default.removeItem(at: $0)
      watcher.settle()
    }
    watcher.settle()
    #expect(writer.take() == ["deleted"] && other.take() == ["deleted"])
  }

  @Test("K3: an event that was found before a coordinated change is not reported after it")
  func foundBefore() throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let watcher = FileWatcher(isDrivenByHand: true)
    let url = scratch.url("a.txt")
    // Both events are found together, and the handler of the first one deletes the item.
    let first = watcher.watch(FilePath(url.path(percentEncoded: false))) { _ in
      NSFileCoordinator().coordinate(writingItemAt: url, options: .forDeleting) {
        try? FileManager.default.removeItem(at: $0)
      }
    }
    let presenter = present(url, watcher)
    defer { NSFileCoordinator.removeFilePresenter(presenter) }
    try Data("changed".utf8).write(to: url)
    watcher.settle()
    first.cancel()
    #expect(presenter.take().last == "deleted")
  }

  @Test("J4, K3: a coordinated change is reported once, and not to its originator")
  func coordinated() throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let watcher = FileWatcher(isDrivenByHand: true)
    let url = scratch.url("a.txt")
    let (writer, other) = (present(url, watcher), present(url, watcher))
    defer { for presenter in [writer, other] { NSFileCoordinator.removeFilePresenter(presenter) } }
    NSFileCoordinator(filePresenter: writer).coordinate(writingItemAt: url) {
      try? Data("new".utf8).write(to: $0)
    }
    watcher.settle()
    #expect(writer.take() == [] && other.take() == ["changed by thisProcess"])
    let coordinator = NSFileCoordinator()
    let newURL = scratch.url("b.txt")
    coordinator.coordinate(
      writingItemAt: url, options: .forMoving, writingItemAt: newURL, options: []
    ) { old, new in
      try? FileManager.default.moveItem(at: old, to: new)
      coordinator.item(at: old, didMoveTo: new)
    }
    watcher.settle()
    #expect(writer.take() == ["moved b.txt"] && other.take() == ["moved b.txt"])
    try Data("newer still".utf8).write(to: newURL)
    watcher.settle()
    #expect(writer.take() == ["changed by unknown"] && other.take() == ["changed by unknown"])
    coordinator.coordinate(writingItemAt: newURL, options: .forDeleting) {
      try? FileManager.default.removeItem(at: $0)
    }
    watcher.settle()
    #expect(writer.take() == ["deleted"] && other.take() == ["deleted"])
  }

  @Test("J10, K3: a presenter may be notified of a move while its URL is read")
  func notifiedWhileRead() throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let watcher = FileWatcher(isDrivenByHand: true)
    let (url, newURL) = (scratch.url("a.txt"), scratch.url("b.txt"))
    let presenter = present(url, watcher)
    defer { NSFileCoordinator.removeFilePresenter(presenter) }
    let coordinator = NSFileCoordinator()
    coordinator.coordinate(
      writingItemAt: url, options: .forMoving, writingItemAt: newURL, options: []
    ) { old, new in
      try? FileManager.default.moveItem(at: old, to: new)
      presenter.presentedItemOperationQueue.isSuspended = true
      coordinator.item(at: old, didMoveTo: new)
      presenter.isNotifiedWhileRead.withLock { $0 = true }
    }
    watcher.settle()
    #expect(presenter.take() == ["moved b.txt"])
    #expect(presenter.isNotifiedWhileRead.withLock { !$0 })
    try Data("new".utf8).write(to: newURL)
    watcher.settle()
    #expect(presenter.take() == ["changed by unknown"])
  }

  @Test("J18: examining items at intervals is reported once for each reason")
  func polling() {
    let report = PollingReport()
    let errors = Mutex<[DocumentError]>([])
    for reason in [PollingReason.network, .watchLimit, .network, .watchLimit] {
      report.reportOnce(reason, "/net/a.txt") { error in errors.withLock { $0.append(error) } }
    }
    #expect(errors.withLock { $0.map(\.code) } == [.watchingLimited, .watchingLimited])
    #expect(errors.withLock { $0.last?.remedy.contains("max_user_watches") } == true)
  }
}
