package import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The state of coordination of this process, and the threads that wait for it to change; unchecked
/// because a condition variable guards everything in it.
package final class CoordinationMonitor: @unchecked Sendable {
  package static let shared = CoordinationMonitor()

  private let condition = NSCondition()
  private var state = CoordinationState()

  /// Changes the state, and wakes all waiting threads.
  @discardableResult
  package func withState<Result>(_ body: (inout CoordinationState) -> Result) -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return body(&state)
  }

  /// Reads the state, which wakes no thread.
  func read<Result>(_ body: (CoordinationState) -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body(state)
  }

  /// Wakes all waiting threads, after a change outside of the state.
  func signal(_ body: () -> Void = {}) {
    condition.lock()
    body()
    condition.broadcast()
    condition.unlock()
  }

  /// Calls `willWait` once before it waits; returns `wait` after the deadline only.
  func step(
    of number: CoordinationState.Number, until deadline: Date? = nil, isCancelled: () -> Bool,
    willWait: () -> Void
  ) -> CoordinationState.Step {
    wait(until: deadline, willWait: willWait) { state in
      if isCancelled() { state.cancel(number) }
      let step = state.advance(number)
      return step == .wait ? nil : step
    } ?? .wait
  }

  /// Tests the condition after each change, and calls `willWait` once; nil after the deadline.
  ///
  /// The main queue runs work of documents meanwhile, for which other threads may wait.
  func wait<Result>(
    until deadline: Date?, willWait: () -> Void = {},
    _ test: (inout CoordinationState) -> Result?
  ) -> Result? {
    if let result = withState(test) { return result }
    willWait()
    return WorkerPool.waiting { waitLong(until: deadline, test) }
  }

  private func waitLong<Result>(
    until deadline: Date?, _ test: (inout CoordinationState) -> Result?
  ) -> Result? {
    let isMain = MainQueue.isCurrent
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = test(&state) {
        // The test may have advanced the access, so that others can continue.
        condition.broadcast()
        return result
      }
      if isMain, MainQueue.hasWork {
        condition.unlock()
        MainQueue.runWork()
        condition.lock()
        continue
      }
      guard let deadline else {
        condition.wait()
        continue
      }
      guard condition.wait(until: deadline) else { return test(&state) }
    }
  }

  /// The path is read again if the presenter is notified of a move during the read, because the
  /// pending moves would no longer belong to it.
  func presentedPath(
    of presenter: CoordinationState.Presenter, _ presented: () -> FilePath?
  ) -> FilePath? {
    var moves = read { $0.pendingMoves(of: presenter) }
    while true {
      let path = presented()
      let present = read { $0.pendingMoves(of: presenter) }
      if present == moves { return path?.moved(by: moves) }
      moves = present
    }
  }

  package func hasWaiting(for url: URL) -> Bool {
    guard let path = FilePath(coordinating: url) else { return false }
    return read { $0.hasWaiting(for: path) }
  }
}
