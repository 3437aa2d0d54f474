internal import CUTISystemCalls
internal import SystemPackage
internal import UTIPlatform

/// A file that is open for reading at given places.
///
/// Nothing is mapped: a file that another process makes shorter gives fewer bytes, never a signal.
struct OpenFile: ~Copyable {
  let descriptor: Int32
  /// The caller owns the descriptor and closes it.
  private let isBorrowed: Bool

  /// The descriptor stays open.
  init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    isBorrowed = true
  }

  /// Opens without waiting, without owning a terminal and without handing it to child processes.
  init(_ path: ItemPath) throws(DetectionError) {
    isBorrowed = false
    descriptor = Self.open(path, 0)
    guard descriptor >= 0 else {
      throw DetectionError(path, errorNumber: errno, operation: "open it")
    }
  }

  /// A directory lists the item as a regular file; nil when it cannot be opened, such as a link.
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

  /// nil for all but regular files.
  var size: Int? {
    guard let status = try? FileStatus(of: FileDescriptor(rawValue: descriptor)),
      status.kind == .regular
    else { return nil }
    return Int(status.size)
  }

  deinit {
    if !isBorrowed, descriptor >= 0 { close(descriptor) }
  }

  /// The number of bytes; nil on an error, such as EAGAIN for a file that requires waiting.
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

/// The attribute that states a type ("Storing the MIME type using Extended Attributes").
enum ExtendedAttribute {
  /// RFC 6838 allows 127 characters on either side of the slash.
  private static let longestValue = 255

  /// nil when there is no mark, or nothing readable.
  static func mimeType(of descriptor: Int32) -> String? {
    // Hardly any file has one, and to learn that the system needs no memory for a value.
    guard uti_mime_type_attribute(descriptor, nil, 0) > 0 else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: longestValue, alignment: 1) { buffer in
      let count = uti_mime_type_attribute(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      // Some writers end the value with a NUL.
      let value = buffer[..<min(count, buffer.count)].prefix { $0 != 0 }
      return String(decoding: value, as: UTF8.self)
    }
  }
}

/// Memory for the first bytes of a file: the thread's memory if it is sufficient and free.
struct HeadBuffer: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer
  private let isLent: Bool

  init(_ count: Int) {
    let lent = count <= Int(UTI_HEAD_SIZE) ? uti_borrow_head() : nil
    isLent = lent != nil
    bytes =
      lent.map { UnsafeMutableRawBufferPointer(start: $0, count: count) }
      ?? .allocate(byteCount: count, alignment: 8)
  }

  deinit {
    if isLent { uti_return_head() } else { bytes.deallocate() }
  }
}

extension OpenFile {
  /// Reading the file would remove data that another process waits for.
  ///
  /// The kernel log in proc is a regular file but a queue, as are files there that are not ready.
  ///
  /// - Complexity: one system call for files of other file systems.
  var isQueue: Bool {
    guard uti_is_in_proc(descriptor) == 1 else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&request, 1, 0) == 0 { return true }
    return name?.elementsEqual("kmsg".utf8) ?? false
  }

  /// A stream cannot return to the start, or has no data without waiting.
  static let streamErrors: Set<Int32> = [EAGAIN, EWOULDBLOCK, ESPIPE]

  /// The last component of the path of the descriptor, links resolved.
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
