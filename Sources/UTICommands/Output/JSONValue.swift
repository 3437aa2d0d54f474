/// A JSON value whose objects keep the order of their members.
enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map { .string($0) })
  }
}

extension JSONValue {
  /// The value as text (RFC 8259), on one line or indented by two spaces a level.
  func text(isIndented: Bool = false) -> String {
    var result = ""
    write(to: &result, indentation: isIndented ? 0 : nil)
    return result
  }

  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, "[", "]", to: &text, indentation) { value, text, inner in
        value.write(to: &text, indentation: inner)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, indentation) { member, text, inner in
        Self.write(member.key, to: &text)
        text += inner == nil ? ":" : ": "
        member.value.write(to: &text, indentation: inner)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String,
    _ indentation: Int?, element: (Element, inout String, Int?) -> Void
  ) {
    text += open
    let inner = indentation.map { $0 + 1 }
    for (index, value) in elements.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: "  ", count: inner) }
      element(value, &text, inner)
    }
    if let indentation, !elements.isEmpty {
      text += "\n" + String(repeating: "  ", count: indentation)
    }
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where PathText.strayByte(scalar) != nil: text += "\u{FFFD}"
      case _ where VisibleText.isHidden(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
