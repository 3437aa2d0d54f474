internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// A reader of the declarations in a property list.
///
/// One reader reads one file. An error in a declaration, parent or tag is reported and affects only
/// this item.
struct PropertyListDeclarationReader {
  var findings: FindingList
  let variables: BuildVariables

  init(limits: ReadingLimits, variables: BuildVariables) {
    findings = FindingList(limits: limits)
    self.variables = variables
  }

  /// Reads all declarations in the root dictionary.
  mutating func read(
    _ root: PropertyListValue, from source: DeclarationSource
  ) throws(FormatError) -> DeclarationFile {
    guard case .dictionary(let entries) = root.content else {
      throw FormatError(
        .notPropertyList, at: root.position,
        "the property list holds \(root.kindName), not a dictionary",
        remedy: "check that the file is an Info.plist or one of type declarations")
    }
    reportUnknownRootKeys(in: entries)
    let types =
      declarations(root, TypeKey.exported, isExported: true)
      + declarations(root, TypeKey.imported, isExported: false)
    let documentTypes = dictionaries(root, DocumentKey.types).compactMap { documentType($0) }
    let kinds = dictionaries(root, KindKey.kinds).compactMap { kindDeclaration($0) }
    return DeclarationFile(
      source: source.identified(by: bundleIdentifier(in: root)), types: types, kinds: kinds,
      documentTypes: documentTypes, diagnostics: findings.diagnostics(in: source.path))
  }

  private mutating func declarations(
    _ root: PropertyListValue, _ key: String, isExported: Bool
  ) -> [TypeDeclaration] {
    dictionaries(root, key).compactMap { typeDeclaration($0, isExported: isExported) }
  }

  /// Returns the bundle identifier; nil when it contains a variable without a value, because the
  /// owner is then unknown.
  private mutating func bundleIdentifier(in root: PropertyListValue) -> String? {
    guard let field = text(root, RootKey.bundleIdentifier) else { return nil }
    let identifier = String(field.text.trimmingBlanks)
    let isResolved = BuildVariables.firstVariable(in: identifier) == nil
    return identifier.isEmpty || !isResolved ? nil : identifier
  }
}

extension DeclarationSource {
  /// Returns the source with the identifier in its file, unless the caller has specified one.
  fileprivate func identified(by identifier: String?) -> DeclarationSource {
    guard bundleIdentifier == nil else { return self }
    return DeclarationSource(
      path: path, format: format, layer: layer, directoryPrecedence: directoryPrecedence,
      bundleIdentifier: identifier)
  }
}
