internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// A string of a property list, with its variables replaced.
struct TextField {
  var text: String
  let place: PropertyListPlace
}

/// Typed access to the values of a dictionary: a value of another kind is reported and skipped.
extension PropertyListDeclarationReader {
  mutating func report(
    _ severity: FormatFinding.Severity, _ rule: String, at place: PropertyListPlace,
    _ message: String, remedy: String = ""
  ) {
    findings.report(
      severity, rule, at: place.position, place.messagePrefix + message, remedy: remedy)
  }

  mutating func text(_ dictionary: PropertyListValue, _ key: String) -> TextField? {
    dictionary[key].flatMap { text($0, of: key) }
  }

  mutating func nonEmptyText(_ dictionary: PropertyListValue, _ key: String) -> String? {
    guard let field = text(dictionary, key), !field.text.isEmpty else { return nil }
    return field.text
  }

  /// One string, or an array of strings.
  mutating func texts(_ dictionary: PropertyListValue, _ key: String) -> [TextField] {
    dictionary[key].map { texts($0, of: key) } ?? []
  }

  mutating func texts(_ value: PropertyListValue, of key: String) -> [TextField] {
    switch value.content {
    case .array(let values): return values.compactMap { text($0, of: key) }
    case .string: return text(value, of: key).map { [$0] } ?? []
    default:
      reportKind(of: value, key, expected: "a string or an array of strings")
      return []
    }
  }

  private mutating func text(_ value: PropertyListValue, of key: String) -> TextField? {
    guard case .string(let text) = value.content else {
      reportKind(of: value, key, expected: "a string")
      return nil
    }
    return TextField(text: variables.substitute(in: text), place: value.place)
  }

  mutating func version(_ dictionary: PropertyListValue, _ key: String) -> String? {
    guard let value = dictionary[key] else { return nil }
    switch value.content {
    case .integer(let number): return String(number)
    case .real(let number): return String(number)
    case .string: return text(value, of: key).flatMap { $0.text.isEmpty ? nil : $0.text }
    default:
      reportKind(of: value, key, expected: "a string or a number")
      return nil
    }
  }

  /// 0, 1 and the texts of old tools count too.
  mutating func boolean(_ dictionary: PropertyListValue, _ key: String) -> Bool {
    guard let value = dictionary[key] else { return false }
    switch value.content {
    case .boolean(let value): return value
    case .integer(0): return false
    case .integer(1): return true
    case .string(let text):
      switch variables.substitute(in: text).lowercased() {
      case "yes", "true", "1": return true
      case "no", "false", "0", "": return false
      default: break
      }
    default: break
    }
    reportKind(of: value, key, expected: "true or false")
    return false
  }

  /// An empty array declares nothing and is reported.
  mutating func dictionaries(
    _ dictionary: PropertyListValue, _ key: String
  ) -> [PropertyListValue] {
    guard let value = dictionary[key] else { return [] }
    guard case .array(let values) = value.content else {
      reportKind(of: value, key, expected: "an array of dictionaries")
      return []
    }
    var result: [PropertyListValue] = []
    for element in values {
      guard case .dictionary(let entries) = element.content else {
        reportKind(of: element, key, expected: "a dictionary")
        continue
      }
      guard !entries.isEmpty else {
        report(
          .error, "empty-declaration", at: element.place, "an empty dictionary in \(key)",
          remedy: "remove it")
        continue
      }
      result.append(element)
    }
    return result
  }

  mutating func reportKind(of value: PropertyListValue, _ key: String, expected: String) {
    report(
      .error, "wrong-value-type", at: value.place,
      "\(key) is \(value.kindName) where \(expected) is expected; the value is ignored",
      remedy: "write \(expected)")
  }
}
