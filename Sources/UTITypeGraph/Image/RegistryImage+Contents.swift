/// Checks every field that a later step takes from a reader of declarations without a look.
///
/// An image has passed no reader, and the program that writes it also writes its checksum.
extension RegistryImage {
  /// Throws for the first record that no builder writes; O(*n*) in records and bytes of names.
  func checkContents() throws(ImageError) {
    try checkDeclarations()
    try checkMIMETypes()
    try checkStatements()
    try checkMatches()
    try checkTreeMatches()
    try check(diagnosticTable, "finding") { record in
      DiagnosticField.texts.allSatisfy { strings.isValid(diagnosticTable[record, $0]) }
    }
  }

  private func check(
    _ table: ImageTable, _ name: String, _ isSound: (Int) -> Bool
  ) throws(ImageError) {
    for record in 0..<table.count where !isSound(record) {
      throw ImageError(.damaged, "\(name) \(record) of the registry image is invalid")
    }
  }

  private func checkDeclarations() throws(ImageError) {
    try check(sources, "source") { record in
      strings.isValid(sources[record, SourceField.path])
        && strings.isValid(sources[record, SourceField.bundleIdentifier])
        && sources[record, SourceField.format] <= 1
        && DeclarationSource.Layer(rawValue: Int(sources[record, SourceField.layer])) != nil
    }
    try check(types, "type") { record in
      let identifier = types[record, TypeField.identifier]
      return isIdentifier(identifier)
        && (record == 0
          || strings.utf8(at: types[record - 1, TypeField.identifier])
            .lexicographicallyPrecedes(strings.utf8(at: identifier)))
    }
    try check(edges, "edge") { edges[$0, EdgeField.sourcePlusOne] <= sources.count }
    try check(tags, "tag") { record in
      isText(tags[record, TagField.tagClass]) && isText(tags[record, TagField.value])
        && tags[record, TagField.sourcePlusOne] <= sources.count
    }
    try check(tagPostings, "posting") { tagPostings[$0, TagPostingField.type] < types.count }
    try check(declarations, "declaration") { record in
      isIdentifier(declarations[record, DeclarationField.identifier])
        && [DeclarationField.version, .referenceURL, .description].allSatisfy {
          strings.isValid(declarations[record, $0])
        }
        && isRun(
          declarations, record, DeclarationField.firstStatement, DeclarationField.statementCount,
          in: statements)
        && hasSource(declarations, record, DeclarationField.self)
    }
    try check(documentTypes, "document type") { record in
      isRun(
        documentTypes, record, DocumentTypeField.firstStatement, DocumentTypeField.statementCount,
        in: statements) && hasSource(documentTypes, record, DocumentTypeField.self)
    }
    try check(kindTable, "kind") { record in
      isIdentifier(kindTable[record, KindField.identifier])
        && strings.isValid(kindTable[record, KindField.reason])
        && isRun(
          kindTable, record, KindField.firstStatement, KindField.statementCount, in: statements)
        && hasSource(kindTable, record, KindField.self)
    }
  }

  private func checkMIMETypes() throws(ImageError) {
    try check(mimeTypes, "MIME type") { record in
      isMIMEName(mimeTypes[record, MIMETypeField.name])
        && mimeTypes[record, MIMETypeField.type] < types.count
        && isRun(
          mimeTypes, record, MIMETypeField.firstStatement, MIMETypeField.statementCount,
          in: statements)
        && hasSource(mimeTypes, record, MIMETypeField.self)
    }
    try check(globs, "pattern") { record in
      isText(globs[record, GlobField.pattern])
        && globs[record, GlobField.mimeType] < mimeTypes.count
        && globs[record, GlobField.type] < types.count
        && hasSource(globs, record, GlobField.self)
    }
    for (rules, matches) in [(magicRules, magicMatches), (treeMagicRules, treeMagicMatches)] {
      try check(rules, "signature") { record in
        rules[record, MagicRuleField.mimeType] < mimeTypes.count
          && MagicRule.priorityRange.contains(Int(rules[record, MagicRuleField.priority]))
          && isRun(rules, record, MagicRuleField.firstMatch, MagicRuleField.matchCount, in: matches)
          && hasSource(rules, record, MagicRuleField.self)
      }
    }
    try check(rootElements, "root element") { record in
      rootElements[record, RootElementField.mimeType] < mimeTypes.count
        && strings.isValid(rootElements[record, RootElementField.namespace])
        && strings.isValid(rootElements[record, RootElementField.localName])
        && hasSource(rootElements, record, RootElementField.self)
    }
  }

