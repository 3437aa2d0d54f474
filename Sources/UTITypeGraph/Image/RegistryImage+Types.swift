@usableFromInline package struct TypeIndex: Hashable, Sendable, Comparable {
  package let rawValue: Int32

  /// Drops the sign: a negative place from a damaged image would be taken for a computed type.
  package init(_ index: Int) {
    rawValue = Int32(truncatingIfNeeded: index & Int(Int32.max))
  }

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static var none: TypeIndex { TypeIndex(rawValue: -1) }

  package var isPlace: Bool { rawValue >= 0 }

  var offset: Int { Int(rawValue) }

  /// Orders by identifier, as the types of an image are.
  @usableFromInline package static func < (left: TypeIndex, right: TypeIndex) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension RegistryImage {
  /// All types, sorted by identifier, placeholders included.
  package var typeIndices: some RandomAccessCollection<TypeIndex> {
    (0..<types.count).lazy.map { TypeIndex($0) }
  }

  /// Also of a derived identifier; O(1) on average.
  package func type(identifier: TypeIdentifier) -> TypeIndex? {
    type(identifier: identifier.rawValue)
  }

  /// Case does not count; O(1) on average, without allocation.
  package func type(identifier: String) -> TypeIndex? {
    var identifier = identifier
    return identifier.withUTF8 { type(identifier: $0) }
  }

  /// Case does not count; O(1) on average, without allocation.
  package func type(identifier: UnsafeBufferPointer<UInt8>) -> TypeIndex? {
    identifierIndex.values(folding: identifier).map { TypeIndex(Int($0.first)) }
  }

  package func identifier(of type: TypeIndex) -> TypeIdentifier {
    TypeIdentifier(canonical: strings.string(at: types[type.offset, TypeField.identifier]))
  }

  /// nil if this image, which may be the other, has no such type; O(1) on average, no allocation.
  package func place(of type: TypeIndex, in other: RegistryImage) -> TypeIndex? {
    if self === other { return type }
    let identifier = other.identifierBytes(of: type)
    let key = UnsafeBufferPointer(
      start: identifier.baseAddress?.assumingMemoryBound(to: UInt8.self), count: identifier.count)
    guard let found = identifierIndex.values(folding: key) else { return nil }
    let place = TypeIndex(Int(found.first))
    // A derived identifier leads to the type of the MIME name, which may have another identifier
    // here.
    return identifierBytes(of: place).elementsEqual(identifier) ? place : nil
  }

  private func identifierBytes(of type: TypeIndex) -> UnsafeRawBufferPointer {
    strings.utf8(at: types[type.offset, TypeField.identifier])
  }

  func flags(of type: TypeIndex) -> TypeFlags {
    TypeFlags(rawValue: types[type.offset, TypeField.flags])
  }

  /// A placeholder, which only represents a parent without a description, is in no view.
  package func isDescribed(_ type: TypeIndex, in view: GraphView) -> Bool {
    let flags = flags(of: type)
    return switch view {
    case .merged: !flags.isDisjoint(with: [.declared, .mimeType])
    case .declared: flags.contains(.declared)
    case .freedesktop: flags.contains(.mimeType)
    }
  }

  /// Returns true if the active declaration of a type is exported.
  package func isExported(_ type: TypeIndex) -> Bool { flags(of: type).contains(.exported) }

  /// Returns true if the active declaration of a type belongs to the base.
  package func isBase(_ type: TypeIndex) -> Bool { flags(of: type).contains(.base) }

  /// Returns true if a magic rule, other than one that yields, belongs to a type.
  package func hasMagicRule(_ type: TypeIndex) -> Bool { flags(of: type).contains(.magic) }

  /// True if all rules of the base for a type have a priority of 80 or more.
  package func requiresMagic(_ type: TypeIndex) -> Bool {
    flags(of: type).contains(.requiredMagic)
  }

  /// True if no signature of the base is so weak that files of the type may lack it.
  package func requiresSignature(_ type: TypeIndex) -> Bool {
    flags(of: type).contains(.requiredSignature)
  }

  /// Returns true if the base states that files of a type are text, and a database does not.
  package func isStatedText(_ type: TypeIndex) -> Bool { flags(of: type).contains(.text) }

  package func hasRootElement(_ type: TypeIndex) -> Bool { flags(of: type).contains(.rootElement) }

  package func isDeclared(_ type: TypeIndex) -> Bool { flags(of: type).contains(.declared) }
}

/// A declaration of a type in the registry.
package struct RegisteredDeclaration: Sendable {
  package let declaration: TypeDeclaration
  package let source: DeclarationSource
  /// The declaration alone defines the type's tags, conformance and description.
  package let isActive: Bool
}

extension RegistryImage {
  /// The active one first, the others in order of precedence.
  package func declarations(of type: TypeIndex) -> [RegisteredDeclaration] {
    declarationRecords(of: type).map(registeredDeclaration)
  }

  package func firstDeclaration(of type: TypeIndex) -> RegisteredDeclaration? {
    declarationRecords(of: type).first.map(registeredDeclaration)
  }

  func declarationRecords(of type: TypeIndex) -> Range<Int> {
    records(
      of: declarations, first: types[type.offset, TypeField.firstDeclaration],
      count: types[type.offset, TypeField.declarationCount])
  }

  private func registeredDeclaration(_ index: Int) -> RegisteredDeclaration {
    RegisteredDeclaration(
      declaration: declaration(index),
      source: source(Int(declarations[index, DeclarationField.source])),
      isActive: declarationFlags(index).contains(.active))
  }

  /// The base has no such parent, so only declarations above it are read; O(*n*).
  var hasDynamicParentAboveBase: Bool {
    (0..<declarations.count).contains { index in
      layer(ofSource: declarations[index, DeclarationField.source]) != .base
        && declaration(index).conformsTo.contains { $0.value.isDynamic }
    }
  }

  func declarationFlags(_ index: Int) -> DeclarationFlags {
    DeclarationFlags(rawValue: declarations[index, DeclarationField.flags])
  }

  func declaration(_ index: Int) -> TypeDeclaration {
    func text(_ field: DeclarationField) -> String? {
      let offset = declarations[index, field]
      return offset == 0 ? nil : strings.string(at: offset)
    }
    let flags = declarationFlags(index)
    var result = TypeDeclaration(
      identifier: TypeIdentifier(canonical: text(.identifier) ?? ""),
      position: declarations.position(index, DeclarationField.self),
      isExported: flags.contains(.exported), description: text(.description),
      version: text(.version), referenceURL: text(.referenceURL),
      isWildcard: flags.contains(.wildcard))
    let stated = statements(
      first: declarations[index, DeclarationField.firstStatement],
      count: declarations[index, DeclarationField.statementCount])
    for statement in stated {
      switch statement.kind {
      case .conformsTo:
        result.conformsTo.append(
          Located(TypeIdentifier(canonical: statement.first), at: statement.position))
      case .tag:
        let tag = Tag(tagClass: TagClass(rawValue: statement.first), value: statement.second)
        result.tags.append(Located(tag, at: statement.position))
      case .iconFile:
        result.iconFiles.append(statement.first)
      default:
        break
      }
    }
    return result
  }

  func kind(_ index: Int) -> KindDeclaration {
    let reason = kindTable[index, KindField.reason]
    var result = KindDeclaration(
      identifier: TypeIdentifier(
        canonical: strings.string(at: kindTable[index, KindField.identifier])),
      position: kindTable.position(index, KindField.self),
      reason: reason == 0 ? nil : strings.string(at: reason))
    let stated = statements(
      first: kindTable[index, KindField.firstStatement],
      count: kindTable[index, KindField.statementCount])
    for statement in stated {
      let name = MIMEName(statement.first).map { Located($0, at: statement.position) }
      switch statement.kind {
      case .member: name.map { result.mimeTypes.append($0) }
      case .memberIcon:
        result.genericIcons.append(Located(statement.first, at: statement.position))
      case .exception: name.map { result.exceptions.append($0) }
      default: break
      }
    }
    return result
  }

  func documentType(_ index: Int) -> DocumentTypeDeclaration {
    var result = DocumentTypeDeclaration(
      position: documentTypes.position(index, DocumentTypeField.self))
    let flags = DocumentTypeFlags(rawValue: documentTypes[index, DocumentTypeField.flags])
    result.isPackage = flags.contains(.package)
    result.isDefault = flags.contains(.isDefault)
    let stated = statements(
      first: documentTypes[index, DocumentTypeField.firstStatement],
      count: documentTypes[index, DocumentTypeField.statementCount])
    for statement in stated {
      let identifier = Located(TypeIdentifier(canonical: statement.first), at: statement.position)
      switch statement.kind {
      case .documentName: result.name = statement.first
      case .documentRole: result.role = statement.first
      case .documentRank: result.handlerRank = statement.first
      case .documentContentType: result.contentTypes.append(identifier)
      case .exportableType: result.exportableTypes.append(identifier)
      case .documentClass: result.documentClass = statement.first
      case .userInterfaceDocumentClass: result.userInterfaceDocumentClass = statement.first
      case .iconFile: result.iconFiles.append(statement.first)
      case .otherValue: result.otherValues[statement.first] = statement.second
      case .tag:
        let tag = Tag(tagClass: TagClass(rawValue: statement.first), value: statement.second)
        result.tags.append(Located(tag, at: statement.position))
      default: break
      }
    }
    return result
  }

  /// Each with the file that declares it.
  package var registeredDocumentTypes:
    [(declaration: DocumentTypeDeclaration, source: DeclarationSource)]
  {
    (0..<documentTypes.count).map { index in
      (documentType(index), source(Int(documentTypes[index, DocumentTypeField.source])))
    }
  }

  package var diagnostics: [DeclarationDiagnostic] {
    (0..<diagnosticTable.count).map { record in
      func text(_ field: DiagnosticField) -> String {
        strings.string(at: diagnosticTable[record, field])
      }
      return DeclarationDiagnostic(
        DeclarationDiagnostic.Severity(rawValue: text(.severity)) ?? .warning, rule: text(.rule),
        file: text(.file),
        position: diagnosticTable.position(record, DiagnosticField.self),
        message: text(.message), remedy: text(.remedy))
    }
  }
}

extension RegisteredDeclaration {
  package var rank: DeclarationRank { DeclarationRank(declaration, in: source) }

  /// This declaration is the active one.
  package func precedence(over other: RegisteredDeclaration) -> DeclarationPrecedence {
    if rank != other.rank { return .rank }
    let versions = (declaration.version, other.declaration.version)
    if DeclarationRanking.compareVersions(versions.0, versions.1) != 0 { return .version }
    return source == other.source ? .order : .source
  }
}

/// The place of a statement: its file and its position in the file.
public struct DeclarationOrigin: Hashable, Sendable {
  /// The file and its precedence.
  public let source: DeclarationSource
  /// The place in the file.
  public let position: SourcePosition

  package init(source: DeclarationSource, position: SourcePosition) {
    self.source = source
    self.position = position
  }
}

extension DeclarationOrigin: CustomStringConvertible {
  /// The place in the form `file:line`.
  public var description: String { "\(source.path):\(max(position.line, 1))" }
}

extension RegistryImage {
  /// Lowest precedence first.
  package var declarationSources: [DeclarationSource] {
    (0..<sources.count).map(source)
  }

  /// Reads no strings of an origin.
  func layer(ofSource index: UInt32) -> DeclarationSource.Layer {
    DeclarationSource.Layer(rawValue: Int(sources[Int(index), SourceField.layer])) ?? .program
  }

  func source(_ index: Int) -> DeclarationSource {
    let bundle = sources[index, SourceField.bundleIdentifier]
    return DeclarationSource(
      path: strings.string(at: sources[index, SourceField.path]),
      format: sources[index, SourceField.format] == 0 ? .propertyList : .sharedMIMEInfo,
      layer: layer(ofSource: UInt32(truncatingIfNeeded: index)),
      directoryPrecedence: Int(sources[index, SourceField.directoryPrecedence]),
      bundleIdentifier: bundle == 0 ? nil : strings.string(at: bundle))
  }

  func origin<Field: SourcedField>(
    of record: Int, in table: ImageTable, _ fields: Field.Type
  ) -> DeclarationOrigin {
    DeclarationOrigin(
      source: source(Int(table[record, Field.source])), position: table.position(record, fields))
  }

  /// nil when a rule of the graph implies the record.
  func origin(sourcePlusOne: UInt32, position: SourcePosition) -> DeclarationOrigin? {
    sourcePlusOne == 0
      ? nil : DeclarationOrigin(source: source(Int(sourcePlusOne) - 1), position: position)
  }
}
