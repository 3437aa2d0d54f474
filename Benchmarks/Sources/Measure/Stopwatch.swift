import UTIPlatform

/// A monotonic clock.
public enum Stopwatch {
  /// The nanoseconds since an unspecified moment in the past.
  public static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The nanoseconds that some work takes.
  @inline(__always)
  public static func time(_ work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return Double(now - start)
  }
}

/// Takes a value, so that the optimiser cannot remove its unused computation.
@inline(never)
@_optimize(none)
public func consume<Value>(_ value: Value) {}
