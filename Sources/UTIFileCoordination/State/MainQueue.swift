internal import CUTISystemCalls
package import Dispatch
internal import Foundation
internal import Synchronization
internal import UTIPlatform

/// The main queue, which on Linux need not be served by the main thread.
package enum MainQueue {
  private static let mark = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// An asynchronous `main` ends the main thread at its first suspension, and any thread may serve
  /// the queue from then on.
  package static var isCurrent: Bool {
    uti_is_main_thread() != 0 || DispatchQueue.getSpecific(key: mark) == true
  }

  // MARK: - Work

  private struct Work: Sendable {
    let body: UncheckedSendableBox<() -> Void>
    /// True if the work must not run while the program's code waits in a function.
    let isPostponable: Bool
  }

  private struct Works: Sendable {
    var waiting: [Work] = []
    /// The number of pieces at the beginning of `waiting` that have run.
    var done = 0
    var added = 0
    var servers = 0
    /// The descriptor that ends the poll of ``serveWaiting(until:_:)``; nil if no thread is in it.
    var waker: CInt?

    var hasNext: Bool { done < waiting.count }

    /// The number of the oldest waiting piece, counted from the first that was ever added.
    var nextNumber: Int { added - waiting.count + done }

    mutating func takeNext() -> UncheckedSendableBox<() -> Void>? {
      guard hasNext else { return nil }
      let next = waiting[done].body
      done += 1
      // Constant time on average, and no memory for finished work.
      if done * 2 >= waiting.count {
        waiting.removeFirst(done)
        done = 0
      }
      return next
    }

    // Under the lock, because the descriptor is closed after the wait.
    func wake() { if let waker { uti_wake(waker) } }

    mutating func takeNextUnpostponable() -> UncheckedSendableBox<() -> Void>? {
      let next = waiting[done...].firstIndex { !$0.isPostponable }
      return next.map { waiting.remove(at: $0).body }
    }
  }

  private static let works = Mutex(Works())
  private static let arrival = DispatchSemaphore(value: 0)

  /// The work runs in a coordinated access of the main queue, which may wait for it;
  /// `isPostponable`: ``serveWaiting(until:_:)`` must not run the work.
  package static func perform(isPostponable: Bool = false, _ body: @escaping () -> Void) {
    let work = Work(body: UncheckedSendableBox(body), isPostponable: isPostponable)
    let (number, isServed) = works.withLock { works in
      works.waiting.append(work)
      works.added += 1
      works.wake()
      return (works.added - 1, works.servers > 0)
    }
    if isServed { arrival.signal() }
    DispatchQueue.main.async { runWork(upTo: number) }
    CoordinationMonitor.shared.signal()
  }

  static var hasWork: Bool { works.withLock { $0.hasNext } }

  /// Runs the work that has waited longest.
  static func runWork() {
    let work = works.withLock { $0.takeNext() }
    work?.value()
  }

  /// Runs all work up to a number that has not run yet, in its order.
  private static func runWork(upTo number: Int) {
    while let work = works.withLock({ $0.nextNumber <= number ? $0.takeNext() : nil }) {
      work.value()
    }
  }

  // MARK: - Waiting

  /// True if a thread is in ``serveWaiting(until:_:)``.
  package static var isWaiting: Bool { works.withLock { $0.waker != nil } }

  /// Runs work that is not postponable, while the program's code waits; ``wake()`` has `isOver`
  /// evaluated; returns false if a signal handler has interrupted the wait.
  package static func serveWaiting(
    until deadline: ContinuousClock.Instant?, _ isOver: () -> Bool
  ) -> Bool {
    let waker = uti_make_waker()
    defer { if waker >= 0 { close(waker) } }
    works.withLock { $0.waker = waker }
    defer { works.withLock { $0.waker = nil } }
    while true {
      while let work = works.withLock({ $0.takeNextUnpostponable() }) { work.value() }
      let rest = deadline.map { $0 - .now }
      if isOver() || rest.map({ $0 <= .zero }) ?? false { return true }
      var wait = pollfd(fd: waker, events: Int16(POLLIN), revents: 0)
      // Rounded up, so that the last turn does not poll without a pause.
      let milliseconds = rest.map { min($0 / .milliseconds(1) + 1, 60_000) } ?? -1
      // Without a descriptor, the poll is a short sleep.
      guard poll(&wait, 1, waker >= 0 ? CInt(milliseconds) : 10) >= 0 else { return false }
      var count: UInt64 = 0
      if wait.revents != 0 { _ = read(waker, &count, MemoryLayout.size(ofValue: count)) }
    }
  }

  // MARK: - Ending

  /// The thread ends the process and blocks the main queue permanently; the deadline is evaluated
  /// after each wait, and `isOver` after ``wake()``.
  package static func serve(until deadline: () -> DispatchTime, _ isOver: () -> Bool) {
    works.withLock { $0.servers += 1 }
    defer { works.withLock { $0.servers -= 1 } }
    while !isOver() {
      if let work = works.withLock({ $0.takeNext() }) {
        work.value()
      } else if DispatchTime.now() < deadline() {
        _ = arrival.wait(timeout: deadline())
      } else {
        return
      }
    }
  }

  /// Makes the serving threads evaluate their conditions.
  package static func wake() {
    let servers = works.withLock { works in
      works.wake()
      return works.servers
    }
    for _ in 0..<servers { arrival.signal() }
  }
}
