/// Values for `$(NAME)` and `${NAME}`, which build systems replace in an Info.plist.
///
/// Modifiers after colons change a value, as in `$(PRODUCT_NAME:rfc1034identifier)`. Values are not
/// searched for variables, so the replacement always ends.
package struct BuildVariables: Sendable {
  private let values: [String: String]

  package init(_ values: [String: String]) {
    self.values = values
  }

  /// A variable without a value stays unchanged.
  package func substitute(in text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result = ""
    var rest = text[...]
    while let reference = Self.firstReference(in: rest) {
      result += rest[..<reference.range.lowerBound]
      let inner = String(reference.inner)
      result += value(of: inner) ?? String(rest[reference.range])
      rest = rest[reference.range.upperBound...]
    }
    return result + rest
  }

  /// The variable is as written.
  package static func firstVariable(in text: String) -> Substring? {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return nil }
    return firstReference(in: text[...]).map { text[$0.range] }
  }

  private static func firstReference(
    in text: Substring
  ) -> (range: Range<Substring.Index>, inner: Substring)? {
    var search = text[...]
    while let dollar = search.firstIndex(of: "$") {
      let open = text.index(after: dollar)
      search = text[open...]
      guard open < text.endIndex, text[open] == "(" || text[open] == "{" else { continue }
      let start = text.index(after: open)
      guard let close = text[start...].firstIndex(of: text[open] == "(" ? ")" : "}") else {
        return nil
      }
      return (dollar..<text.index(after: close), text[start..<close])
    }
    return nil
  }

  /// The reference is `NAME:modifier:modifier`.
  private func value(of reference: String) -> String? {
    var parts = reference.split(separator: ":", omittingEmptySubsequences: false)
    var value = values[String(parts.removeFirst())]
    for part in parts {
      switch part {
      case "rfc1034identifier", "identifier", "c99extidentifier":
        let filler: Character = part == "rfc1034identifier" ? "-" : "_"
        value = value.map { text in
          String(text.map { Self.isIdentifierCharacter($0) ? $0 : filler })
        }
      case "lower": value = value?.lowercased()
      case "upper": value = value?.uppercased()
      case let part where part.hasPrefix("default="):
        if value?.isEmpty ?? true { value = String(part.dropFirst("default=".count)) }
      default: return nil
      }
    }
    return value
  }

  private static func isIdentifierCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }
}
