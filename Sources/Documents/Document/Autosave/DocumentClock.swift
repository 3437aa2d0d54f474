/// A type-erased clock that measures durations only.
public struct DocumentClock: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ deadline: Duration) async throws -> Void

  /// Creates a clock from another one.
  ///
  /// - Parameter clock: the clock that measures time and wakes waiting tasks, such as a
  ///   `ContinuousClock`.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }
}
