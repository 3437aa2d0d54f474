extension RegistryImage {
  /// Rules are in order of priority, ties in byte order of the type's name (rule 5.14).
  package var magicRuleCount: Int { magicRules.count }

  package func magicRule(_ index: Int) -> (
    type: TypeIndex, rule: MagicRule, origin: DeclarationOrigin
  ) {
    rule(index, of: magicRules, in: magicMatches, depth: MagicMatchField.depth, make: magicMatch)
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
      position: magicMatches.position(record, MagicMatchField.self))
  }

  /// Rules are in order of priority, greatest first.
  package var treeMagicRuleCount: Int { treeMagicRules.count }

  package func treeMagicRule(
    _ index: Int
  ) -> (type: TypeIndex, rule: TreeMagicRule, origin: DeclarationOrigin) {
    rule(
      index, of: treeMagicRules, in: treeMagicMatches, depth: TreeMagicMatchField.depth,
      make: treeMagicMatch)
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
      position: treeMagicMatches.position(record, TreeMagicMatchField.self))
  }

  private func rule<Match, Field: RawRepresentable<Int>>(
    _ index: Int, of rules: ImageTable, in matches: ImageTable, depth: Field,
    make: (Int, [Match]) -> Match
  ) -> (type: TypeIndex, rule: MatchRule<Match>, origin: DeclarationOrigin) {
    let origin = origin(of: index, in: rules, MagicRuleField.self)
    let records = records(
      of: matches, first: rules[index, MagicRuleField.firstMatch],
      count: rules[index, MagicRuleField.matchCount]
    )
    let rule = MatchRule(
      priority: Int(rules[index, MagicRuleField.priority]),
      matches: nested(records, depth: { Int(matches[$0, depth]) }, make: make),
      position: origin.position)
    return (type(ofMIMEType: rules[index, MagicRuleField.mimeType]), rule, origin)
  }

  /// Rebuilds nested matches from records in document order with their depths.
  ///
  /// The first record of a level gives its depth, so that an altered image is read once and the
  /// nesting stays within ``maximumMatchDepth``.
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

  /// Far above any nesting in use (six levels), far below the capacity of a stack.
  static var maximumMatchDepth: Int { 64 }
}
