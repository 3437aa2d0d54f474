package import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The state of coordination of this process, and the threads that wait for it to change.
///
/// Unchecked because a condition variable guards everything in it.
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

  /// Waits until an access has something to do.
  ///
  /// - Parameters:
  ///   - isCancelled: Returns whether the access was called off.
  ///   - willWait: Called once before the thread waits.
  ///   - deadline: The end of the patience; nil for none.
  /// - Returns: The step, which is `wait` after the deadline only.
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

  /// Waits until a condition holds, which is tested after each change.
  ///
  /// Meanwhile the main queue runs work of documents, for which other threads may wait.
  ///
  /// - Parameters:
  ///   - deadline: The end of the patience; nil for none.
  ///   - willWait: Called once before the thread waits.
  /// - Returns: The result of the test; nil after the deadline.
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

  /// Returns the path of a presenter's item after the moves that it has not been notified of yet.
  ///
  /// The presenter may be notified of a move while its path is read. The pending moves would then
  /// no longer belong to the path, so the path is read again.
  ///
  /// - Parameter presented: Returns the path that the presenter knows.
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

  /// Returns whether an access to an item waits for others of this process.
  package func hasWaiting(for url: URL) -> Bool {
    guard let path = FilePath(coordinating: url) else { return false }
    return read { $0.hasWaiting(for: path) }
  }
}
