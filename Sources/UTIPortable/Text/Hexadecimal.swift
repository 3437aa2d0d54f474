/// Bytes as pairs of hexadecimal digits, in lower case.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".unicodeScalars)

  /// Returns the digits of bytes.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var result = String.UnicodeScalarView()
    for byte in bytes {
      result.append(digits[Int(byte >> 4)])
      result.append(digits[Int(byte & 15)])
    }
    return String(result)
  }

  /// Returns the bytes of pairs of digits in either case; nil for any other text.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var nibbles: [UInt8] = []
    for byte in text.utf8 {
      guard let value = value(of: byte) else { return nil }
      nibbles.append(value)
    }
    guard nibbles.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
  }

  /// Returns the value of a digit in either case.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}
