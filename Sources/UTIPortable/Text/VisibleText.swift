/// Text in which no character acts on a terminal or hides another, as in a string of Swift.
///
/// Names are untrusted: a control character could clear a screen, and a bidirectional override
/// shows `gpj.exe` as `exe.jpg`. They become `\n`, `\x1B`, `\u{202E}`; a stray byte of a path is
/// `\xE9`.
package enum VisibleText {
  /// The form for display.
  package static func shown(_ text: String) -> String {
    guard text.utf8.contains(where: mayHide) else { return text }
    var result = ""
    append(text, to: &result, escapesBackslash: false)
    return result
  }

  /// Backslashes are doubled, so that programs can undo the escapes.
  package static func appendField(_ text: String, to result: inout String) {
    // Few fields have characters to escape, and reading single characters takes most of the time.
    var copy = text
    if !copy.withUTF8(isPlain),
      text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || mayHide($0) })
    {
      append(text, to: &result, escapesBackslash: true)
    } else {
      result += text
    }
  }

  package static func appendField(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    let isWritten = text.withUTF8 { text in
      guard isPlain(text) else { return false }
      bytes.append(contentsOf: text)
      return true
    }
    guard !isWritten else { return }
    var field = ""
    appendField(text, to: &field)
    bytes += field.utf8
  }

  /// Visible ASCII that no form of output escapes; without a branch for each byte.
  package static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var others: UInt8 = 0
    for byte in text {
      others |= byte &- 0x20 > 0x5E ? 1 : 0
      others |= byte == UInt8(ascii: "\"") ? 1 : 0
      others |= byte == UInt8(ascii: "\\") ? 1 : 0
    }
    return others == 0
  }

  /// The joiners U+200C and U+200D are allowed: scripts and emoji need them.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFDD0...0xFDEF, 0xFEFF, 0xFFF9...0xFFFB, 0xE0001, 0xE0020...0xE007F:
      true
    default: false
    }
  }

  /// The byte may begin a hidden character or a stray byte.
  package static func mayHide(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF3...: true
    default: false
    }
  }

  private static func append(
    _ text: String, to result: inout String, escapesBackslash: Bool
  ) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\\" where escapesBackslash: result += "\\\\"
      default:
        if let escape = LosslessText.escape(scalar) {
          result += escape
        } else if isHidden(scalar) {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result +=
            scalar.isASCII ? "\\x" + (digits.count < 2 ? "0" : "") + digits : "\\u{\(digits)}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
