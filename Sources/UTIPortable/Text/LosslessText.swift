/// Text that can hold any bytes.
///
/// A file name on Linux is a sequence of bytes, and old ones are not always UTF-8. A byte `E9` that
/// is part of no valid character is represented by the character U+10FFE9 of a private plane, so
/// that no byte is lost between a command line, a directory or a variable and the system. The four
/// bytes of a name that really contains such a character are represented in the same way.
package enum LosslessText {
  /// Returns the text of bytes.
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

  /// Returns the text of bytes, most of which are ASCII.
  package static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    // Every path is converted to text, and validation takes longer than everything else.
    isASCII(bytes) ? String(decoding: bytes, as: UTF8.self) : text(bytes[...])
  }

  /// Returns the bytes of a text.
  package static func bytes(_ text: String) -> [UInt8] {
    guard hasStrayBytes(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      strayByte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// Returns true if a text represents bytes that are not UTF-8.
  package static func hasStrayBytes(_ text: String) -> Bool {
    var text = text
    // Every path is tested, and nearly all are ASCII.
    let hasLead = text.withUTF8 { !isASCII($0) && $0.contains(strayLead) }
    return hasLead && text.unicodeScalars.contains(where: isStray)
  }

  /// The lead byte of the highest planes; names in use have none.
  package static let strayLead: UInt8 = 0xF4

  /// Returns the byte that a character represents; nil for a character that represents itself.
  package static func strayByte(_ scalar: Unicode.Scalar) -> UInt8? {
    isStray(scalar) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// Returns the visible form of a character that represents a stray byte, such as `\xE9`; nil for
  /// other characters.
  package static func escape(_ scalar: Unicode.Scalar) -> String? {
    strayByte(scalar).map { "\\x" + Hexadecimal.text([$0]).uppercased() }
  }

  private static let strayPlane: UInt32 = 0x10FF00

  private static func isStray(_ scalar: Unicode.Scalar) -> Bool {
    (strayPlane + 0x80...strayPlane + 0xFF).contains(scalar.value)
  }

  /// Returns true if all bytes are ASCII, without a branch for each byte, so that several are
  /// tested in one step.
  private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    return all < 0x80
  }

  private static func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }
}
