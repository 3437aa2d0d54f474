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

  /// True if the caller runs on the main queue.
  ///
  /// An asynchronous `main` ends the main thread at its first suspension, and any thread may serve the
  /// queue from then on.
  package static var isCurrent: Bool {
    uti_is_main_thread() != 0 || DispatchQueue.getSpecific(key: mark) == true
  }

  // MARK: - Work

  private struct Works: Sendable {
    var waiting: [UncheckedSendableBox<() -> Void>] = []
    /// The number of pieces at the beginning of `waiting` that have run.
    var done = 0
    /// The number of pieces that were ever added.
    var added = 0
    /// The number of threads in ``serve(until:_:)``.
    var servers = 0

    var hasNext: Bool { done < waiting.count }

    /// The number of the oldest waiting piece, counted from the first that was ever added.
    var nextNumber: Int { added - waiting.count + done }

    mutating func takeNext() -> UncheckedSendableBox<() -> Void>? {
      guard hasNext else { return nil }
      let next = waiting[done]
      done += 1
      // Constant time on average, and no memory for finished work.
      if done * 2 >= waiting.count {
        waiting.removeFirst(done)
        done = 0
      }
      return next
    }
  }

  private static let works = Mutex(Works())
  private static let arrival = DispatchSemaphore(value: 0)

  /// Runs work on the main queue, soon.
  ///
  /// If the main queue waits in a coordinated access, the work runs there, because the access may wait
  /// for it.
  package static func perform(_ body: @escaping () -> Void) {
    let body = UncheckedSendableBox(body)
    let (number, isServed) = works.withLock { works in
      works.waiting.append(body)
      works.added += 1
      return (works.added - 1, works.servers > 0)
    }
    if isServed { arrival.signal() }
    DispatchQueue.main.async { runWork(upTo: number) }
    CoordinationMonitor.shared.signal()
  }

  /// True if work waits.
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

  // MARK: - Ending

  /// Runs work on the calling thread, which ends the process and blocks the main queue
  /// permanently.
  ///
  /// - Parameters:
  ///   - deadline: The time at which to give up; evaluated again after each wait.
  ///   - isOver: A condition that ends the service; ``wake()`` has it evaluated.
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
    for _ in 0..<works.withLock({ $0.servers }) { arrival.signal() }
  }
}
