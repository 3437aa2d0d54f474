/// The text around keys and certificates, which their readers ignore (RFC 7468, section 2).
enum PEMText {
  /// The bytes in which the boundary must begin.
  private static let window = 16384
  private static let mark = Array("-----BEGIN ".utf8)

  /// Returns the offset of the first boundary behind an explanation; nil if there is none, or if the
  /// text before it is no explanation.
  ///
  /// Programs write comments, names with values, and indented lines. Prose and programs have other
  /// lines.
  static func boundary(in text: UnsafeRawBufferPointer) -> Int? {
    let bytes = text.prefix(window)
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let line = bytes[start...].prefix { $0 != 0x0A }
      if line.starts(with: mark) { return start == bytes.startIndex ? nil : start }
      guard isExplanation(line) else { return nil }
      start = line.endIndex + 1
    }
    return nil
  }

  private static func isExplanation(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let first = line.first else { return true }
    switch first {
    case 0x20, 0x09, 0x0D, UInt8(ascii: "#"): return true
    default:
      return line.elementsEqual("Bag Attributes".utf8)
        || line.elementsEqual("Bag Attributes\r".utf8)
        || line.elementsEqual("Key Attributes".utf8) || line.contains(UInt8(ascii: "="))
        || line.contains(UInt8(ascii: ":"))
    }
  }
}
