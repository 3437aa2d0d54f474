/// A clock of any kind, for whoever needs durations only.
public struct DocumentClock: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ deadline: Duration) async throws -> Void

  /// Takes a clock.
  ///
  /// - Parameter clock: tells the time and wakes whoever waits, such as a `ContinuousClock`.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }
}
