internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// Values and masks of matches of type `string`.
package enum MagicText {
  /// `isIncomplete` is called for a backslash at the end, and for `\x` without digits (rule 5.9).
  static func unescaping(_ text: [UInt8], isIncomplete: () -> Void = {}) -> [UInt8] {
    guard text.contains(UInt8(ascii: "\\")) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      // A final backslash ends the value.
      guard let escaped = rest.popFirst() else {
        isIncomplete()
        break
      }
      switch escaped {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "v"): result.append(0x0B)
      case UInt8(ascii: "x"):
        let value = code(&rest, digits: 2, radix: 16)
        if value == nil { isIncomplete() }
        result.append(value ?? escaped)
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        let first = escaped - UInt8(ascii: "0")
        result.append(code(&rest, digits: 2, radix: 8, first: first) ?? first)
      default: result.append(escaped)
      }
    }
    return result
  }

  /// The low eight bits of the value; nil without digits.
  private static func code(
    _ rest: inout ArraySlice<UInt8>, digits: Int, radix: UInt8, first: UInt8? = nil
  ) -> UInt8? {
    var value = first
    for _ in 0..<digits {
      guard let byte = rest.first, let digit = Hexadecimal.value(of: byte), digit < radix else {
        break
      }
      value = (value ?? 0) &* radix &+ digit
      rest.removeFirst()
    }
    return value
  }

  /// `0x` and two digits for each byte, the first first (rule 5.11); missing ones ignore bits.
  static func mask(
    _ text: XMLText, valueCount: Int, isShort: () -> Void
  ) throws(StatementError) -> [UInt8] {
    let digits = text.bytes.dropFirst(2)
    guard text.bytes.starts(with: "0x".utf8), !digits.isEmpty,
      digits.allSatisfy({ Hexadecimal.value(of: $0) != nil })
    else {
      throw StatementError(
        "invalid-mask", "the mask “\(text.string.prefix(60))” is not hexadecimal",
        remedy: "write 0x and two digits for each byte of the value")
    }
    guard digits.count <= 2 * valueCount else {
      throw StatementError(
        "long-mask",
        "the mask has \(digits.count) digits for a value of \(valueCount) bytes",
        remedy: "write two digits for each byte of the value")
    }
    if digits.count < 2 * valueCount { isShort() }
    var result = [UInt8](repeating: 0, count: valueCount)
    for (index, byte) in digits.enumerated() {
      let digit = Hexadecimal.value(of: byte) ?? 0
      result[index / 2] |= index.isMultiple(of: 2) ? digit << 4 : digit
    }
    return result
  }
}
