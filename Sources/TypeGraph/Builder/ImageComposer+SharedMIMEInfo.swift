extension ImageComposer {
  mutating func appendMIMETypes() {
    var names: [ImageWriter.IndexEntry] = []
    for (index, type) in table.catalog.types.enumerated() {
      let statements = appendStatements(of: type)
      writer.append(
        .mimeTypes,
        [writer.string(type.name.spelling), rank[table.nodeOfMIMEType[index]]] + statements + [
          UInt32(type.file), UInt32(type.position.line), UInt32(type.position.column),
        ])
      names.append((ByteText(type.name.canonical), UInt32(index), 1))
    }
    for (alias, name) in table.catalog.sortedAliases {
      if let index = table.catalog.index(of: name) {
        names.append((ByteText(alias.canonical), UInt32(index), 1))
      }
    }
    writer.index(.mimeNameSlots, names.sorted { $0.key < $1.key })
    appendRootElements()
  }

  private mutating func appendStatements(of type: MergedMIMEType) -> [UInt32] {
    let first = writer.count(.statements)
    let texts: [(StatementKind, [MergedMIMEType.Entry<LocalizedText>])] = [
      (.comment, type.comments), (.acronym, type.acronyms),
      (.expandedAcronym, type.expandedAcronyms),
    ]
    for (kind, entries) in texts {
      for entry in entries {
        append(
          kind, entry.value.language, entry.value.text, file: entry.file, at: entry.value.position)
      }
    }
    if let icon = type.icon { append(.icon, icon.value, file: icon.file, at: type.position) }
    if let icon = type.genericIcon {
      append(.genericIcon, icon.value, file: icon.file, at: type.position)
    }
    let names: [(StatementKind, [MergedMIMEType.Entry<Stated<MIMEName>>])] = [
      (.alias, type.aliases), (.superclass, type.superclasses),
    ]
    for (kind, entries) in names {
      for entry in entries {
        append(kind, entry.value.value.spelling, file: entry.file, at: entry.value.position)
      }
    }
    for entry in type.foreignElements {
      append(.foreignElement, entry.value.value, file: entry.file, at: entry.value.position)
    }
    return writer.run(.statements, from: first)
  }

  mutating func appendGlobs(_ globs: GlobTable) {
    var literals: [GlobKey] = []
    var suffixes: [GlobKey] = []
    for (record, entry) in globs.entries.enumerated() {
      let glob = entry.glob
      var flags: GlobFlags = glob.isCaseSensitive ? .caseSensitive : []
      if entry.isBase { flags.insert(.base) }
      writer.append(
        .globs,
        [
          writer.string(glob.pattern), glob.kind.rawValue, UInt32(glob.weight), flags.rawValue,
          UInt32(entry.mimeType), UInt32(entry.file), UInt32(glob.position.line),
          UInt32(glob.position.column),
        ])
      switch glob.kind {
      case .literal:
        literals.append((ByteText(CaseFolding.ascii(glob.pattern)), UInt32(record)))
      case .suffix:
        let suffix = CaseFolding.ascii(String(glob.pattern.dropFirst()))
        suffixes.append((ByteText(suffix), UInt32(record)))
      case .full:
        break
      }
    }
    writer.append(.lookUpFilters, words: LookUpFilterBuilder(globs, table).words)
    appendGlobIndex(.globLiteralSlots, literals)
    appendGlobIndex(.globSuffixSlots, suffixes)
  }

  private typealias GlobKey = (key: ByteText, record: UInt32)

  private mutating func appendGlobIndex(_ section: ImageSection, _ keys: [GlobKey]) {
    // Records are in order, and equal keys have to keep it.
    let sorted = keys.sorted { $0.key == $1.key ? $0.record < $1.record : $0.key < $1.key }
    var entries: [ImageWriter.IndexEntry] = []
    for (key, record) in sorted {
      if entries.last?.key == key {
        entries[entries.count - 1].count += 1
      } else {
        entries.append((key, UInt32(writer.count(.globPostings)), 1))
      }
      writer.append(.globPostings, [record])
    }
    // One pass over a name from its end tries all of its suffixes, and its whole.
    writer.index(section, entries, isReversed: true)
  }
}
