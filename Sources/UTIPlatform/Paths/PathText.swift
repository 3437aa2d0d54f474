package import SystemPackage

/// Paths as text that can hold any bytes.
///
/// A file name on Linux is a sequence of bytes, and one in a thousand old ones is no UTF-8. Where
/// paths are text, such a stray byte `E9` is the character U+10FFE9 of a private plane, so that no
/// byte is lost between a command line, a directory or a variable and the system. A name that really
/// holds such a character has its four bytes kept in the same way.
package enum PathText {
  /// The text of bytes.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !hasStrayBytes(text) { return text }
    var result = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      if let scalar = firstScalar(of: rest), !isStray(scalar) {
        result.append(scalar)
        rest = rest.dropFirst(String(scalar).utf8.count)
      } else {
        result.append(Unicode.Scalar(strayPlane + UInt32(first)) ?? "\u{FFFD}")
        rest = rest.dropFirst()
      }
    }
    return String(result)
  }

  /// The text of bytes, which mostly are ASCII.
  package static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    // Every path is made text of, and whether it is valid takes longer to ask than all else.
    return all < 0x80 ? String(decoding: bytes, as: UTF8.self) : text(bytes[...])
  }

  /// The text of a path.
  package static func text(of path: FilePath) -> String {
    path.withPlatformString { text(UnsafeRawBufferPointer(start: $0, count: path.length)) }
  }

  /// The bytes of a text.
  package static func bytes(_ text: String) -> [UInt8] {
    guard hasStrayBytes(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      strayByte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The path that a text stands for.
  package static func path(_ text: String) -> FilePath {
    FilePath(platformString: bytes(text).map { CChar(bitPattern: $0) } + [0])
  }

  /// The stray byte that a character stands for, for people: `\xE9`.
  package static func escape(_ scalar: Unicode.Scalar) -> String? {
    strayByte(scalar).map { "\\x" + Hexadecimal.text([$0]).uppercased() }
  }

  /// Calls `body` with the path that a text stands for, as the system takes it.
  package static func withPath<Value>(
    _ text: String, _ body: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    hasStrayBytes(text) ? path(text).withPlatformString(body) : text.withCString(body)
  }

  /// What the system knows of the item at a path; nil when there is none, or it cannot be told, and
  /// `errno` says why.
  ///
  /// - Parameter followsLinks: whether a link stands for what it leads to.
  package static func status(of text: String, followsLinks: Bool = true) -> stat? {
    var status = stat()
    let result = withPath(text) { followsLinks ? stat($0, &status) : lstat($0, &status) }
    return result == 0 ? status : nil
  }

  /// The path of an item behind all links; nil when there is none, and `errno` says why.
  package static func resolved(_ text: String) -> String? {
    guard let resolved = withPath(text, { realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return self.text(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// Whether a text stands for bytes that are no UTF-8.
  package static func hasStrayBytes(_ text: String) -> Bool {
    var text = text
    // Every path is asked about, and a search by the library of C takes a tenth of one in Swift.
    let hasLead = text.withUTF8 { bytes in
      bytes.baseAddress.map { memchr($0, Int32(strayLead), bytes.count) != nil } ?? false
    }
    return hasLead && text.unicodeScalars.contains(where: isStray)
  }

  /// The lead byte of the highest planes; names in use have none.
  package static let strayLead: UInt8 = 0xF4

  /// The stray byte that a character stands for.
  package static func strayByte(_ scalar: Unicode.Scalar) -> UInt8? {
    isStray(scalar) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  private static let strayPlane: UInt32 = 0x10FF00

  private static func isStray(_ scalar: Unicode.Scalar) -> Bool {
    (strayPlane + 0x80...strayPlane + 0xFF).contains(scalar.value)
  }

  private static func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }
}
