internal import UTIPlatform

/// The text forms of numbers, dates and data in XML property lists.
enum PropertyListScalar {
  /// Decimal, or hexadecimal after `0x`, with an optional sign.
  static func integer(_ text: Substring) -> Int128? {
    var digits = text
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits = digits.dropFirst() }
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    if isHexadecimal { digits = digits.dropFirst(2) }
    // The initialiser would accept a second sign.
    guard let first = digits.first, first.isHexDigit else { return nil }
    return Int128((isNegative ? "-" : "") + digits, radix: isHexadecimal ? 16 : 10)
  }

  /// Decimal, `nan`, or `inf` and `infinity` with an optional sign.
  static func real(_ text: Substring) -> Double? {
    switch text.lowercased() {
    case "nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default:
      let isDecimal = text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
        default: false
        }
      }
      return isDecimal ? Double(text) : nil
    }
  }

  /// `2026-07-01T12:30:00Z`, as seconds since the beginning of 1970.
  static func date(_ text: Substring) -> Double? {
    let form = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
    let bytes = Array(text.utf8)
    guard bytes.count == form.count else { return nil }
    var fields = [0]
    for (byte, expected) in zip(bytes, form) {
      if expected == UInt8(ascii: "d") {
        guard byte &- 0x30 < 10 else { return nil }
        fields[fields.count - 1] = fields[fields.count - 1] * 10 + Int(byte - 0x30)
      } else {
        guard byte == expected else { return nil }
        fields.append(0)
      }
    }
    let (year, month, day) = (fields[0], fields[1], fields[2])
    let (hour, minute, second) = (fields[3], fields[4], fields[5])
    guard 1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 60 else { return nil }
    let days = CalendarDay.number(year: year, month: month, day: day)
    return Double(((days * 24 + hour) * 60 + minute) * 60 + second)
  }

  /// Base-64 with white space anywhere; nil for another character or for excess bits.
  static func data(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    var padding = 0
    for byte in text {
      let value: UInt8
      switch byte {
      case 0x41...0x5A: value = byte - 0x41
      case 0x61...0x7A: value = byte - 0x61 + 26
      case 0x30...0x39: value = byte - 0x30 + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        padding += 1
        continue
      case 0x20, 0x09, 0x0A, 0x0D: continue
      default: return nil
      }
      guard padding == 0 else { return nil }
      buffer = (buffer << 6 | UInt32(value)) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    // Six remaining bits are an incomplete group.
    return bits < 6 && padding <= 2 ? result : nil
  }
}
