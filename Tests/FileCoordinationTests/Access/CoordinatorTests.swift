import CoordinationTestSupport
import Foundation
import Synchronization
import SystemPackage
import Testing
import UTIPlatform

@testable import FileCoordination

@Suite struct Coordinator {
  private let place = URL(filePath: "/nowhere/\(UUID().uuidString)")
  private var url: URL { place.appending(path: "a.txt") }

  @Test("K2, K3: presenters relinquish, save for a reader, and are notified at the end")
  func order() {
    let presenter = TracingPresenter(url)
    let coordinator = NSFileCoordinator()
    coordinator.coordinate(readingItemAt: url) { _ in presenter.add("read") }
    #expect(presenter.steps == ["reader", "save", "read", "reader is done"])
    coordinator.coordinate(readingItemAt: url, options: .withoutChanges) { _ in }
    coordinator.coordinate(writingItemAt: url) { _ in presenter.add("write") }
    #expect(
      presenter.steps.dropFirst(4) == [
        "reader", "reader is done", "writer", "write", "writer is done", "changed",
      ])
    coordinator.coordinate(writingItemAt: url, options: .forMerging) { _ in }
    coordinator.coordinate(writingItemAt: url, options: .forDeleting) { _ in }
    #expect(
      presenter.steps.dropFirst(10) == [
        "writer", "save", "writer is done", "changed", "writer", "deletion", "writer is done",
      ])
    presenter.resign()
    coordinator.coordinate(writingItemAt: url) { _ in }
    #expect(presenter.steps.count == 17)
  }

  @Test("K4: the presenter that makes an access is not notified")
  func ownPresenter() {
    let presenter = TracingPresenter(url)
    NSFileCoordinator(filePresenter: presenter).coordinate(writingItemAt: url) { _ in }
    #expect(presenter.steps == [])
    presenter.resign()
  }

  @Test("K5: an error of a presenter prevents the accessor")
  func refusal() {
    let presenter = TracingPresenter(url, refusal: PresenterRefusal(reason: "no"))
    var error: NSError?
    NSFileCoordinator().coordinate(readingItemAt: url, error: &error) { _ in
      Issue.record("the accessor ran")
    }
    #expect(
      error?.userInfo[NSUnderlyingErrorKey] as? PresenterRefusal == PresenterRefusal(reason: "no"))
    #expect(presenter.steps == ["reader", "save", "reader is done"])
    presenter.resign()
  }

  @Test("K5: a cancelled accessor does not run")
  func cancellation() {
    let coordinator = NSFileCoordinator()
    coordinator.cancel()
    var error: NSError?
    coordinator.coordinate(writingItemAt: url, error: &error) { _ in
      Issue.record("the accessor ran")
    }
    #expect(error?.code == CocoaError.userCancelled.rawValue)
  }

  @Test("K6: inside a write the same item may be read, and no other item")
  func nesting() {
    var errors: [NSError?] = [nil, nil, nil]
    var hasRead = false
    let coordinator = NSFileCoordinator()
    coordinator.coordinate(writingItemAt: url) { url in
      coordinator.coordinate(readingItemAt: url, error: &errors[0]) { _ in hasRead = true }
      coordinator.coordinate(writingItemAt: url, error: &errors[1]) { _ in
        Issue.record("written inside writing")
      }
    }
    coordinator.coordinate(readingItemAt: url) { url in
      coordinator.coordinate(readingItemAt: url, error: &errors[2]) { _ in
        Issue.record("read inside reading")
      }
    }
    #expect(hasRead)
    #expect(errors.map { $0 != nil } == [false, true, true])
  }

  /// The starts and ends of accesses, in order.
  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
  }

  /// Begins an access on a separate thread, which ends on a signal.
  ///
  /// - Returns: the semaphore of the signal.
  private func hold(_ url: URL, writing: Bool, _ log: Log, _ name: String) -> DispatchSemaphore {
    let begun = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let access: (URL) -> Void = { _ in
        log.add("\(name) begins")
        begun.signal()
        end.wait()
        log.add("\(name) ends")
      }
      if writing {
        NSFileCoordinator().coordinate(writingItemAt: url, byAccessor: access)
      } else {
        NSFileCoordinator().coordinate(readingItemAt: url, byAccessor: access)
      }
    }
    begun.wait()
    return end
  }

  @Test("K1: many may read at once, and a writer waits for them and blocks all others")
  func readersAndWriter() async {
    let log = Log()
    let first = hold(url, writing: false, log, "first")
    let second = hold(url, writing: false, log, "second")
    let url = url
    let queue = OperationQueue()
    await withCheckedContinuation { continuation in
      NSFileCoordinator().coordinate(
        with: [.writingIntent(with: url)], queue: queue
      ) { _ in
        log.add("writer")
        continuation.resume()
      }
      first.signal()
      second.signal()
    }
    #expect(log.all.prefix(2) == ["first begins", "second begins"])
    #expect(log.all.last == "writer")
    #expect(log.all.count == 5)
  }

  /// Returns a Boolean value that indicates whether a writer of an item has to wait now.
  private func waits(_ url: URL, _ options: NSFileCoordinator.WritingOptions) -> Bool {
    let coordinator = UncheckedSendableBox(NSFileCoordinator())
    let done = DispatchSemaphore(value: 0)
    let log = Log()
    Thread.detachNewThread {
      coordinator.value.coordinate(writingItemAt: url, options: options) { _ in log.add("done") }
      done.signal()
    }
    while log.all.isEmpty {
      if CoordinationMonitor.shared.hasWaiting(for: url) {
        coordinator.value.cancel()
        done.wait()
        return true
      }
      sched_yield()
    }
    done.wait()
    return false
  }

  @Test("K1: a package is one item, and moving a directory waits for its contents")
  func packagesAndDirectories() {
    let log = Log()
    let part = hold(place.appending(path: "b.rtfd/TXT.rtf"), writing: true, log, "part")
    #expect(waits(place.appending(path: "b.rtfd"), []))
    #expect(waits(place.appending(path: "b.rtfd/other"), []))
    #expect(waits(place, .forMoving))
    #expect(!waits(place, []))
    #expect(!waits(url, []))
    part.signal()
  }

  @Test("K7: accesses of one purpose never wait for each other")
  func purpose() {
    let outer = NSFileCoordinator()
    let inner = NSFileCoordinator()
    inner.purposeIdentifier = outer.purposeIdentifier
    let other = UncheckedSendableBox(inner)
    let url = url
    outer.coordinate(writingItemAt: url) { _ in
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        other.value.coordinate(writingItemAt: url) { _ in done.signal() }
      }
      done.wait()
    }
  }

  @Test("E6, N3: presenters follow a move, and so does a reader that waits")
  func moves() async {
    let presenter = TracingPresenter(url)
    let inside = TracingPresenter(place.appending(path: "sub/c.txt"))
    let (source, destination) = (url, place.appending(path: "z.txt"))
    let queue = OperationQueue()
    let read = Mutex<URL?>(nil)
    let sub = place.appending(path: "sub")
    let moved = place.appending(path: "moved")
    await withCheckedContinuation { continuation in
      let coordinator = NSFileCoordinator()
      coordinator.coordinate(
        writingItemAt: source, options: .forMoving, writingItemAt: destination
      ) { old, new in
        let reader = NSFileCoordinator()
        let intent = NSFileAccessIntent.readingIntent(with: source)
        reader.coordinate(with: [intent], queue: queue) { _ in
          read.withLock { $0 = intent.url }
          continuation.resume()
        }
        // The reader waits before the item moves.
        while !CoordinationMonitor.shared.hasWaiting(for: source) { sched_yield() }
        coordinator.item(at: old, willMoveTo: new)
        coordinator.item(at: old, didMoveTo: new)
      }
    }
    let coordinator = NSFileCoordinator()
    coordinator.coordinate(writingItemAt: sub, options: .forMoving) { _ in
      coordinator.item(at: sub, didMoveTo: moved)
    }
    #expect(read.withLock { $0?.lastPathComponent } == "z.txt")
    #expect(presenter.steps.contains("moved to z.txt"))
    #expect(presenter.presentedItemURL?.lastPathComponent == "z.txt")
    #expect(inside.steps.contains("moved to c.txt"))
    #expect(inside.presentedItemURL?.path().hasSuffix("moved/c.txt") == true)
    presenter.resign()
    inside.resign()
  }

  @Test("K9: a presenter that does not answer is ignored and reported")
  func patience() {
    let presenter = TracingPresenter(url, answers: false)
    let heard = Mutex<[FileCoordinationError.Code]>([])
    var configuration = FileCoordinationConfiguration.standard
    configuration.report = { error in heard.withLock { $0.append(error.code) } }
    configuration.presenterPatience = .milliseconds(1)
    var hasRead = false
    FileCoordinationConfiguration.$scoped.withValue(configuration) {
      NSFileCoordinator().coordinate(readingItemAt: url) { _ in hasRead = true }
    }
    #expect(hasRead)
    #expect(heard.withLock { $0.contains(.presenterUnresponsive) })
    presenter.resign()
  }
}
