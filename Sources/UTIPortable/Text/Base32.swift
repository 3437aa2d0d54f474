/// The base-32 form inside dynamic identifiers.
///
/// Each character has five bits, most significant first; the last group is padded with zero bits,
/// and there are no padding characters. The alphabet omits i, j, l and o.
package enum Base32 {
  private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)

  /// Returns the base-32 form of bytes.
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

  /// Returns the bytes of a base-32 text; nil when a character is outside the alphabet or the text
  /// is truncated.
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
