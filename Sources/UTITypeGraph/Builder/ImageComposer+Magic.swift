extension ImageComposer {
  mutating func appendMagic() {
    let rules = sorted { $0.magic }
    var entries: [MagicProgramBuilder.Entry] = []
    var placeCount = 0
    append(rules, to: .magicRules, matches: .magicMatches) { composer, match, rule in
      let record = composer.writer.count(.magicMatches)
      let index = composer.writer.count(.magicRules)
      placeCount += match.blindPlaceCount
      if match.blindPlaceCount == 0 || placeCount <= composer.limits.blindPlaceCount {
        entries.append(
          .init(
            match: match, record: record, rule: index, topMatch: record,
            byteCount: match.value.count))
      } else {
        composer.reportTooManySearches(match, file: rule.file)
      }
      let strength = PackedStrength(match, priority: rule.rule.priority)
      let isSuperseded = composer.isSuperseded(match, in: rule)
      composer.append(match, depth: 0, strength: isSuperseded ? strength.outsideText : strength)
    }
    append(MagicProgramBuilder(entries))
    append(sorted { $0.treeMagic }, to: .treeMagicRules, matches: .treeMagicMatches) {
      composer, match, _ in composer.append(match, depth: 0)
    }
  }

  /// The base states the signature of the type with more bytes or with a structure behind it.
  ///
  /// The shorter statement of a database counts nothing in a text, which has it by chance.
  private func isSuperseded(_ match: MagicMatch, in rule: Rule<MagicMatch>) -> Bool {
    guard match.children.isEmpty, !isBase(rule.file) else { return false }
    return table.catalog.types[rule.mimeType].magic.contains { entry in
      isBase(entry.file) && entry.value.matches.contains { $0.isNarrower(than: match) }
    }
  }

  private mutating func reportTooManySearches(_ match: MagicMatch, file: Int) {
    report(
      "too-many-searches", file: file, at: match.position,
      "values without a certain byte are looked for at more than \(limits.blindPlaceCount) places "
        + "together; this one is never found",
      remedy: "name a narrower place, or a byte that its mask leaves whole")
  }

  private struct Rule<Match: Hashable & Sendable> {
    let rule: MatchRule<Match>
    let mimeType: Int
    let file: Int
  }

  /// Greatest priority first; equal priorities in byte order of the type's name (rule 5.14).
  private func sorted<Match>(
    _ rules: (MergedMIMEType) -> [MergedMIMEType.Entry<MatchRule<Match>>]
  ) -> [Rule<Match>] {
    // The catalog is sorted by name, and the rules of a type are in their order.
    var all: [Rule<Match>] = []
    var order: [(priority: Int, place: Int)] = []
    for (mimeType, type) in table.catalog.types.enumerated() {
      for entry in rules(type) {
        order.append((entry.value.priority, all.count))
        all.append(Rule(rule: entry.value, mimeType: mimeType, file: entry.file))
      }
    }
    order.sort { ($1.priority, $0.place) < ($0.priority, $1.place) }
    all.permute(order.map { $0.place })
    return all
  }

  private mutating func append<Match>(
    _ rules: [Rule<Match>], to section: ImageSection, matches: ImageSection,
    _ append: (inout Self, Match, Rule<Match>) -> Void
  ) {
    for entry in rules {
      let first = writer.count(matches)
      for match in entry.rule.matches { append(&self, match, entry) }
      let records = writer.records(matches, from: first)
      writer.append(
        section,
        record: [
          UInt32(entry.mimeType), UInt32(entry.rule.priority), records.first, records.count,
          UInt32(entry.file), UInt32(entry.rule.position.line),
          UInt32(entry.rule.position.column),
        ])
    }
  }

  private mutating func append(
    _ match: MagicMatch, depth: UInt32, strength: PackedStrength = PackedStrength(rawValue: 0)
  ) {
    let type = MagicMatch.ValueType.allCases.firstIndex(of: match.type) ?? 0
    let searched = match.searchedPositions
    writer.append(
      .magicMatches,
      record: [
        UInt32(type), UInt32(clamping: match.offsets.lowerBound),
        UInt32(clamping: match.offsets.upperBound), writer.bytes(match.value),
        match.mask.map { writer.bytes($0) } ?? 0, depth, UInt32(match.position.line),
        UInt32(match.position.column), UInt32((searched?.first ?? -1) + 1),
        UInt32((searched?.second ?? -1) + 1), strength.rawValue,
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
      record: [
        writer.string(match.path), kind.map { UInt32($0) + 1 } ?? 0, flags.rawValue,
        writer.string(match.mimeType?.spelling), depth, UInt32(match.position.line),
        UInt32(match.position.column),
      ])
    for child in match.children { append(child, depth: depth + 1) }
  }

  private mutating func append(_ program: MagicProgramBuilder) {
    for stage in program.stages {
      writer.append(
        .magicStages,
        record: [
          UInt32(stage.firstGroup), UInt32(stage.placedCount), UInt32(stage.rangedCount),
          UInt32(writer.count(.magicStarts)),
        ])
      let placed = program.groups[stage.firstGroup..<stage.firstGroup + stage.placedCount]
      for first in stride(
        from: placed.startIndex, to: placed.endIndex, by: MagicStartsField.groupCount)
      {
        append(startsOf: placed[first...].prefix(MagicStartsField.groupCount))
      }
    }
    for group in program.groups {
      let postings = append(group.postings, of: program)
      if let nibbles = group.nibbles { append(nibbles) }
      writer.append(
        .magicGroups,
        [
          UInt32(clamping: group.offsets.lowerBound), UInt32(clamping: group.offsets.upperBound),
          group.keys.rawValue, postings.first, postings.count,
          group.nibbles == nil ? 0 : UInt32(writer.count(.magicNibbles)),
        ])
    }
    for slot in program.slots {
      guard let slot else {
        writer.append(.magicSlots, record: [0, 0, 0, 0, 0])
        continue
      }
      let postings = append(slot.postings, of: program)
      writer.append(
        .magicSlots,
        record: [
          slot.owner, UInt32(truncatingIfNeeded: slot.key),
          UInt32(truncatingIfNeeded: slot.key >> 32), postings.first, postings.count,
        ])
    }
    writer.append(.magicFilter, words: program.filter)
    writer.append(.magicScanFilter, words: program.scanFilter)
  }

  /// Writes the places and first bytes of up to 64 groups.
  private mutating func append(startsOf groups: ArraySlice<MagicProgramBuilder.Group>) {
    var offsets = [UInt32](repeating: 0, count: MagicStartsField.groupCount)
    var rows = [UInt64](repeating: 0, count: 256)
    for (number, group) in groups.enumerated() {
      offsets[number] = UInt32(clamping: group.offsets.lowerBound)
      for byte in group.starts { rows[Int(byte)] |= 1 << UInt64(number) }
    }
    writer.append(.magicStarts, offsets + rows.withUnsafeBytes { words(of: $0) })
  }

  private mutating func append(_ nibbles: NibbleTables) {
    let tables = nibbles.bytes.withUnsafeBytes { words(of: $0) }
    writer.append(.magicNibbles, [UInt32(nibbles.width)] + tables)
  }

  private func words(of bytes: UnsafeRawBufferPointer) -> [UInt32] {
    stride(from: 0, to: bytes.count, by: 4).map { place in
      bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    }
  }

  private mutating func append(
    _ postings: [MagicProgramBuilder.Posting], of program: MagicProgramBuilder
  ) -> ImageWriter.Run {
    let first = writer.count(.magicPostings)
    for posting in postings {
      let entry = program.entries[posting.entry]
      writer.append(
        .magicPostings,
        record: [
          UInt32(entry.record), UInt32(entry.rule),
          UInt32(entry.topMatch), UInt32(posting.keyPosition), posting.nested,
          UInt32(clamping: entry.match.offsets.lowerBound),
          UInt32(clamping: entry.match.offsets.upperBound),
          posting.isWhole ? 0 : writer.bytes(entry.match.value),
          entry.match.mask.map { writer.bytes($0) } ?? 0, UInt32(entry.byteCount),
        ])
    }
    return writer.records(.magicPostings, from: first)
  }
}

extension MagicMatch {
  /// Each file that it matches has the other value too, at the same place.
  fileprivate func isNarrower(than other: MagicMatch) -> Bool {
    offsets == other.offsets && mask == other.mask && value.starts(with: other.value)
      && (value.count > other.value.count || !children.isEmpty)
  }
}
