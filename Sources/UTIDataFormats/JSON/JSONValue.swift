internal import UTIPlatform

/// A JSON value whose objects keep the order of their members.
package enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  package static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map { .string($0) })
  }
}

extension JSONValue {
  /// RFC 8259, on one line or indented by two spaces a level.
  package func text(isIndented: Bool = false) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    write(to: &bytes, indentation: isIndented ? 0 : nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func write(to bytes: inout [UInt8], indentation: Int? = nil) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let values):
      Self.write(values, "[", "]", to: &bytes, indentation) { value, bytes, inner in
        value.write(to: &bytes, indentation: inner)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &bytes, indentation) { member, bytes, inner in
        Self.write(member.key, to: &bytes)
        bytes += (inner == nil ? ":" : ": ").utf8
        member.value.write(to: &bytes, indentation: inner)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    to bytes: inout [UInt8], _ indentation: Int?, element: (Element, inout [UInt8], Int?) -> Void
  ) {
    func lineFeed(_ level: Int) { bytes += ("\n" + String(repeating: "  ", count: level)).utf8 }
    bytes.append(UInt8(ascii: open))
    let inner = indentation.map { $0 + 1 }
    var isFirst = true
    for value in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      if let inner { lineFeed(inner) }
      element(value, &bytes, inner)
    }
    if let indentation, !elements.isEmpty { lineFeed(indentation) }
    bytes.append(UInt8(ascii: close))
  }

  package static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var string = string
    // Few strings have characters to escape, and reading single characters takes most of the time.
    let isPlain = string.withUTF8 { text in
      guard VisibleText.isPlain(text) || !text.contains(where: mayNeedEscape) else { return false }
      bytes.append(contentsOf: text)
      return true
    }
    if !isPlain { bytes += escaped(string).utf8 }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || VisibleText.mayHide(byte)
  }

  private static func escaped(_ string: String) -> String {
    var text = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where LosslessText.strayByte(scalar) != nil: text += "\u{FFFD}"
      case _ where VisibleText.isHidden(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
