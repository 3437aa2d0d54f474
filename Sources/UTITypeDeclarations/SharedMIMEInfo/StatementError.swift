internal import UTIXMLFormats

/// An error in one statement, which affects only this statement.
struct StatementError: Error {
  let rule: String
  let message: String
  let remedy: String

  init(_ rule: String, _ message: String, remedy: String) {
    self.rule = rule
    self.message = message
    self.remedy = remedy
  }
}

extension XMLElement {
  func required(_ attribute: StaticString) throws(StatementError) -> XMLText {
    guard let value = attributes.value(of: attribute) else {
      throw StatementError(
        "missing-attribute", "the element “\(name.string)” has no attribute “\(attribute)”",
        remedy: "write \(attribute)=\"…\"")
    }
    return value
  }

  /// Only exactly `true` (rule 7.2, and rule 4.3 for case-sensitive).
  package func isTrue(_ attribute: StaticString) -> Bool {
    attributes.value(of: attribute).map { $0 == "true" } ?? false
  }

  /// A decimal number (rules 4.2 and 5.1).
  func integer(
    _ attribute: StaticString, in range: ClosedRange<Int>, default standard: Int
  ) throws(StatementError) -> Int {
    guard let text = attributes.value(of: attribute) else { return standard }
    guard let number = MagicNumber.decimal(text.bytes), range.contains(number) else {
      throw StatementError(
        "invalid-number",
        "\(attribute) “\(text.string.prefix(60))” is not an integer from"
          + " \(range.lowerBound) to \(range.upperBound)",
        remedy: "write a number of that range, or leave the attribute out for \(standard)")
    }
    return number
  }
}
