internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// A reader of the declarations in one property list.
///
/// An error in a declaration, parent or tag is reported and affects only this item.
struct PropertyListDeclarationReader {
  var findings: FindingList
  let variables: BuildVariables

  init(limits: ReadingLimits, variables: BuildVariables) {
    findings = FindingList(limits: limits)
    self.variables = variables
  }

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

  /// nil for a variable without a value, because the owner is then unknown.
  private mutating func bundleIdentifier(in root: PropertyListValue) -> String? {
    guard let field = text(root, RootKey.bundleIdentifier) else { return nil }
    let identifier = String(field.text.trimmingBlanks)
    let isResolved = BuildVariables.firstVariable(in: identifier) == nil
    return identifier.isEmpty || !isResolved ? nil : identifier
  }
}

extension DeclarationSource {
  /// The identifier of the file, unless the caller has specified one.
  fileprivate func identified(by identifier: String?) -> DeclarationSource {
    guard bundleIdentifier == nil else { return self }
    return DeclarationSource(
      path: path, format: format, layer: layer, directoryPrecedence: directoryPrecedence,
      bundleIdentifier: identifier)
  }
}

/// Dictionaries of `UTKindDeclarations`, a key of this project.
extension PropertyListDeclarationReader {
  /// nil, with a finding, without a valid identifier.
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

  /// An invalid MIME type is dropped with a finding.
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

/// Dictionaries of `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations`.
extension PropertyListDeclarationReader {
  /// nil, with a finding, without a valid identifier.
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

  /// Names of icons are not validated, so values of other kinds are not faults.
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

/// Identifiers of types, each validated separately.
extension PropertyListDeclarationReader {
  /// Invalid identifiers are dropped one by one.
  mutating func identifiers(
    _ dictionary: PropertyListValue, _ key: String, allowsDynamic: Bool = false
  ) -> [Located<TypeIdentifier>] {
    texts(dictionary, key).compactMap { field in
      identifier(field, of: key, allowsDynamic: allowsDynamic).map {
        Located($0, at: field.place.position)
      }
    }
  }

  /// nil, with a finding, when it is invalid.
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

  /// Surrounding blanks are reported.
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

  /// Reports a variable that remains in a text that must not have one.
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
