package import SystemPackage

/// A moment as a file system records it: the time since 1970-01-01 00:00:00 UTC.
public struct FileTime: Hashable, Sendable {
  /// Whole seconds, negative before 1970.
  public let seconds: Int64
  /// The rest in nanoseconds, 0 ..< 1,000,000,000.
  public let nanoseconds: UInt32

  /// Makes a moment.
  ///
  /// - Parameters:
  ///   - seconds: whole seconds since 1970-01-01 00:00:00 UTC.
  ///   - nanoseconds: the rest, 0 ..< 1,000,000,000.
  public init(seconds: Int64, nanoseconds: UInt32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}

extension FileTime {
  /// The moment of the call.
  package static var now: FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(seconds: Int64(time.tv_sec), nanoseconds: UInt32(time.tv_nsec))
  }
}

extension FileTime {
  /// Returns the time at which an item was last read, as far as the file system records it.
  ///
  /// It is no part of ``FileStatus``, which reading an item leaves equal.
  ///
  /// - Parameter path: the path; a link counts as itself.
  /// - Returns: nil if there is no item.
  package static func lastRead(of path: FilePath) -> FileTime? {
    var status = stat()
    guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return nil }
    return FileTime(
      seconds: Int64(status.st_atim.tv_sec), nanoseconds: UInt32(status.st_atim.tv_nsec))
  }
}

extension FileTime: Comparable {
  /// Whether one moment is before another.
  public static func < (one: FileTime, other: FileTime) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }
}
