internal import Foundation
internal import Synchronization
internal import UTIPlatform

/// The progress of an operation, reported above a threshold of size.
package final class OperationProgress: Sendable {
  private struct State: Sendable {
    var progress: UncheckedSendableBox<Progress>?
    var isOver = false
    var show: (@Sendable (UncheckedSendableBox<Progress>) -> Void)?
    var cancel: (@Sendable () -> Void)?
  }

  /// The number of units of a progress without a number of bytes.
  private static let parts: Int64 = 1000

  private let threshold: Int
  private let state = Mutex(State())

  /// The progress is reported above this number of bytes.
  init(threshold: Int) { self.threshold = threshold }

  func prepare(
    show: @escaping @Sendable (UncheckedSendableBox<Progress>) -> Void,
    cancel: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      state.show = show
      state.cancel = cancel
    }
  }

  /// Nil for an unknown number of bytes, which is always reported because the user waits.
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

  func advance(by count: Int) {
    state.withLock { $0.progress }?.value.completedUnitCount += Int64(count)
  }

  /// Reports the completed part of work that has no number of bytes, from 0 to 1.
  package func report(_ fraction: Double) {
    begin(total: nil)
    guard let progress = state.withLock({ $0.progress })?.value else { return }
    progress.totalUnitCount = Self.parts
    progress.completedUnitCount = Int64(fraction * Double(Self.parts))
  }

  /// Returns whether the progress was reported.
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
