internal import Observation
internal import Synchronization

/// Observes the first change of properties that were read of `@Observable` objects.
final class ReadTracker: Sendable {
  private let isUnderWay = Mutex(false)

  /// Calls `onChange` once, before the change, in the isolation of the change; a read is not
  /// observed while an earlier one is.
  func read<Result>(
    _ body: () throws -> Result, onChange: @escaping @Sendable () -> Void
  ) throws -> Result {
    let isFirst = isUnderWay.withLock { isUnderWay in
      defer { isUnderWay = true }
      return !isUnderWay
    }
    guard isFirst else { return try body() }
    return try withObservationTracking {
      Swift.Result { try body() }
    } onChange: { [weak self] in
      guard let self else { return }
      isUnderWay.withLock { $0 = false }
      onChange()
    }.get()
  }
}
