/// The base-32 form inside dynamic identifiers, with an alphabet without i, j, l and o.
///
/// Five bits a character, most significant first; zero bits pad the last group, without padding
/// characters.
package enum Base32 {
  private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)

  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        result.append(alphabet[Int(buffer >> UInt32(bits)) & 31])
      }
      buffer &= (1 << UInt32(bits)) - 1
    }
    if bits > 0 {
      result.append(alphabet[Int(buffer << UInt32(5 - bits)) & 31])
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// nil when a character is outside the alphabet or the text is truncated.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for character in text {
      guard let value = alphabet.firstIndex(of: CaseFolding.ascii(character)) else { return nil }
      buffer = buffer << 5 | UInt32(value)
      bits += 5
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
        buffer &= (1 << UInt32(bits)) - 1
      }
    }
    // Five or more remaining bits are an excess character; bits that are not zero belong to a
    // missing character.
    guard bits < 5, buffer == 0 else { return nil }
    return result
  }
}

/// Bytes as pairs of hexadecimal digits, in lower case.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".unicodeScalars)

  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var result = String.UnicodeScalarView()
    for byte in bytes {
      result.append(digits[Int(byte >> 4)])
      result.append(digits[Int(byte & 15)])
    }
    return String(result)
  }

  /// Digits in either case; nil for any other text.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var nibbles: [UInt8] = []
    for byte in text.utf8 {
      guard let value = value(of: byte) else { return nil }
      nibbles.append(value)
    }
    guard nibbles.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
  }

  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}

/// Text that can hold any bytes: a stray byte `E9` is U+10FFE9 of a private plane.
///
/// File names on Linux are not always UTF-8, and no byte of one may be lost. The four bytes of a
/// name that really contains such a character are represented in the same way.
package enum LosslessText {
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

  /// Most of the bytes are ASCII.
  package static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    // Every path is converted to text, and validation takes longer than everything else.
    isASCII(bytes) ? String(decoding: bytes, as: UTF8.self) : text(bytes[...])
  }

  package static func bytes(_ text: String) -> [UInt8] {
    guard hasStrayBytes(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      strayByte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The text represents bytes that are not UTF-8.
  package static func hasStrayBytes(_ text: String) -> Bool {
    var text = text
    // Every path is tested, and nearly all are ASCII.
    let hasLead = text.withUTF8 { !isASCII($0) && $0.contains(strayLead) }
    return hasLead && text.unicodeScalars.contains(where: isStray)
  }

  /// The lead byte of the highest planes; names in use have none.
  package static let strayLead: UInt8 = 0xF4

  /// nil for a character that represents itself.
  package static func strayByte(_ scalar: Unicode.Scalar) -> UInt8? {
    isStray(scalar) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// `\xE9` for a stray byte; nil for other characters.
  package static func escape(_ scalar: Unicode.Scalar) -> String? {
    strayByte(scalar).map { "\\x" + Hexadecimal.text([$0]).uppercased() }
  }

  private static let strayPlane: UInt32 = 0x10FF00

  private static func isStray(_ scalar: Unicode.Scalar) -> Bool {
    (strayPlane + 0x80...strayPlane + 0xFF).contains(scalar.value)
  }

  /// There is no branch for each byte, so that several are tested in one step.
  package static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
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

/// A text that compares and hashes by its bytes, as file names, tags and patterns do.
///
/// Swift's strings are equal when they are canonically equivalent: an é of one or of two scalars.
package struct ByteText: Hashable, Comparable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: ByteText, right: ByteText) -> Bool {
    left.text.hasBytes(of: right.text)
  }

  package static func < (left: ByteText, right: ByteText) -> Bool {
    left.text.bytesPrecede(right.text)
  }

  package func hash(into hasher: inout Hasher) {
    text.withBytes { hasher.combine(bytes: $0) }
  }
}

/// Case folding of identifiers, tags and file names.
///
/// Identifiers, MIME names and globs compare without ASCII case (shared-mime-info rule: only A-Z
/// are folded). Extension tags are reported by Apple's framework in lower case whatever the script,
/// so text outside ASCII is folded by the Unicode simple lower-case mapping.
public enum CaseFolding {
  @inline(__always)
  package static func ascii(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Only A-Z changes.
  package static func ascii(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 &- 0x41 < 26 }) else { return text }
    return String(decoding: text.utf8.map(ascii), as: UTF8.self)
  }

  /// A-Z directly, all else by the Unicode mapping.
  package static func unicode(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return ascii(text) }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    return String(scalars)
  }
}

extension UInt8 {
  /// White space of XML and JSON (XML 1.0, production 3; RFC 8259, section 2).
  package var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}

extension Substring {
  package var trimmingBlanks: Substring {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !$0.isBlank }),
      let last = bytes.lastIndex(where: { !$0.isBlank })
    else { return self[endIndex...] }
    return self[first...last]
  }
}

extension String {
  package var trimmingBlanks: Substring { self[...].trimmingBlanks }
}

extension Int {
  package func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
