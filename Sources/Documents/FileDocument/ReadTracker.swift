internal import Observation
internal import Synchronization

/// Learns of the first change of what was read of objects with `@Observable`; without it nobody does.
final class ReadTracker: Sendable {
  private let isUnderWay = Mutex(false)

  /// Does something, and says when something that it has read changes; nothing while it is still to
  /// say so of an earlier reading.
  ///
  /// - Parameter onChange: is called once, before the change, where that happens.
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
