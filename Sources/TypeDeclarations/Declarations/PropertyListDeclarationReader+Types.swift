internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// Dictionaries of `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations`.
extension PropertyListDeclarationReader {
  /// Returns the declaration in a dictionary; nil, with a finding, without a valid identifier.
  mutating func typeDeclaration(
    _ dictionary: PropertyListValue, isExported: Bool
  ) -> TypeDeclaration? {
    reportUnknownKeys(in: dictionary, known: TypeKey.known, prefixes: ["UT"])
    guard dictionary[TypeKey.identifier] != nil else {
      report(
        .error, "missing-identifier", at: dictionary.place,
        "a type declaration has no \(TypeKey.identifier) and is dropped",
        remedy: "write an identifier such as com.example.document")
      return nil
    }
    guard let field = text(dictionary, TypeKey.identifier),
      let identifier = identifier(field, of: TypeKey.identifier)
    else { return nil }
    return TypeDeclaration(
      identifier: identifier, position: dictionary.position, isExported: isExported,
      // A parent may be named by its tag; the graph finds the declared type with the tag.
      conformsTo: identifiers(dictionary, TypeKey.conformsTo, allowsDynamic: true),
      tags: tags(dictionary),
      description: nonEmptyText(dictionary, TypeKey.description),
      version: version(dictionary, TypeKey.version),
      referenceURL: nonEmptyText(dictionary, TypeKey.referenceURL),
      iconFiles: iconFiles(dictionary, TypeKey.icons),
      isWildcard: boolean(dictionary, TypeKey.isWildcard))
  }

  /// Returns the names of icons, which are stored without validation, so values of other kinds are
  /// not faults.
  func iconFiles(_ dictionary: PropertyListValue, _ keys: [String]) -> [String] {
    keys.flatMap { dictionary[$0].map(strings) ?? [] }
  }

  private func strings(in value: PropertyListValue) -> [String] {
    switch value.content {
    case .string(let text): text.isEmpty ? [] : [variables.substitute(in: text)]
    case .array(let values): values.flatMap(strings)
    case .dictionary(let entries): entries.flatMap { strings(in: $0.value) }
    default: []
    }
  }
}
