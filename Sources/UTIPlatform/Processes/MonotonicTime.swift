internal import CUTISystemCalls

/// CLOCK_MONOTONIC: `ContinuousClock` needs the runtime of concurrency, which `uti` does not link.
package enum MonotonicTime {
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
