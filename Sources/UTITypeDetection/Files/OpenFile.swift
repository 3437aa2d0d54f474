internal import SystemPackage
internal import UTIPlatform

/// A file that is open for reading at given places.
///
/// Nothing is mapped: a file that another process makes shorter gives fewer bytes, never a signal.
struct OpenFile: ~Copyable {
  let descriptor: Int32
  /// True if the descriptor belongs to the caller, who closes it.
  private let isBorrowed: Bool

  /// Uses a file that is open for reading; it stays open.
  init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    isBorrowed = true
  }

  /// Opens a file without waiting for another process, without becoming its terminal's owner and
  /// without handing it to child processes.
  ///
  /// - Throws: ``DetectionError`` when the file cannot be opened.
  init(_ path: ItemPath) throws(DetectionError) {
    isBorrowed = false
    descriptor = Self.open(path, 0)
    guard descriptor >= 0 else {
      throw DetectionError(path, errorNumber: errno, operation: "open it")
    }
  }

  /// Opens an item that a directory lists as a regular file.
  ///
  /// Nil when it cannot be opened, such as a link.
  init?(listed path: ItemPath) {
    isBorrowed = false
    descriptor = Self.open(path, O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
  }

  private static func open(_ path: ItemPath, _ flags: Int32) -> Int32 {
    var result: Int32
    repeat {
      result = openat(
        path.directory, path.name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags)
    } while result < 0 && errno == EINTR
    return result
  }

  /// The number of bytes; nil for all but regular files.
  var size: Int? {
    guard let status = try? FileStatus(of: FileDescriptor(rawValue: descriptor)),
      status.kind == .regular
    else { return nil }
    return Int(status.size)
  }

  deinit {
    if !isBorrowed, descriptor >= 0 { close(descriptor) }
  }

  /// Fills a buffer from an offset on.
  ///
  /// - Returns: the number of bytes, fewer than requested at the end of the file; nil when the
  ///   system reports an error, such as EAGAIN for a file that requires waiting.
  static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int? {
    var filled = 0
    while filled < buffer.count {
      let count = pread(
        descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
        offset + filled)
      if count > 0 {
        filled += count
        // Files of /proc and similar file systems return all data at once. A regular file that
        // returns less than requested has ended, and another call would only confirm it.
        if filled < buffer.count, offset == 0 { break }
      } else if count == 0 {
        break
      } else if errno != EINTR {
        return filled > 0 ? filled : nil
      }
    }
    return filled
  }
}
