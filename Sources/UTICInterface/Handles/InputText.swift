import CUniformTypes
import UTIPlatform

/// Text that a caller passes.
enum InputText {
  /// The text ends in NUL.
  static var terminated: Int { -1 }

  /// NULL is allowed for length 0; the argument is the parameter's name in the header.
  @inline(__always)
  static func bytes(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ argument: String
  ) throws(Failure) -> UnsafeBufferPointer<UInt8> {
    let start = UnsafeRawPointer(text)?.assumingMemoryBound(to: UInt8.self)
    if let text, length == terminated {
      return UnsafeBufferPointer(start: start, count: strlen(text))
    }
    guard length >= 0 else {
      throw text == nil ? .null(argument) : invalidLength(argument)
    }
    guard start != nil || length == 0 else { throw .null(argument) }
    return UnsafeBufferPointer(start: start, count: length)
  }

  private static func invalidLength(_ argument: String) -> Failure {
    Failure(
      UTYPE_INVALID_ARGUMENT,
      "the length of \(argument) exceeds the address space; pass the number of bytes or "
        + "UTYPE_TERMINATED")
  }

  /// Ends in NUL and has to be UTF-8.
  static func text(
    _ text: UnsafePointer<CChar>?, _ argument: String
  ) throws(Failure) -> String {
    try self.text(text, terminated, argument)
  }

  /// The text has to be UTF-8.
  static func text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ argument: String
  ) throws(Failure) -> String {
    guard let text = String(validating: try bytes(text, length, argument), as: UTF8.self) else {
      throw Failure(UTYPE_INVALID_TEXT, "the argument \(argument) is not UTF-8; convert it")
    }
    return text
  }

  /// U+FFFD replaces bytes that are not UTF-8; nil if it is NULL.
  static func fileName(
    _ name: UnsafePointer<CChar>?, _ length: Int
  ) throws(Failure) -> String? {
    guard name != nil else { return nil }
    return String(decoding: try bytes(name, length, "name"), as: UTF8.self)
  }

  /// The bytes of an item of a size, or the first of them.
  static func content(
    _ bytes: UnsafeRawPointer?, _ count: Int, _ size: UInt64
  ) throws(Failure) -> UnsafeRawBufferPointer {
    guard count >= 0, bytes != nil || count == 0 else { throw .null("bytes") }
    guard size >= UInt64(count) else {
      throw Failure(
        UTYPE_INVALID_ARGUMENT,
        "the size is \(size) and the bytes are \(count); pass the size of the whole item")
    }
    return UnsafeRawBufferPointer(start: bytes, count: count)
  }

  /// Empty for a path with a slash at the end.
  static func lastComponent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }
}
