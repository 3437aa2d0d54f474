import CoordinationTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import UTIFileCoordination

/// The behaviours of `Documentation/AppleReference.md` that no rule has.
@Suite struct Accessors {
  private let place = URL(filePath: "/nowhere/\(UUID().uuidString)")
  private var url: URL { place.appending(path: "a.txt") }

  @Test func `An accessor runs once, on the thread of its caller, before the call returns`() {
    let thread = Thread.current
    var (threads, error) = ([Thread](), NSError?.none)
    let coordinator = NSFileCoordinator()
    coordinator.coordinate(readingItemAt: url, error: &error) { _ in threads.append(.current) }
    coordinator.coordinate(writingItemAt: url, error: &error) { _ in threads.append(.current) }
    coordinator.coordinate(
      readingItemAt: url, writingItemAt: place.appending(path: "b.txt"), error: &error
    ) { _, _ in threads.append(.current) }
    #expect(threads.count == 3 && threads.allSatisfy { $0 === thread } && error == nil)
  }

  @Test func `A read of available metadata asks presenters to relinquish, and not to save`() {
    let presenter = TracingPresenter(url)
    NSFileCoordinator().coordinate(
      readingItemAt: url, options: .immediatelyAvailableMetadataOnly
    ) { _ in presenter.add("read") }
    #expect(presenter.steps == ["reader", "read", "reader is done"])
    presenter.resign()
  }

  @Test func `A presenter that does not accommodate a deletion prevents it`() {
    let presenter = TracingPresenter(url, refusal: PresenterRefusal(reason: "needed"))
    var (hasRun, error) = (false, NSError?.none)
    NSFileCoordinator().coordinate(writingItemAt: url, options: .forDeleting, error: &error) { _ in
      hasRun = true
    }
    #expect(!hasRun && error?.userInfo[NSUnderlyingErrorKey] is PresenterRefusal)
    #expect(presenter.steps == ["writer", "deletion", "writer is done"])
    presenter.resign()
  }

  /// A presenter that records the deletions of items in its directory.
  private final class DirectoryPresenter: NSFilePresenter, Sendable {
    let presentedItemURL: URL?
    let presentedItemOperationQueue = OperationQueue()
    let deleted = Mutex<[String]>([])
    let threadsOfQueue = Mutex<[Bool]>([])

    init(_ url: URL?) { presentedItemURL = url }

    func accommodatePresentedSubitemDeletion(
      at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      deleted.withLock { $0.append(url.lastPathComponent) }
      completionHandler(nil)
    }

    func relinquishPresentedItem(
      toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
    ) {
      let isOnQueue = OperationQueue.current === presentedItemOperationQueue
      threadsOfQueue.withLock { $0.append(isOnQueue) }
      reader(nil)
    }
  }

  @Test func `A presenter of a directory accommodates the deletion of an item in it`() {
    let presenter = DirectoryPresenter(place)
    NSFileCoordinator.addFilePresenter(presenter)
    defer { NSFileCoordinator.removeFilePresenter(presenter) }
    let coordinator = NSFileCoordinator()
    var deletedBefore: [String] = []
    coordinator.coordinate(writingItemAt: url) { _ in }
    coordinator.coordinate(writingItemAt: url, options: .forDeleting) { _ in
      deletedBefore = presenter.deleted.withLock { $0 }
    }
    #expect(deletedBefore == ["a.txt"])
  }

  @Test func `Messages arrive on the queue of the presenter`() {
    let presenter = DirectoryPresenter(url)
    NSFileCoordinator.addFilePresenter(presenter)
    defer { NSFileCoordinator.removeFilePresenter(presenter) }
    NSFileCoordinator().coordinate(readingItemAt: url) { _ in }
    #expect(presenter.threadsOfQueue.withLock { $0 } == [true])
  }

  @Test func `Presenters are registered from their addition to their removal`() {
    let (presenter, nowhere) = (DirectoryPresenter(url), DirectoryPresenter(nil))
    func isRegistered(_ presenter: DirectoryPresenter) -> Bool {
      NSFileCoordinator.filePresenters.contains { $0 === presenter }
    }
    #expect(!isRegistered(presenter))
    NSFileCoordinator.addFilePresenter(presenter)
    NSFileCoordinator.addFilePresenter(nowhere)
    #expect(isRegistered(presenter) && isRegistered(nowhere))
    NSFileCoordinator().coordinate(readingItemAt: url) { _ in }
    NSFileCoordinator.removeFilePresenter(presenter)
    NSFileCoordinator.removeFilePresenter(nowhere)
    #expect(!isRegistered(presenter) && !isRegistered(nowhere))
    NSFileCoordinator().coordinate(readingItemAt: url) { _ in }
    #expect(presenter.threadsOfQueue.withLock { $0.count } == 1)
    #expect(nowhere.threadsOfQueue.withLock { $0.isEmpty })
  }

  @Test func `A read that resolves a symbolic link receives the destination`() throws {
    let scratch = try ScratchDirectory(["a.txt": "text"])
    let link = scratch.url("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: scratch.url("a.txt"))
    var found: [String] = []
    let coordinator = NSFileCoordinator()
    coordinator.coordinate(readingItemAt: link) { found.append($0.lastPathComponent) }
    coordinator.coordinate(readingItemAt: link, options: .resolvesSymbolicLink) {
      found.append($0.lastPathComponent)
    }
    coordinator.coordinate(readingItemAt: scratch.url("a.txt"), options: .resolvesSymbolicLink) {
      found.append($0.lastPathComponent)
    }
    #expect(found == ["link", "a.txt", "a.txt"])
  }
}