  private func checkStatements() throws(ImageError) {
    try check(statements, "statement") { record in
      let (first, second) = (
        statements[record, StatementField.first], statements[record, StatementField.second]
      )
      guard let kind = StatementKind(rawValue: statements[record, StatementField.kind]),
        strings.isValid(first), strings.isValid(second),
        hasSource(statements, record, StatementField.self)
      else { return false }
      return switch kind {
      case .conformsTo, .documentContentType, .exportableType: isIdentifier(first)
      case .alias, .superclass, .member, .exception: isMIMEName(first)
      case .tag: isText(first)
      default: true
      }
    }
  }

  private func checkMatches() throws(ImageError) {
    try check(magicMatches, "match") { record in
      let value = magicMatches[record, MagicMatchField.value]
      let mask = magicMatches[record, MagicMatchField.mask]
      return isText(value)
        && (mask == 0
          || strings.isValid(mask)
            && strings.utf8(at: mask).count == strings.utf8(at: value).count)
        && magicMatches[record, MagicMatchField.firstOffset]
          <= magicMatches[record, MagicMatchField.lastOffset]
        && magicMatches[record, MagicMatchField.type] < MagicMatch.ValueType.allCases.count
        && magicMatches[record, MagicMatchField.depth] <= Self.maximumMatchDepth
    }
  }

  private func checkTreeMatches() throws(ImageError) {
    try check(treeMagicMatches, "match of a volume") { record in
      let name = treeMagicMatches[record, TreeMagicMatchField.mimeType]
      return strings.isValid(treeMagicMatches[record, TreeMagicMatchField.path])
        && treeMagicMatches[record, TreeMagicMatchField.kind]
          <= TreeMagicMatch.ItemKind.allCases.count
        && (name == 0 || isMIMEName(name))
        && treeMagicMatches[record, TreeMagicMatchField.depth] <= Self.maximumMatchDepth
    }
  }

  private func isRun<Field: RawRepresentable<Int>>(
    _ table: ImageTable, _ record: Int, _ first: Field, _ count: Field, in target: ImageTable
  ) -> Bool {
    Int(table[record, first]) + Int(table[record, count]) <= target.count
  }

  private func hasSource<Field: SourcedField>(
    _ table: ImageTable, _ record: Int, _ fields: Field.Type
  ) -> Bool {
    table[record, Field.source] < sources.count
  }

  private func isText(_ offset: UInt32) -> Bool { !strings.utf8(at: offset).isEmpty }

  /// The spelling has to be canonical.
  private func isIdentifier(_ offset: UInt32) -> Bool {
    let bytes = strings.utf8(at: offset)
    guard !bytes.isEmpty else { return false }
    var isASCII = true
    for byte in bytes {
      guard TypeIdentifier.isAllowed(byte), !(0x41...0x5A ~= byte) else { return false }
      if byte >= 0x80 { isASCII = false }
    }
    return isASCII || strings.string(at: offset).utf8.elementsEqual(bytes)
  }

  private func isMIMEName(_ offset: UInt32) -> Bool { MIMEName.isName(strings.utf8(at: offset)) }
}

extension DiagnosticField {
  fileprivate static let texts: [DiagnosticField] = [.severity, .rule, .file, .message, .remedy]
}
