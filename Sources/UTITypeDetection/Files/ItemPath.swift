internal import SystemPackage
internal import UTIPlatform
internal import UTITypeGraph

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
