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
  package static var now: FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(seconds: Int64(time.tv_sec), nanoseconds: UInt32(time.tv_nsec))
  }
}

extension FileTime {
  /// Returns what the file system records, without following links; not part of ``FileStatus``,
  /// which stays equal when an item is read.
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

extension FileTime {
  /// The time in UTC in the format of RFC 3339, with milliseconds.
  package var timestamp: String {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(parts.tm_year + 1900, 4) + "-" + digits(parts.tm_mon + 1, 2) + "-"
      + digits(parts.tm_mday, 2) + "T" + digits(parts.tm_hour, 2) + ":" + digits(parts.tm_min, 2)
      + ":" + digits(parts.tm_sec, 2) + "." + digits(Int32(nanoseconds / 1_000_000), 3) + "Z"
  }
}
