/// Declarations, active or not, are stored statement by statement, so that the image can list the
/// declarations of a type and can be converted back.
extension ImageComposer {
  mutating func appendDeclarations(of type: GraphNode) -> ImageWriter.Run {
    append(type.declarations[...], hasActive: true)
  }

  /// - Parameter hasActive: whether the first declaration is the active one.
  @discardableResult
  mutating func append(
    _ references: ArraySlice<DeclarationReference>, hasActive: Bool
  ) -> ImageWriter.Run {
    let first = writer.count(.declarations)
    for (place, reference) in references.enumerated() {
      let declaration = table.files[reference.file].types[reference.index]
      var flags: DeclarationFlags = hasActive && place == 0 ? .active : []
      if declaration.isExported { flags.insert(.exported) }
      if declaration.isWildcard { flags.insert(.wildcard) }
      let statements = appendStatements(of: declaration, file: reference.file)
      writer.append(
        .declarations,
        record: [
          writer.string(declaration.identifier.rawValue), flags.rawValue,
          writer.string(declaration.version), writer.string(declaration.referenceURL),
          writer.string(declaration.description), statements.first, statements.count,
          UInt32(reference.file), UInt32(declaration.position.line),
          UInt32(declaration.position.column),
        ])
    }
    return writer.records(.declarations, from: first)
  }

  private mutating func appendStatements(
    of declaration: TypeDeclaration, file: Int
  ) -> ImageWriter.Run {
    let first = writer.count(.statements)
    for parent in declaration.conformsTo {
      append(.conformsTo, parent.value.rawValue, file: file, at: parent.position)
    }
    for tag in declaration.tags {
      append(.tag, tag.value.tagClass.rawValue, tag.value.value, file: file, at: tag.position)
    }
    for icon in declaration.iconFiles {
      append(.iconFile, icon, file: file, at: declaration.position)
    }
    return writer.records(.statements, from: first)
  }

  mutating func append(
    _ kind: StatementKind, _ text: String, _ second: String = "", file: Int,
    at position: SourcePosition
  ) {
    writer.append(
      .statements,
      record: [
        kind.rawValue, writer.string(text), writer.string(second), UInt32(file),
        UInt32(position.line), UInt32(position.column),
      ])
  }

  mutating func appendKinds() {
    for (file, content) in table.files.enumerated() {
      for declaration in content.kinds { append(declaration, file: file) }
    }
  }

  private mutating func append(_ declaration: KindDeclaration, file: Int) {
    let first = writer.count(.statements)
    for member in declaration.mimeTypes {
      append(.member, member.value.spelling, file: file, at: member.position)
    }
    for icon in declaration.genericIcons {
      append(.memberIcon, icon.value, file: file, at: icon.position)
    }
    for exception in declaration.exceptions {
      append(.exception, exception.value.spelling, file: file, at: exception.position)
    }
    let statements = writer.records(.statements, from: first)
    writer.append(
      .kinds,
      record: [
        writer.string(declaration.identifier.rawValue), writer.string(declaration.reason),
        statements.first, statements.count, UInt32(file), UInt32(declaration.position.line),
        UInt32(declaration.position.column),
      ])
  }

  mutating func appendDocumentTypes() {
    for (file, content) in table.files.enumerated() {
      for declaration in content.documentTypes { append(declaration, file: file) }
    }
  }

  private mutating func append(_ declaration: DocumentTypeDeclaration, file: Int) {
    let first = writer.count(.statements)
    let position = declaration.position
    let texts: [(StatementKind, String?)] = [
      (.documentName, declaration.name), (.documentRole, declaration.role),
      (.documentRank, declaration.handlerRank), (.documentClass, declaration.documentClass),
      (.userInterfaceDocumentClass, declaration.userInterfaceDocumentClass),
    ]
    for (kind, text) in texts {
      if let text { append(kind, text, file: file, at: position) }
    }
    for type in declaration.contentTypes {
      append(.documentContentType, type.value.rawValue, file: file, at: type.position)
    }
    for tag in declaration.tags {
      append(.tag, tag.value.tagClass.rawValue, tag.value.value, file: file, at: tag.position)
    }
    for type in declaration.exportableTypes {
      append(.exportableType, type.value.rawValue, file: file, at: type.position)
    }
    for icon in declaration.iconFiles { append(.iconFile, icon, file: file, at: position) }
    for (key, value) in declaration.otherValues.sorted(by: { $0.key < $1.key }) {
      append(.otherValue, key, value, file: file, at: position)
    }
    var flags: DocumentTypeFlags = declaration.isPackage ? .package : []
    if declaration.isDefault { flags.insert(.isDefault) }
    let statements = writer.records(.statements, from: first)
    writer.append(
      .documentTypes,
      record: [
        flags.rawValue, statements.first, statements.count, UInt32(file), UInt32(position.line),
        UInt32(position.column),
      ])
  }
}
