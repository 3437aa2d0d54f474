extension ImageComposer {
  mutating func appendMIMETypes() {
    var names: [(key: String, first: UInt32, count: UInt32)] = []
    for (index, type) in table.catalog.types.enumerated() {
      let statements = appendStatements(of: type)
      writer.append(
        .mimeTypes,
        [writer.string(type.name.spelling), rank[table.nodeOfMIMEType[index]]] + statements + [
          UInt32(type.file), UInt32(type.position.line), UInt32(type.position.column),
        ])
      names.append((type.name.canonical, UInt32(index), 1))
    }
    for (alias, name) in table.catalog.sortedAliases {
      if let index = table.catalog.index(of: name) {
        names.append((alias.canonical, UInt32(index), 1))
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
    return [UInt32(first), UInt32(writer.count(.statements) - first)]
  }

  /// Most specific first: both given, namespace only, local name only (rule 6.3).
  private mutating func appendRootElements() {
    var all: [(element: RootElement, mimeType: Int, file: Int)] = []
    for (index, type) in table.catalog.types.enumerated() {
      for entry in type.rootElements { all.append((entry.value, index, entry.file)) }
    }
    func specificity(_ element: RootElement) -> Int {
      element.namespace.isEmpty ? 2 : element.localName.isEmpty ? 1 : 0
    }
    all.sort { left, right in
      let leftKey = (specificity(left.element), left.element.namespace, left.element.localName)
      let rightKey = (specificity(right.element), right.element.namespace, right.element.localName)
      return leftKey < rightKey
    }
    for (element, mimeType, file) in all {
      writer.append(
        .rootElements,
        [
          writer.string(element.namespace), writer.string(element.localName), UInt32(mimeType),
          UInt32(file), UInt32(element.position.line), UInt32(element.position.column),
        ])
    }
  }

  mutating func appendGlobs(_ table: GlobTable) {
    var literals: [String: [UInt32]] = [:]
    var suffixes: [String: [UInt32]] = [:]
    var starts = [UInt32](repeating: 0, count: 8)
    for (record, entry) in table.entries.enumerated() {
      let glob = entry.glob
      var flags: GlobFlags = glob.isCaseSensitive ? .caseSensitive : []
      if entry.source.layer == .base { flags.insert(.base) }
      writer.append(
        .globs,
        [
          writer.string(glob.pattern), glob.kind.rawValue, UInt32(glob.weight), flags.rawValue,
          UInt32(entry.mimeType), UInt32(entry.file), UInt32(glob.position.line),
          UInt32(glob.position.column),
        ])
      switch glob.kind {
      case .literal:
        literals[CaseFolding.ascii(glob.pattern), default: []].append(UInt32(record))
      case .suffix:
        let suffix = CaseFolding.ascii(String(glob.pattern.dropFirst()))
        suffixes[suffix, default: []].append(UInt32(record))
        if let start = suffix.utf8.first { starts[Int(start >> 5)] |= 1 << UInt32(start & 31) }
      case .full:
        break
      }
    }
    for word in starts { writer.append(.globSuffixStarts, [word]) }
    appendGlobIndex(.globLiteralSlots, literals, isReversed: false)
    appendGlobIndex(.globSuffixSlots, suffixes, isReversed: true)
  }

  private mutating func appendGlobIndex(
    _ section: ImageSection, _ records: [String: [UInt32]], isReversed: Bool
  ) {
    var entries: [(key: String, first: UInt32, count: UInt32)] = []
    for (key, list) in records.sorted(by: { $0.key < $1.key }) {
      entries.append((key, UInt32(writer.count(.globPostings)), UInt32(list.count)))
      for record in list { writer.append(.globPostings, [record]) }
    }
    writer.index(section, entries, isReversed: isReversed)
  }

  /// Greatest priority first; equal priorities in byte order of the type's name (rule 5.14).
  mutating func appendMagic() {
    var rules: [(rule: MagicRule, mimeType: Int, file: Int)] = []
    var treeRules: [(rule: TreeMagicRule, mimeType: Int, file: Int)] = []
    for (index, type) in table.catalog.types.enumerated() {
      rules += type.magic.map { ($0.value, index, $0.file) }
      treeRules += type.treeMagic.map { ($0.value, index, $0.file) }
    }
    // The catalog is sorted by name, and among the rules of a type the earlier ones come first.
    for (rule, mimeType, file) in rules.enumerated().sorted(by: {
      ($1.element.rule.priority, $0.offset) < ($0.element.rule.priority, $1.offset)
    }).map(\.element) {
      let first = writer.count(.magicMatches)
      for match in rule.matches { append(match, depth: 0) }
      appendRule(
        .magicRules, mimeType: mimeType, priority: rule.priority, first: first,
        count: writer.count(.magicMatches) - first, file: file, at: rule.position)
    }
    for (rule, mimeType, file) in treeRules.enumerated().sorted(by: {
      ($1.element.rule.priority, $0.offset) < ($0.element.rule.priority, $1.offset)
    }).map(\.element) {
      let first = writer.count(.treeMagicMatches)
      for match in rule.matches { append(match, depth: 0) }
      appendRule(
        .treeMagicRules, mimeType: mimeType, priority: rule.priority, first: first,
        count: writer.count(.treeMagicMatches) - first, file: file, at: rule.position)
    }
  }

  private mutating func appendRule(
    _ section: ImageSection, mimeType: Int, priority: Int, first: Int, count: Int, file: Int,
    at position: SourcePosition
  ) {
    writer.append(
      section,
      [
        UInt32(mimeType), UInt32(priority), UInt32(first), UInt32(count), UInt32(file),
        UInt32(position.line), UInt32(position.column),
      ])
  }

  private mutating func append(_ match: MagicMatch, depth: UInt32) {
    let type = MagicMatch.ValueType.allCases.firstIndex(of: match.type) ?? 0
    writer.append(
      .magicMatches,
      [
        UInt32(type), UInt32(clamping: match.offsets.lowerBound),
        UInt32(clamping: match.offsets.upperBound), writer.bytes(match.value),
        match.mask.map { writer.bytes($0) } ?? 0, depth, UInt32(match.position.line),
        UInt32(match.position.column),
      ])
    for child in match.children { append(child, depth: depth + 1) }
  }

  private mutating func append(_ match: TreeMagicMatch, depth: UInt32) {
    let kind = match.kind.flatMap { TreeMagicMatch.ItemKind.allCases.firstIndex(of: $0) }
    var flags: TreeMagicFlags = match.matchesCase ? .matchesCase : []
    if match.isExecutable { flags.insert(.executable) }
    if match.isNonEmpty { flags.insert(.nonEmpty) }
    writer.append(
      .treeMagicMatches,
      [
        writer.string(match.path), kind.map { UInt32($0) + 1 } ?? 0, flags.rawValue,
        writer.string(match.mimeType?.spelling), depth, UInt32(match.position.line),
        UInt32(match.position.column),
      ])
    for child in match.children { append(child, depth: depth + 1) }
  }
}
