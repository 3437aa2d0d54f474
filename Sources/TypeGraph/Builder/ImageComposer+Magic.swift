extension ImageComposer {
  mutating func appendMagic() {
    let rules = sorted(\.magic)
    var topMatches: [(match: MagicMatch, number: Int)] = []
    append(rules, to: .magicRules, matches: .magicMatches) { composer, match in
      topMatches.append((match, composer.writer.count(.magicMatches)))
      composer.append(match, depth: 0)
    }
    appendMagicProgram(MagicProgramBuilder(topMatches))
    append(sorted(\.treeMagic), to: .treeMagicRules, matches: .treeMagicMatches) {
      $0.append($1, depth: 0)
    }
  }

  private typealias Rule<Match: Hashable & Sendable> = (
    rule: MatchRule<Match>, mimeType: Int, file: Int
  )

  /// Greatest priority first; equal priorities in byte order of the type's name (rule 5.14).
  private func sorted<Match>(
    _ rules: (MergedMIMEType) -> [MergedMIMEType.Entry<MatchRule<Match>>]
  ) -> [Rule<Match>] {
    // The catalog is sorted by name, and among the rules of a type the earlier ones come first.
    let all: [Rule<Match>] = table.catalog.types.enumerated().flatMap { index, type in
      rules(type).map { ($0.value, index, $0.file) }
    }
    return all.enumerated().sorted {
      ($1.element.rule.priority, $0.offset) < ($0.element.rule.priority, $1.offset)
    }.map(\.element)
  }

  private mutating func append<Match>(
    _ rules: [Rule<Match>], to section: ImageSection, matches: ImageSection,
    _ append: (inout Self, Match) -> Void
  ) {
    for (rule, mimeType, file) in rules {
      let first = writer.count(matches)
      for match in rule.matches { append(&self, match) }
      writer.append(
        section,
        [UInt32(mimeType), UInt32(rule.priority)] + writer.run(matches, from: first) + [
          UInt32(file), UInt32(rule.position.line), UInt32(rule.position.column),
        ])
    }
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

  private mutating func appendMagicProgram(_ program: MagicProgramBuilder) {
    for group in program.groups {
      let postings = appendPostings(group.matches)
      writer.append(
        .magicGroups,
        [
          UInt32(clamping: group.offsets.lowerBound), UInt32(clamping: group.offsets.upperBound),
          UInt32(group.keyLength),
        ] + postings + group.starts)
    }
    for slot in program.slots() {
      guard let slot else {
        writer.append(.magicSlots, [0, 0, 0, 0, 0])
        continue
      }
      writer.append(
        .magicSlots,
        [
          UInt32(slot.group) + 1, UInt32(truncatingIfNeeded: slot.key),
          UInt32(truncatingIfNeeded: slot.key >> 32),
        ] + appendPostings(slot.matches))
    }
  }

  private mutating func appendPostings(_ matches: [Int]) -> [UInt32] {
    writer.append(.magicPostings, words: matches.map { UInt32($0) })
  }
}
