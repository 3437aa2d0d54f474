internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// Identifiers of types, each validated separately.
extension PropertyListDeclarationReader {
  /// Returns the identifiers of a key; invalid ones are dropped one by one.
  mutating func identifiers(
    _ dictionary: PropertyListValue, _ key: String, allowsDynamic: Bool = false
  ) -> [Located<TypeIdentifier>] {
    texts(dictionary, key).compactMap { field in
      identifier(field, of: key, allowsDynamic: allowsDynamic).map {
        Located($0, at: field.place.position)
      }
    }
  }

  /// Returns the identifier in a text; nil, with a finding, when it is invalid.
  mutating func identifier(
    _ field: TextField, of key: String, allowsDynamic: Bool = false
  ) -> TypeIdentifier? {
    let text = trimming(field, of: key)
    guard !text.isEmpty else {
      report(
        .error, "empty-identifier", at: field.place, "\(key) is empty",
        remedy: "write an identifier such as com.example.document")
      return nil
    }
    guard !hasUnresolvedVariable(text, of: key, at: field.place) else { return nil }
    guard let identifier = TypeIdentifier(text) else {
      let offender = text.unicodeScalars.first { scalar in
        !String(scalar).utf8.allSatisfy(TypeIdentifier.isAllowed)
      }
      report(
        .error, "invalid-identifier", at: field.place,
        "the identifier “\(text.prefix(200))” in \(key) holds "
          + (offender.map { "“\($0.escaped(asASCII: false))”" } ?? "a character")
          + ", which no identifier may; it is dropped",
        remedy: "use letters, digits, hyphens and periods")
      return nil
    }
    guard allowsDynamic || !identifier.isDynamic else {
      report(
        .error, "dynamic-identifier", at: field.place,
        "the identifier “\(text.prefix(200))” in \(key) is computed from tags; nothing can be"
          + " declared as it",
        remedy: "use the identifier of a declared type")
      return nil
    }
    return identifier
  }

  /// Returns the text without surrounding blanks, which are reported.
  mutating func trimming(_ field: TextField, of key: String) -> String {
    let trimmed = String(field.text.trimmingBlanks)
    if trimmed.utf8.count != field.text.utf8.count, !trimmed.isEmpty {
      report(
        .warning, "surrounding-blanks", at: field.place,
        "“\(trimmed.prefix(200))” in \(key) has blanks around it, which are ignored",
        remedy: "remove them")
    }
    return trimmed
  }

  /// Returns true if a variable remains in a text that must not have one, and reports it.
  mutating func hasUnresolvedVariable(
    _ text: String, of key: String, at place: PropertyListPlace
  ) -> Bool {
    guard let variable = BuildVariables.firstVariable(in: text) else { return false }
    report(
      .error, "unresolved-variable", at: place,
      "“\(text.prefix(200))” in \(key) depends on the build variable \(variable.prefix(100))",
      remedy: "give the variable a value, or read the file of the built program")
    return true
  }
}
