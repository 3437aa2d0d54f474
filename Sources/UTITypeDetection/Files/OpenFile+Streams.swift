internal import CUTISystemCalls
internal import UTIPlatform

extension OpenFile {
  /// True if reading the file would remove data that another process waits for.
  ///
  /// The kernel log in the proc file system is a regular file by its kind, and yet a queue: the
  /// next reader does not get data that one reader has read. Files there that are not ready at once
  /// are queues too.
  ///
  /// - Complexity: one system call for files of other file systems.
  var isQueue: Bool {
    guard uti_is_in_proc(descriptor) == 1 else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&request, 1, 0) == 0 { return true }
    return name?.elementsEqual("kmsg".utf8) ?? false
  }

  /// The errors of a read from a stream: it cannot return to the start, or has no data without
  /// waiting.
  static let streamErrors: Set<Int32> = [EAGAIN, EWOULDBLOCK, ESPIPE]

  /// The last component of the path that the descriptor was opened at, links resolved.
  private var name: ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        $0.baseAddress.map { readlink("/proc/self/fd/\(descriptor)", $0, bytes.count) } ?? -1
      }
    }
    guard count > 0 else { return nil }
    return buffer[..<count].split(separator: UInt8(ascii: "/")).last
  }
}
