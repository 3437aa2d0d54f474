internal import CUTISystemCalls
internal import SystemPackage
internal import UTIPlatform
internal import UTITypeGraph

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

/// A path as the operating system takes it: bytes up to a NUL, of any encoding or none.
struct ItemPath {
  let pointer: UnsafePointer<CChar>
  /// The whole path, or its last component in an open directory.
  let directory: Int32
  let name: UnsafePointer<CChar>

  init(_ pointer: UnsafePointer<CChar>, in directory: ItemDirectory? = nil) {
    self.pointer = pointer
    self.directory = directory?.descriptor ?? AT_FDCWD
    name = pointer + (directory?.prefixByteCount ?? 0)
  }

  static func with<Value>(
    _ path: String, in directory: ItemDirectory? = nil,
    _ body: (ItemPath) throws(DetectionError) -> Value
  ) throws(DetectionError) -> Value {
    // The closures that the library takes cannot declare the types of their errors.
    try path.withCString { pointer in
      Result { () throws(DetectionError) in try body(ItemPath(pointer, in: directory)) }
    }.get()
  }

  static func with<Value>(
    _ path: FilePath, _ body: (ItemPath) throws(DetectionError) -> Value
  ) throws(DetectionError) -> Value {
    try path.withPlatformString { pointer in
      Result { () throws(DetectionError) in try body(ItemPath(pointer)) }
    }.get()
  }

  private var bytes: UnsafeBufferPointer<UInt8> {
    var count = 0
    while pointer[count] != 0 { count += 1 }
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// The form for display: `\xE9` replaces a byte that is not UTF-8.
  var shown: String {
    String(validatingCString: pointer) ?? String(escapingInvalid: bytes)
  }
}

extension String {
  /// `\x` and two digits replace each byte that is not UTF-8.
  init(escapingInvalid bytes: some Sequence<UInt8>) {
    self.init()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      // A character takes one to four bytes; the first length that is valid is its own.
      let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self)?.count == 1 }
      if let length, rest.count >= length {
        append(String(decoding: rest.prefix(length), as: UTF8.self))
        rest = rest.dropFirst(length)
      } else {
        append("\\x" + Hexadecimal.text([first]).uppercased())
        rest = rest.dropFirst()
      }
    }
  }
}

extension FileStatus {
  /// A link that leads nowhere, or in a circle, is a link, whether links are followed or not.
  init(of path: ItemPath, followsLinks: Bool) throws(DetectionError) {
    // Most items are not links, so that one call answers; the link itself matters only if it fails.
    let following: Errno
    do throws(Errno) {
      self = try FileStatus(of: path.name, in: path.directory, followsLinks: followsLinks)
      return
    } catch {
      following = error
    }
    let operation = "look it up"
    guard followsLinks else {
      throw DetectionError(path, errorNumber: following.rawValue, operation: operation)
    }
    do throws(Errno) {
      self = try FileStatus(of: path.name, in: path.directory, followsLinks: false)
    } catch {
      throw DetectionError(path, errorNumber: error.rawValue, operation: operation)
    }
    let leadsNowhere: [Errno] = [
      .noSuchFileOrDirectory, .tooManySymbolicLinkLevels, .notDirectory,
    ]
    if kind == .symbolicLink, !leadsNowhere.contains(following) {
      throw DetectionError(path, errorNumber: following.rawValue, operation: "follow the link")
    }
  }
}
