internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// Dictionaries of `UTKindDeclarations`, a key of this project.
extension PropertyListDeclarationReader {
  /// Returns the kind in a dictionary; nil, with a finding, without a valid identifier.
  mutating func kindDeclaration(_ dictionary: PropertyListValue) -> KindDeclaration? {
    reportUnknownKeys(in: dictionary, known: KindKey.known, prefixes: ["UT"])
    guard dictionary[KindKey.identifier] != nil else {
      report(
        .error, "missing-identifier", at: dictionary.place,
        "a kind has no \(KindKey.identifier) and is dropped",
        remedy: "write the identifier of a declared type such as public.disk-image")
      return nil
    }
    guard let field = text(dictionary, KindKey.identifier),
      let identifier = identifier(field, of: KindKey.identifier)
    else { return nil }
    return KindDeclaration(
      identifier: identifier, position: dictionary.position,
      reason: nonEmptyText(dictionary, KindKey.reason),
      mimeTypes: mimeNames(dictionary, KindKey.mimeTypes),
      genericIcons: texts(dictionary, KindKey.genericIcons).compactMap { field in
        let name = trimming(field, of: KindKey.genericIcons)
        return name.isEmpty ? nil : Located(name, at: field.place.position)
      },
      exceptions: mimeNames(dictionary, KindKey.exceptions))
  }

  /// Returns the MIME types of a key; an invalid one is dropped with a finding.
  private mutating func mimeNames(
    _ dictionary: PropertyListValue, _ key: String
  ) -> [Located<MIMEName>] {
    texts(dictionary, key).compactMap { field in
      let text = trimming(field, of: key)
      guard let name = MIMEName(text) else {
        report(
          .error, "invalid-mime-name", at: field.place,
          "“\(text.prefix(100))” in \(key) is no MIME type; it is dropped",
          remedy: "write a name of the form media/subtype")
        return nil
      }
      return Located(name, at: field.place.position)
    }
  }
}
