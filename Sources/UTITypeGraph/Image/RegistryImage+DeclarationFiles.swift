extension RegistryImage {
  /// The files the registry was built from: a build from them gives the same bytes, in O(*n*).
  ///
  /// The base, which exists only as an image, becomes the lowest layer of a larger registry by
  /// them.
  package func declarationFiles() -> [DeclarationFile] {
    var files = declarationSources.map { DeclarationFile(source: $0) }
    // A layer leaves records without a type. A record belongs to one type; if several claim one, the
    // image is damaged.
    var left = declarations.count
    for type in typeIndices {
      let records = declarationRecords(of: type).prefix(left)
      left -= records.count
      for index in records {
        let source = Int(declarations[index, DeclarationField.source])
        guard files.indices.contains(source) else { continue }
        files[source].types.append(declaration(index))
      }
    }
    for index in 0..<kindTable.count {
      let source = Int(kindTable[index, KindField.source])
      guard files.indices.contains(source) else { continue }
      files[source].kinds.append(kind(index))
    }
    for index in 0..<documentTypes.count {
      let source = Int(documentTypes[index, DocumentTypeField.source])
      guard files.indices.contains(source) else { continue }
      files[source].documentTypes.append(documentType(index))
    }
    var collector = MIMETypeCollector(
      names: (0..<mimeTypes.count).map { MIMEName(mimeName(at: UInt32($0))) })
    collect(into: &collector)
    for (type, source) in collector.sorted() where files.indices.contains(source) {
      files[source].mimeTypes.append(type)
    }
    for index in files.indices {
      files[index].types.sort { $0.position < $1.position }
      files[index].kinds.sort { $0.position < $1.position }
      files[index].documentTypes.sort { $0.position < $1.position }
    }
    return files
  }

  private func collect(into collector: inout MIMETypeCollector) {
    for record in 0..<mimeTypes.count {
      let type = UInt32(record)
      let home = mimeTypes[record, MIMETypeField.source]
      let position = mimeTypes.position(record, MIMETypeField.self)
      collector.update(type, source: home, position: position) { _ in }
      let stated = statements(
        first: mimeTypes[record, MIMETypeField.firstStatement],
        count: mimeTypes[record, MIMETypeField.statementCount])
      for statement in stated {
        collector.add(statement, to: type, position: position)
      }
    }
    for record in 0..<globs.count {
      let type = globs[record, GlobField.mimeType]
      let flags = GlobFlags(rawValue: globs[record, GlobField.flags])
      let position = globs.position(record, GlobField.self)
      collector.update(type, source: globs[record, GlobField.source], position: position) {
        $0.globs.append(
          GlobDeclaration(
            pattern: strings.string(at: globs[record, GlobField.pattern]),
            weight: Int(globs[record, GlobField.weight]),
            isCaseSensitive: flags.contains(.caseSensitive), position: position))
      }
    }
    for index in 0..<magicRuleCount {
      let rule = magicRule(index).rule
      let type = magicRules[index, MagicRuleField.mimeType]
      let source = magicRules[index, MagicRuleField.source]
      collector.update(type, source: source, position: rule.position) { $0.magic.append(rule) }
    }
    for index in 0..<treeMagicRuleCount {
      let rule = treeMagicRule(index).rule
      let type = treeMagicRules[index, MagicRuleField.mimeType]
      let source = treeMagicRules[index, MagicRuleField.source]
      collector.update(type, source: source, position: rule.position) { $0.treeMagic.append(rule) }
    }
    for record in 0..<rootElements.count {
      let type = rootElements[record, RootElementField.mimeType]
      let position = rootElements.position(record, RootElementField.self)
      let source = rootElements[record, RootElementField.source]
      collector.update(type, source: source, position: position) {
        $0.rootElements.append(
          RootElement(
            namespace: strings.string(at: rootElements[record, RootElementField.namespace]),
            localName: strings.string(at: rootElements[record, RootElementField.localName]),
            position: position))
      }
    }
  }
}

/// Collects the statements about MIME types by their files.
private struct MIMETypeCollector {
  /// A type in a file, both by their records.
  private struct Key: Hashable { let type, source: UInt32 }

  /// nil for an invalid name, whose statements are ignored.
  let names: [MIMEName?]
  private var types: [(declaration: MIMETypeDeclaration, source: Int)] = []
  /// The descriptions of each type are packed at the end.
  private var comments: [[LocalizedText]] = []
  private var places: [Key: Int] = [:]

  init(names: [MIMEName?]) {
    self.names = names
    types.reserveCapacity(names.count)
    comments.reserveCapacity(names.count)
    places.reserveCapacity(names.count)
  }

  mutating func update(
    _ type: UInt32, source: UInt32, position: SourcePosition,
    _ change: (inout MIMETypeDeclaration) -> Void
  ) {
    guard let place = place(of: type, source: source, position: position) else { return }
    change(&types[place].declaration)
  }

  mutating func add(_ statement: Statement, to type: UInt32, position: SourcePosition) {
    guard let place = place(of: type, source: statement.source, position: position) else { return }
    if statement.kind == .comment {
      comments[place].append(statement.localizedText)
    } else {
      types[place].declaration.add(statement)
    }
  }

  private mutating func place(of type: UInt32, source: UInt32, position: SourcePosition) -> Int? {
    guard names.indices.contains(Int(type)), let name = names[Int(type)] else { return nil }
    let place = places[Key(type: type, source: source), default: types.count]
    if place == types.count {
      places[Key(type: type, source: source)] = place
      types.append((MIMETypeDeclaration(name: name, position: position), Int(source)))
      comments.append([])
    }
    return place
  }

  /// The order is of files; the image orders types, globs and rules for its queries.
  mutating func sorted() -> [(declaration: MIMETypeDeclaration, source: Int)] {
    for place in types.indices {
      types[place].declaration.globs.sort { $0.position < $1.position }
      types[place].declaration.magic.sort { $0.position < $1.position }
      types[place].declaration.treeMagic.sort { $0.position < $1.position }
      types[place].declaration.rootElements.sort { $0.position < $1.position }
    }
    for (place, texts) in LocalizedTexts.lists(of: comments).enumerated() {
      types[place].declaration.commentTexts = texts
    }
    let keys = types.map { ($0.declaration.position, $0.declaration.name) }
    return keys.indices.sorted { keys[$0] < keys[$1] }.map { types[$0] }
  }
}

extension MIMETypeDeclaration {
  fileprivate mutating func add(_ statement: Statement) {
    switch statement.kind {
    case .acronym: acronyms.append(statement.localizedText)
    case .expandedAcronym: expandedAcronyms.append(statement.localizedText)
    case .icon: icon = statement.first
    case .genericIcon, .yieldingGenericIcon: genericIcon = statement.first
    case .alias:
      MIMEName(statement.first).map { aliases.append(Located($0, at: statement.position)) }
    case .superclass:
      MIMEName(statement.first).map { superclasses.append(Located($0, at: statement.position)) }
    case .foreignElement: foreignElements.append(Located(statement.first, at: statement.position))
    default: break
    }
  }
}

extension Statement {
  fileprivate var localizedText: LocalizedText {
    LocalizedText(language: first, text: second, position: position)
  }
}
