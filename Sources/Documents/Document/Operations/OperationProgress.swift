internal import Foundation
internal import Synchronization
internal import UTIPlatform

/// How far an operation has come, once that is worth telling.
final class OperationProgress: Sendable {
  private struct State: Sendable {
    var progress: UncheckedSendableBox<Progress>?
    var isOver = false
    var show: (@Sendable (UncheckedSendableBox<Progress>) -> Void)?
    var cancel: (@Sendable () -> Void)?
  }

  private let threshold: Int
  private let state = Mutex(State())

  /// - Parameter threshold: how many bytes are worth telling of.
  init(threshold: Int) { self.threshold = threshold }

  /// Says what to do when there is something to tell, and when somebody calls the operation off.
  func prepare(
    show: @escaping @Sendable (UncheckedSendableBox<Progress>) -> Void,
    cancel: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      state.show = show
      state.cancel = cancel
    }
  }

  /// Begins to count.
  ///
  /// - Parameter total: how many bytes there are; nil while that is not known, which is worth
  ///   telling because somebody waits.
  func begin(total: Int?) {
    let (begun, show) = state.withLock { state -> (UncheckedSendableBox<Progress>?, State) in
      guard !state.isOver, total.map({ $0 >= threshold }) ?? true || state.progress != nil else {
        return (nil, state)
      }
      if let known = state.progress {
        if let total { known.value.totalUnitCount = Int64(total) }
        return (nil, state)
      }
      let made = UncheckedSendableBox(Progress(totalUnitCount: Int64(total ?? -1)))
      state.progress = made
      return (made, state)
    }
    guard let begun else { return }
    begun.value.cancellationHandler = show.cancel
    show.show?(begun)
  }

  /// Counts bytes that have been read or written.
  func advance(by count: Int) {
    state.withLock { $0.progress }?.value.completedUnitCount += Int64(count)
  }

  /// Counts no more.
  ///
  /// - Returns: whether there was something to tell.
  func end() -> Bool {
    let progress = state.withLock { state in
      state.isOver = true
      return state.progress
    }
    progress?.value.cancellationHandler = nil
    return progress != nil
  }

  var isCancelled: Bool { state.withLock { $0.progress }?.value.isCancelled == true }

  var isOver: Bool { state.withLock { $0.isOver } }
}
