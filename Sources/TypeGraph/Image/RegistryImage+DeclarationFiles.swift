extension RegistryImage {
  /// The declaration files the registry was built from, read back from the image.
  ///
  /// Building from them gives the same bytes again, which is how the base, known only as an image,
  /// becomes the lowest layer of a larger registry.
  ///
  /// - Complexity: O(*n*) in the size of the image.
  package func declarationFiles() -> [DeclarationFile] {
    var files = declarationSources.map { DeclarationFile(source: $0) }
    for index in 0..<declarations.count {
      let source = Int(declarations[index, DeclarationField.source])
      guard files.indices.contains(source) else { continue }
      files[source].types.append(declaration(index))
    }
    for index in 0..<documentTypes.count {
      let source = Int(documentTypes[index, DocumentTypeField.source])
      guard files.indices.contains(source) else { continue }
      files[source].documentTypes.append(documentType(index))
    }
    var collector = MIMETypeCollector()
    collect(into: &collector)
    for (source, types) in collector.types where files.indices.contains(source) {
      files[source].mimeTypes = types.values.sorted {
        ($0.position, $0.name) < ($1.position, $1.name)
      }
    }
    for index in files.indices {
      files[index].types.sort { $0.position < $1.position }
      files[index].documentTypes.sort { $0.position < $1.position }
    }
    return files
  }

  private func collect(into collector: inout MIMETypeCollector) {
    for record in 0..<mimeTypes.count {
      guard let name = MIMEName(mimeName(at: UInt32(record))) else { continue }
      let home = mimeTypes[record, MIMETypeField.source]
      let position = mimeTypes.position(record, MIMETypeField.self)
      collector.update(name, source: home, position: position) { _ in }
      let stated = statements(
        first: mimeTypes[record, MIMETypeField.firstStatement],
        count: mimeTypes[record, MIMETypeField.statementCount])
      for statement in stated {
        collector.update(name, source: statement.source, position: position) {
          $0.add(statement)
        }
      }
    }
    for record in 0..<globs.count {
      guard let name = MIMEName(mimeName(at: globs[record, GlobField.mimeType])) else { continue }
      let flags = GlobFlags(rawValue: globs[record, GlobField.flags])
      let position = globs.position(record, GlobField.self)
      collector.update(name, source: globs[record, GlobField.source], position: position) {
        $0.globs.append(
          GlobDeclaration(
            pattern: strings.string(at: globs[record, GlobField.pattern]),
            weight: Int(globs[record, GlobField.weight]),
            isCaseSensitive: flags.contains(.caseSensitive), position: position))
      }
    }
    for index in 0..<magicRuleCount {
      let rule = magicRule(index).rule
      guard let name = MIMEName(mimeName(at: magicRules[index, MagicRuleField.mimeType])) else {
        continue
      }
      let source = magicRules[index, MagicRuleField.source]
      collector.update(name, source: source, position: rule.position) { $0.magic.append(rule) }
    }
    for index in 0..<treeMagicRuleCount {
      let rule = treeMagicRule(index).rule
      let record = treeMagicRules[index, MagicRuleField.mimeType]
      guard let name = MIMEName(mimeName(at: record)) else { continue }
      let source = treeMagicRules[index, MagicRuleField.source]
      collector.update(name, source: source, position: rule.position) { $0.treeMagic.append(rule) }
    }
    for record in 0..<rootElements.count {
      let type = rootElements[record, RootElementField.mimeType]
      guard let name = MIMEName(mimeName(at: type)) else { continue }
      let position = rootElements.position(record, RootElementField.self)
      let source = rootElements[record, RootElementField.source]
      collector.update(name, source: source, position: position) {
        $0.rootElements.append(
          RootElement(
            namespace: strings.string(at: rootElements[record, RootElementField.namespace]),
            localName: strings.string(at: rootElements[record, RootElementField.localName]),
            position: position))
      }
    }
    collector.sortByPosition()
  }
}

/// Gathers the statements about MIME types by the file that makes them.
private struct MIMETypeCollector {
  var types: [Int: [MIMEName: MIMETypeDeclaration]] = [:]

  mutating func update(
    _ name: MIMEName, source: UInt32, position: SourcePosition,
    _ change: (inout MIMETypeDeclaration) -> Void
  ) {
    change(
      &types[Int(source), default: [:]][
        name, default: MIMETypeDeclaration(name: name, position: position)])
  }

  /// The image orders globs and rules for its queries; a file states them in its own order.
  mutating func sortByPosition() {
    for source in types.keys {
      for name in types[source, default: [:]].keys {
        types[source]?[name]?.globs.sort { $0.position < $1.position }
        types[source]?[name]?.magic.sort { $0.position < $1.position }
        types[source]?[name]?.treeMagic.sort { $0.position < $1.position }
        types[source]?[name]?.rootElements.sort { $0.position < $1.position }
      }
    }
  }
}

extension MIMETypeDeclaration {
  fileprivate mutating func add(_ statement: Statement) {
    let text = LocalizedText(
      language: statement.first, text: statement.second, position: statement.position)
    switch statement.kind {
    case .comment: comments.append(text)
    case .acronym: acronyms.append(text)
    case .expandedAcronym: expandedAcronyms.append(text)
    case .icon: icon = statement.first
    case .genericIcon: genericIcon = statement.first
    case .alias:
      MIMEName(statement.first).map { aliases.append(Stated($0, at: statement.position)) }
    case .superclass:
      MIMEName(statement.first).map { superclasses.append(Stated($0, at: statement.position)) }
    case .foreignElement: foreignElements.append(Stated(statement.first, at: statement.position))
    default: break
    }
  }
}
