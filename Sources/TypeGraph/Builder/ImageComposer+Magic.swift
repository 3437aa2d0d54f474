extension ImageComposer {
  /// Greatest priority first; equal priorities in byte order of the type's name (rule 5.14).
  mutating func appendMagic() {
    var rules: [(rule: MagicRule, mimeType: Int, file: Int)] = []
    var treeRules: [(rule: TreeMagicRule, mimeType: Int, file: Int)] = []
    for (index, type) in table.catalog.types.enumerated() {
      rules += type.magic.map { ($0.value, index, $0.file) }
      treeRules += type.treeMagic.map { ($0.value, index, $0.file) }
    }
    // The catalog is sorted by name, and among the rules of a type the earlier ones come first.
    let sortedRules = rules.enumerated().sorted {
      ($1.element.rule.priority, $0.offset) < ($0.element.rule.priority, $1.offset)
    }.map(\.element)
    for (rule, mimeType, file) in sortedRules {
      let first = writer.count(.magicMatches)
      for match in rule.matches { append(match, depth: 0) }
      appendRule(
        .magicRules, mimeType: mimeType, priority: rule.priority, first: first,
        count: writer.count(.magicMatches) - first, file: file, at: rule.position)
    }
    let sortedTreeRules = treeRules.enumerated().sorted {
      ($1.element.rule.priority, $0.offset) < ($0.element.rule.priority, $1.offset)
    }.map(\.element)
    appendMagicProgram(MagicProgramBuilder(sortedRules.map(\.rule)))
    for (rule, mimeType, file) in sortedTreeRules {
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

  private mutating func appendMagicProgram(_ program: MagicProgramBuilder) {
    for group in program.groups {
      let postings = appendPostings(group.rules)
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
        ] + appendPostings(slot.rules))
    }
  }

  private mutating func appendPostings(_ rules: [Int]) -> [UInt32] {
    let first = writer.count(.magicPostings)
    for rule in rules { writer.append(.magicPostings, [UInt32(rule)]) }
    return [UInt32(first), UInt32(rules.count)]
  }
}
