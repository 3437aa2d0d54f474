package import SystemPackage

/// A time as a file system records it, since 1970-01-01 00:00:00 UTC.
public struct FileTime: Hashable, Sendable {
  /// Whole seconds, negative before 1970.
  public let seconds: Int64
  /// The rest in nanoseconds, 0 ..< 1,000,000,000.
  public let nanoseconds: UInt32

  /// Makes a time.
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
  /// The current time.
  package static var now: FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(seconds: Int64(time.tv_sec), nanoseconds: UInt32(time.tv_nsec))
  }
}

extension FileTime {
  /// Returns the time at which an item was last read, as far as the file system records it.
  ///
  /// It is not part of ``FileStatus``, which stays equal when an item is read.
  ///
  /// - Parameter path: the path; a link is not followed.
  /// - Returns: nil if there is no item.
  package static func lastRead(of path: FilePath) -> FileTime? {
    var status = stat()
    guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return nil }
    return FileTime(
      seconds: Int64(status.st_atim.tv_sec), nanoseconds: UInt32(status.st_atim.tv_nsec))
  }
}

extension FileTime: Comparable {
  /// Returns a Boolean value that indicates whether one time is before another.
  public static func < (one: FileTime, other: FileTime) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }
}
