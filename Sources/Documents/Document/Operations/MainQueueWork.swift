internal import Dispatch
internal import Synchronization
internal import UTIPlatform

/// The work of documents that waits for the main queue, in the order in which it was added.
///
/// The main queue runs one piece of work a turn. A thread that ends the process while it runs on the main
/// queue blocks the queue for good; that thread runs the waiting work itself.
final class MainQueueWork: Sendable {
  static let shared = MainQueueWork()

  private struct State: Sendable {
    var waiting: [UncheckedSendableBox<() -> Void>] = []
    /// The number of pieces at the beginning of `waiting` that have run.
    var done = 0
    var servers = 0
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// Adds work.
  func add(_ work: UncheckedSendableBox<() -> Void>) {
    let isServed = state.withLock { state in
      state.waiting.append(work)
      return state.servers > 0
    }
    if isServed { arrival.signal() }
    DispatchQueue.main.async { [self] in next()?.value() }
  }

  /// Runs work on the calling thread, which belongs to the main queue.
  ///
  /// - Parameters:
  ///   - deadline: The time at which to give up; asked for anew after each wait.
  ///   - isOver: A condition that ends the service; ``wake()`` has it evaluated.
  func serve(until deadline: () -> DispatchTime, _ isOver: () -> Bool) {
    state.withLock { $0.servers += 1 }
    defer { state.withLock { $0.servers -= 1 } }
    while !isOver() {
      if let work = next() {
        work.value()
      } else if DispatchTime.now() < deadline() {
        _ = arrival.wait(timeout: deadline())
      } else {
        return
      }
    }
  }

  /// Has the threads that serve look at their conditions.
  func wake() {
    for _ in 0..<state.withLock({ $0.servers }) { arrival.signal() }
  }

  private func next() -> UncheckedSendableBox<() -> Void>? {
    state.withLock { state in
      guard state.done < state.waiting.count else { return nil }
      defer {
        state.done += 1
        // Constant time on average, and no memory for what has run.
        if state.done * 2 >= state.waiting.count {
          state.waiting.removeFirst(state.done)
          state.done = 0
        }
      }
      return state.waiting[state.done]
    }
  }
}
