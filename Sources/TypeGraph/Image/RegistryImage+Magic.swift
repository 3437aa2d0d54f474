extension RegistryImage {
  /// The magic rules of the registry, greatest priority first, ties in byte order of the type's
  /// name (shared-mime-info rule 5.14).
  package var magicRuleCount: Int { magicRules.count }

  /// A magic rule with the type it belongs to.
  package func magicRule(_ index: Int) -> (type: TypeIndex, rule: MagicRule, origin: Origin) {
    let origin = origin(
      source: magicRules[index, MagicRuleField.source],
      line: magicRules[index, MagicRuleField.line],
      column: magicRules[index, MagicRuleField.column])
    let rule = MagicRule(
      priority: Int(magicRules[index, MagicRuleField.priority]),
      matches: nested(
        magicMatches.range(
          first: magicRules[index, MagicRuleField.firstMatch],
          count: magicRules[index, MagicRuleField.matchCount]),
        depth: { Int(magicMatches[$0, MagicMatchField.depth]) },
        make: magicMatch),
      position: origin.position)
    return (type(ofMIMEType: magicRules[index, MagicRuleField.mimeType]), rule, origin)
  }

  private func magicMatch(_ record: Int, children: [MagicMatch]) -> MagicMatch {
    let types = MagicMatch.ValueType.allCases
    let first = Int(magicMatches[record, MagicMatchField.firstOffset])
    let last = Int(magicMatches[record, MagicMatchField.lastOffset])
    let mask = magicMatches[record, MagicMatchField.mask]
    let type = Int(magicMatches[record, MagicMatchField.type])
    return MagicMatch(
      type: types.indices.contains(type) ? types[type] : .string,
      offsets: first...max(first, last),
      value: Array(strings.utf8(at: magicMatches[record, MagicMatchField.value])),
      mask: mask == 0 ? nil : Array(strings.utf8(at: mask)),
      children: children,
      position: SourcePosition(
        line: Int(magicMatches[record, MagicMatchField.line]),
        column: Int(magicMatches[record, MagicMatchField.column])))
  }

  /// The tree magic rules, greatest priority first.
  package var treeMagicRuleCount: Int { treeMagicRules.count }

  /// A tree magic rule with the type it belongs to.
  package func treeMagicRule(
    _ index: Int
  ) -> (type: TypeIndex, rule: TreeMagicRule, origin: Origin) {
    let origin = origin(
      source: treeMagicRules[index, MagicRuleField.source],
      line: treeMagicRules[index, MagicRuleField.line],
      column: treeMagicRules[index, MagicRuleField.column])
    let rule = TreeMagicRule(
      priority: Int(treeMagicRules[index, MagicRuleField.priority]),
      matches: nested(
        treeMagicMatches.range(
          first: treeMagicRules[index, MagicRuleField.firstMatch],
          count: treeMagicRules[index, MagicRuleField.matchCount]),
        depth: { Int(treeMagicMatches[$0, TreeMagicMatchField.depth]) },
        make: treeMagicMatch),
      position: origin.position)
    return (type(ofMIMEType: treeMagicRules[index, MagicRuleField.mimeType]), rule, origin)
  }

  private func treeMagicMatch(_ record: Int, children: [TreeMagicMatch]) -> TreeMagicMatch {
    let flags = TreeMagicFlags(rawValue: treeMagicMatches[record, TreeMagicMatchField.flags])
    let kind = Int(treeMagicMatches[record, TreeMagicMatchField.kind])
    let kinds = TreeMagicMatch.ItemKind.allCases
    return TreeMagicMatch(
      path: strings.string(at: treeMagicMatches[record, TreeMagicMatchField.path]),
      kind: kinds.indices.contains(kind - 1) ? kinds[kind - 1] : nil,
      matchesCase: flags.contains(.matchesCase),
      isExecutable: flags.contains(.executable),
      isNonEmpty: flags.contains(.nonEmpty),
      mimeType: MIMEName(
        strings.string(at: treeMagicMatches[record, TreeMagicMatchField.mimeType])),
      children: children,
      position: SourcePosition(
        line: Int(treeMagicMatches[record, TreeMagicMatchField.line]),
        column: Int(treeMagicMatches[record, TreeMagicMatchField.column])))
  }

  /// Rebuilds nested matches from records in document order with their depths.
  ///
  /// An altered image can claim any depth; the first record of a level decides which depth the
  /// level has, so that every record is visited once and the nesting stays within ``maximumDepth``.
  private func nested<Match>(
    _ records: Range<Int>, level: Int = 0, depth: (Int) -> Int, make: (Int, [Match]) -> Match
  ) -> [Match] {
    var result: [Match] = []
    var index = records.lowerBound
    while index < records.upperBound {
      var end = index + 1
      while end < records.upperBound, depth(end) > depth(index) { end += 1 }
      let children =
        level < Self.maximumMatchDepth
        ? nested(index + 1..<end, level: level + 1, depth: depth, make: make) : []
      result.append(make(index, children))
      index = end
    }
    return result
  }

  /// Far above any nesting in use (six levels), far below what a stack can hold.
  static var maximumMatchDepth: Int { 64 }
}
