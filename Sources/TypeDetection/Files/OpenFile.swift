internal import Glibc

/// A file that is open for reading at given places.
///
/// Nothing is mapped: a file that another process makes shorter gives fewer bytes, never a signal.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  /// Opens a file without waiting for another process, without becoming its terminal's owner and
  /// without handing it to child processes.
  ///
  /// - Throws: ``DetectionError`` when the file cannot be opened.
  init(_ path: ItemPath) throws(DetectionError) {
    var result: Int32
    repeat {
      result = open(path.pointer, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    } while result < 0 && errno == EINTR
    guard result >= 0 else {
      throw DetectionError(path, errorNumber: errno, operation: "open it")
    }
    descriptor = result
  }

  deinit {
    close(descriptor)
  }

  /// Fills a buffer from an offset on.
  ///
  /// - Returns: the number of bytes, fewer than asked for at the end of the file; nil when the
  ///   system reports an error, such as EAGAIN for a file that would have us wait.
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
        // Files of /proc and the like give what they have at once; a regular file that gives less
        // than asked for has ended, and asking again would cost a call to learn it.
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
