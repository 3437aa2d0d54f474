extension ImageComposer {
  mutating func appendMIMETypes() {
    reserveDescriptions()
    for (index, type) in table.catalog.types.enumerated() {
      let statements = appendStatements(of: type)
      type.dropDescriptions()
      writer.append(
        .mimeTypes,
        record: [
          writer.string(type.name.spelling), rank[table.nodeOfMIMEType[index]], statements.first,
          statements.count, UInt32(type.file), UInt32(type.position.line),
          UInt32(type.position.column),
        ])
    }
    let names = table.catalog.names
    writer.index(.mimeNameSlots, names, sorted: names.sortedNumbers) { [table] number in
      (UInt32(table.catalog.indices[number]), 1)
    }
    appendRootElements()
  }

  private mutating func appendStatements(of type: MergedMIMEType) -> ImageWriter.Run {
    let first = writer.count(.statements)
    appendComments(of: type)
    append(.acronym, type.acronyms)
    append(.expandedAcronym, type.expandedAcronyms)
    if let icon = type.icon { append(.icon, icon.value, file: icon.file, at: type.position) }
    if let icon = type.genericIcon {
      append(.genericIcon, icon.value, file: icon.file, at: type.position)
    }
    if let icon = type.yieldingGenericIcon {
      append(.yieldingGenericIcon, icon.value, file: icon.file, at: type.position)
    }
    append(.alias, type.aliases)
    append(.superclass, type.superclasses)
    for entry in type.foreignElements {
      append(.foreignElement, entry.value.value, file: entry.file, at: entry.value.position)
    }
    return writer.records(.statements, from: first)
  }

  private mutating func append(
    _ kind: StatementKind, _ texts: [MergedMIMEType.Entry<LocalizedText>]
  ) {
    for entry in texts {
      append(
        kind, entry.value.language, entry.value.text, file: entry.file, at: entry.value.position)
    }
  }

  private mutating func append(
    _ kind: StatementKind, _ names: [MergedMIMEType.Entry<Located<MIMEName>>]
  ) {
    for entry in names {
      append(kind, entry.value.value.spelling, file: entry.file, at: entry.value.position)
    }
  }

  /// - Returns: the tags, including the tags that follow from globs.
  mutating func appendGlobs() -> TagTable {
    let globs = GlobTable(takingGlobsOf: table, limits: limits)
    for entry in globs.dropped {
      report(
        "too-many-patterns", file: entry.file, at: entry.glob.position,
        "there are more than \(limits.starryPatternCount) patterns with several stars; "
          + "“\(entry.pattern.prefix(100))” is dropped",
        remedy: "name the ends of names instead")
    }
    let tags = TagTable(table, globs: globs.entries)
    // The table of names needs the largest blocks of memory.
    writer.giveBackMemory()
    writer.reserve(.globs, globs.entries.count)
    for entry in globs.entries {
      let glob = entry.glob
      var flags: GlobFlags = glob.isCaseSensitive ? .caseSensitive : []
      if entry.isBase { flags.insert(.base) }
      if glob.isOpen { flags.insert(.open) }
      if contradictsBase(entry, tags) { flags.insert(.contradictsBase) }
      writer.append(
        .globs,
        record: [
          writer.string(glob.pattern), entry.kind.rawValue, UInt32(glob.weight), flags.rawValue,
          UInt32(entry.mimeType), rank[table.nodeOfMIMEType[entry.mimeType]], UInt32(entry.file),
          UInt32(glob.position.line), UInt32(glob.position.column),
        ])
    }
    let filters = LookUpFilterBuilder(globs, table)
    writer.append(.lookUpFilters, words: filters.words)
    var names = NameTableBuilder(globs.entries, tags: tags.keys, filters: filters)
    let runs = names.runs.map { run in
      writer.append(.globPostings, words: [UInt32(run.count)] + run).first
    }
    writer.take(.nameSlots, names.takeWords(runs: runs))
    return tags
  }

  /// Returns true if a glob of an installed database has an extension that the base gives to
  /// another type.
  private func contradictsBase(_ entry: GlobTable.Entry, _ tags: TagTable) -> Bool {
    guard !entry.isCaseSensitive, table.files[entry.file].source.layer == .system,
      let value = entry.glob.filenameExtension,
      let key = tags.key(of: Tag(tagClass: .filenameExtension, value: value))
    else { return false }
    let node = table.nodeOfMIMEType[entry.mimeType]
    var isOfOther = false
    tags.forEachTag(withKey: Int(key)) { tag in
      isOfOther = isOfOther || tag.isOfBase && tag.node != UInt32(node)
    }
    return isOfOther
  }
}
