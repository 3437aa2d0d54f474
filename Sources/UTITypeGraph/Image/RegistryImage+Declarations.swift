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
