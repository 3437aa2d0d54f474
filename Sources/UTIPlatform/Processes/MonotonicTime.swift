/// The time of a clock that changes of the date do not affect (CLOCK_MONOTONIC).
///
/// `ContinuousClock` is a part of the runtime of concurrency, which `uti` does not link.
package enum MonotonicTime {
  /// The time since some moment in the past.
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
