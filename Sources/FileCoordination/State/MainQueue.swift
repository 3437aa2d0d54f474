internal import Dispatch
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

  /// A Boolean value that indicates whether the caller runs on the main queue.
  ///
  /// An asynchronous `main` ends the main thread at its first suspension, and any thread may serve the
  /// queue from then on.
  package static var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true
  }

  // MARK: - Work

  private struct Work: Sendable {
    let number: UInt64
    let body: UncheckedSendableBox<() -> Void>
  }

  private struct Works: Sendable {
    var newest: UInt64 = 0
    var waiting: [Work] = []
  }

  private static let works = Mutex(Works())

  /// Runs work on the main queue, soon.
  ///
  /// If the main queue waits in a coordinated access, the work runs there, because the access may wait
  /// for it.
  package static func perform(_ body: @escaping () -> Void) {
    let body = UncheckedSendableBox(body)
    let number = works.withLock { works in
      works.newest += 1
      works.waiting.append(Work(number: works.newest, body: body))
      return works.newest
    }
    DispatchQueue.main.async { takeWork(upTo: number) }
    CoordinationMonitor.shared.signal()
  }

  /// A Boolean value that indicates whether work waits.
  static var hasWork: Bool { works.withLock { !$0.waiting.isEmpty } }

  /// Runs the work that has waited longest.
  static func runWork() {
    let work = works.withLock { works in
      works.waiting.isEmpty ? nil : works.waiting.removeFirst()
    }
    work?.body.value()
  }

  /// Runs all work up to a number that has not run yet, in its order.
  private static func takeWork(upTo number: UInt64) {
    while works.withLock({ ($0.waiting.first?.number ?? .max) <= number }) { runWork() }
  }
}
