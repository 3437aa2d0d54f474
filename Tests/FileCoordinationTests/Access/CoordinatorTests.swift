import CoordinationTestSupport
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIFileCoordination

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

  /// An access to an item, or to the item of another access and all contents.
  enum Nested: CaseIterable { case reading, writing, deletingParent }

  /// Makes an access.
  ///
  /// - Returns: A Boolean value that indicates whether the accessor ran.
  private func make(
    _ access: Nested, by coordinator: NSFileCoordinator, _ body: () -> Void = {}
  ) -> Bool {
    var hasRun = false
    var error: NSError?
    let accessor = { (_: URL) in
      hasRun = true
      body()
    }
    switch access {
    case .reading: coordinator.coordinate(readingItemAt: url, error: &error, byAccessor: accessor)
    case .writing: coordinator.coordinate(writingItemAt: url, error: &error, byAccessor: accessor)
    case .deletingParent:
      coordinator.coordinate(
        writingItemAt: url.deletingLastPathComponent(), options: .forDeleting, error: &error,
        byAccessor: accessor)
    }
    #expect(hasRun == (error == nil))
    return hasRun
  }

  @Test(
    "K6: a coordinator never waits for itself, and any coordinator may read inside an access",
    arguments: Nested.allCases, Nested.allCases)
  func nesting(outer: Nested, inner: Nested) {
    let coordinator = NSFileCoordinator()
    for (other, succeeds) in [(coordinator, true), (NSFileCoordinator(), inner == .reading)] {
      var hasRun = false
      let isMade = make(outer, by: coordinator) {
        hasRun = make(inner, by: other) {
          #expect(make(.reading, by: NSFileCoordinator()))
        }
      }
      #expect(isMade && hasRun == succeeds)
    }
  }

  @Test("K6: accesses inside an accessor overtake those that wait for its end")
  func nestedBeforeWaiting() async {
    let (url, other) = (url, url.appendingPathExtension("other"))
    let order = Log()
    let isActive = DispatchSemaphore(value: 0)
    async let outer: Void = TestProgram.onOwnThread {
      let coordinator = NSFileCoordinator()
      coordinator.coordinate(readingItemAt: url) { _ in
        isActive.signal()
        while !CoordinationMonitor.shared.hasWaiting(for: url) { usleep(1_000) }
        coordinator.coordinate(writingItemAt: url) { _ in order.add("the item") }
        NSFileCoordinator().coordinate(readingItemAt: other) { _ in order.add("another") }
      }
    }
    async let waiting: Void = TestProgram.onOwnThread {
      isActive.wait()
      NSFileCoordinator().coordinate(writingItemAt: url, writingItemAt: other) { _, _ in
        order.add("waiting")
      }
    }
    _ = await (outer, waiting)
    #expect(order.all == ["the item", "another", "waiting"])
  }

  @Test("K6: two readers of which each writes are a circle, which ends at once")
  func twoReadersThatWrite() async {
    let url = url
    let areActive = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    @Sendable func writeInside(_ own: Int) -> Bool {
      let coordinator = NSFileCoordinator()
      var hasWritten = false
      coordinator.coordinate(readingItemAt: url) { _ in
        areActive[own].signal()
        areActive[1 - own].wait()
        coordinator.coordinate(writingItemAt: url) { _ in hasWritten = true }
      }
      return hasWritten
    }
    async let first = TestProgram.onOwnThread { writeInside(0) }
    async let second = TestProgram.onOwnThread { writeInside(1) }
    #expect(await [first, second].filter { $0 }.count == 1)
  }

  // MARK: - Asynchronous accesses

  @Test("A queue is free while its accessor waits, and the calls keep their order")
  func asynchronous() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let order = Log()
    let release = hold(url, writing: true, order, "writer")
    let count = 20
    await withCheckedContinuation { continuation in
      for number in 0..<count {
        NSFileCoordinator().coordinate(with: [.writingIntent(with: url)], queue: queue) { error in
          #expect(error == nil)
          #expect(OperationQueue.current === queue)
          order.add("\(number)")
          if number == count - 1 { continuation.resume() }
        }
      }
      // The queue runs another operation, which lets the writer end.
      queue.addOperation { release.signal() }
    }
    #expect(order.all.suffix(count) == (0..<count).map { "\($0)" })
  }

  @Test("A cancelled operation of a queue ends the access")
  func cancelledQueue() async {
    let queue = OperationQueue()
    queue.isSuspended = true
    NSFileCoordinator().coordinate(with: [.writingIntent(with: url)], queue: queue) { _ in
      Issue.record("the accessor ran")
    }
    await TestProgram.onOwnThread {
      while queue.operationCount == 0 { usleep(1_000) }
      queue.cancelAllOperations()
      queue.isSuspended = false
    }
    #expect(make(.writing, by: NSFileCoordinator()))
  }

  @Test("K9: an access on the queue that an accessor waits for fails at once")
  func queueOfAccessor() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let url = url
    let failure = Mutex<DocumentError?>(nil)
    queue.addOperation {
      let coordinator = NSFileCoordinator()
      coordinator.presenterPatience = .seconds(600)
      // The accessor below is waiting for this queue.
      while !CoordinationMonitor.shared.withState({ $0.awaitsQueue(for: url) }) {
        usleep(1_000)
      }
      var error: NSError?
      coordinator.coordinate(writingItemAt: url, error: &error) { _ in }
      failure.withLock {
        $0 = error?.userInfo[NSUnderlyingErrorKey] as? DocumentError
      }
    }
    await withCheckedContinuation { continuation in
      NSFileCoordinator().coordinate(with: [.writingIntent(with: url)], queue: queue) { error in
        #expect(error == nil)
        continuation.resume()
      }
      queue.isSuspended = false
    }
    #expect(failure.withLock { $0?.code } == .circularWait)
    #expect(failure.withLock { $0?.message.contains("waits for the queue") } == true)
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
      NSFileCoordinator().coordinate(with: [.writingIntent(with: url)], queue: queue) { _ in
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

  /// Returns true if a writer of an item has to wait now.
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

  @Test("K1: moving a directory waits for its contents")
  func directories() {
    let log = Log()
    let part = hold(place.appending(path: "b/TXT.rtf"), writing: true, log, "part")
    #expect(waits(place.appending(path: "b/TXT.rtf"), []))
    #expect(!waits(place.appending(path: "b/other"), []))
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
      // An item that stays has not moved.
      coordinator.item(at: moved, didMoveTo: moved)
    }
    #expect(read.withLock { $0?.lastPathComponent } == "z.txt")
    #expect(presenter.steps.contains("moved to z.txt"))
    #expect(presenter.presentedItemURL?.lastPathComponent == "z.txt")
    #expect(inside.steps.count { $0 == "moved to c.txt" } == 1)
    #expect(inside.presentedItemURL?.path().hasSuffix("moved/c.txt") == true)
    presenter.resign()
    inside.resign()
  }

  @Test("K9: a presenter that does not answer is ignored and reported")
  func patience() {
    let presenter = TracingPresenter(url, answers: false)
    let heard = Mutex<[DocumentError.Code]>([])
    var configuration = FileCoordinationConfiguration.standard
    configuration.report = { error in heard.withLock { $0.append(error.code) } }
    configuration.presenterPatience = .milliseconds(1)
    var hasRead = false
    FileCoordinationConfiguration.$scoped.withValue(configuration) {
      NSFileCoordinator().coordinate(readingItemAt: url) { _ in hasRead = true }
    }
    #expect(hasRead)
    #expect(heard.withLock { $0.contains(.presenterUnresponsive) })
    // It is asked once, so it costs the patience once.
    #expect(presenter.steps == ["reader"])
    presenter.resign()
  }
}

extension CoordinationState {
  /// Returns true if an accessor for an item waits for its queue.
  fileprivate func awaitsQueue(for url: URL) -> Bool {
    claims.contains { claim in
      claim.awaited != nil && claim.items.contains { $0.path.string == url.path }
    }
  }
}
