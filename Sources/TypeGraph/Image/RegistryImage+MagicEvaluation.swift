internal import Glibc

/// A magic rule that holds for a buffer.
package struct MagicRuleMatch: Hashable, Sendable {
  /// The rule's place in the order of rules.
  package let rule: Int
  /// Where the top-level match was found.
  package let offset: Int
  /// How many bytes it has.
  package let byteCount: Int
}

extension RegistryImage {
  /// The type and the priority of a magic rule.
  package func magicRuleHead(_ index: Int) -> (type: TypeIndex, priority: Int) {
    (
      type(ofMIMEType: magicRules[index, MagicRuleField.mimeType]),
      Int(magicRules[index, MagicRuleField.priority])
    )
  }

  /// The layer of the file that states a magic rule.
  package func layer(ofMagicRule index: Int) -> DeclarationSource.Layer {
    layer(ofSource: magicRules[index, MagicRuleField.source])
  }

  /// The type, the priority and the place of a magic rule, without its matches.
  package func magicRuleSummary(
    _ index: Int
  ) -> (type: TypeIndex, priority: Int, origin: Origin) {
    (
      type(ofMIMEType: magicRules[index, MagicRuleField.mimeType]),
      Int(magicRules[index, MagicRuleField.priority]),
      origin(of: index, in: magicRules, MagicRuleField.self)
    )
  }

  /// Whether a rule is the base's and belongs to a type that other sources describe: it only speaks
  /// where those have no answer.
  package func magicRuleYields(_ index: Int) -> Bool {
    let mimeType = Int(magicRules[index, MagicRuleField.mimeType])
    return layer(ofSource: magicRules[index, MagicRuleField.source]) == .base
      && layer(ofSource: mimeTypes[mimeType, MIMETypeField.source]) != .base
  }

  /// The rule that a top-level match belongs to, and the records of all its matches.
  ///
  /// - Complexity: O(log *n*) in the number of rules, whose matches follow each other.
  func magicRule(ofMatch record: Int) -> (rule: Int, records: Range<Int>) {
    var range = 0..<magicRules.count
    while range.count > 1 {
      let middle = (range.lowerBound + range.upperBound) / 2
      range =
        Int(magicRules[middle, MagicRuleField.firstMatch]) <= record
        ? middle..<range.upperBound : range.lowerBound..<middle
    }
    let rule = range.lowerBound
    let records = magicMatches.range(
      first: magicRules[rule, MagicRuleField.firstMatch],
      count: magicRules[rule, MagicRuleField.matchCount])
    return (rule, records)
  }

  /// Where a top-level match of a rule holds for a buffer, with one of those nested in it; nil when it
  /// does not (shared-mime-info section 5).
  ///
  /// - Parameter records: the match and all that follow it in its rule.
  func magicRuleMatch(
    _ rule: Int, _ records: Range<Int>, in data: UnsafeRawBufferPointer
  ) -> MagicRuleMatch? {
    guard let record = records.first, let offset = offset(ofMatch: record, in: data) else {
      return nil
    }
    let nested = nestedRecords(of: record, in: records)
    guard nested.isEmpty || oneHolds(nested, level: 1, in: data) else { return nil }
    return MagicRuleMatch(
      rule: rule, offset: offset,
      byteCount: strings.utf8(at: magicMatches[record, MagicMatchField.value]).count)
  }

  /// The records behind a match that lie deeper than it.
  private func nestedRecords(of record: Int, in records: Range<Int>) -> Range<Int> {
    let depth = magicMatches[record, MagicMatchField.depth]
    var end = record + 1
    while end < records.upperBound, magicMatches[end, MagicMatchField.depth] > depth { end += 1 }
    return record + 1..<end
  }

  /// Whether one of several alternatives holds, with one of those nested in it.
  private func oneHolds(
    _ records: Range<Int>, level: Int, in data: UnsafeRawBufferPointer
  ) -> Bool {
    var record = records.lowerBound
    while record < records.upperBound {
      let nested = nestedRecords(of: record, in: records)
      if offset(ofMatch: record, in: data) != nil,
        nested.isEmpty || level >= Self.maximumMatchDepth
          || oneHolds(nested, level: level + 1, in: data)
      {
        return true
      }
      record = nested.upperBound
    }
    return false
  }

  /// The first place in its range where the value of a match stands as a whole.
  private func offset(ofMatch record: Int, in data: UnsafeRawBufferPointer) -> Int? {
    let value = strings.utf8(at: magicMatches[record, MagicMatchField.value])
    let first = Int(magicMatches[record, MagicMatchField.firstOffset])
    let last = min(
      Int(magicMatches[record, MagicMatchField.lastOffset]), data.count &- value.count)
    // No builder writes an empty value; there is no byte of it to look for.
    guard first <= last, !value.isEmpty, let start = data.baseAddress,
      let bytes = value.baseAddress
    else { return nil }
    let mask = magicMatches[record, MagicMatchField.mask]
    if mask == 0 {
      if first == last { return memcmp(start + first, bytes, value.count) == 0 ? first : nil }
      return search(for: value, in: data, from: first, through: last)
    }
    let bits = strings.utf8(at: mask)
    guard bits.count == value.count else { return nil }
    return (first...last).first { place in
      value.indices.allSatisfy { (data[place &+ $0] ^ value[$0]) & bits[$0] == 0 }
    }
  }

  /// Looks for the byte of a value that is least likely in text, and compares the rest around it.
  private func search(
    for value: UnsafeRawBufferPointer, in data: UnsafeRawBufferPointer, from first: Int,
    through last: Int
  ) -> Int? {
    guard let start = data.baseAddress, let bytes = value.baseAddress else { return nil }
    let anchor = value.indices.min { Self.commonness(value[$0]) < Self.commonness(value[$1]) } ?? 0
    var place = first
    while place <= last,
      let hit = memchr(start + place + anchor, Int32(value[anchor]), last - place + 1)
    {
      place = start.distance(to: UnsafeRawPointer(hit)) - anchor
      if memcmp(start + place, bytes, value.count) == 0 { return place }
      place += 1
    }
    return nil
  }

  private static func commonness(_ byte: UInt8) -> Int {
    switch byte {
    case 0, 0x0A, 0x20, 0x61...0x7A: 2
    case 0x09, 0x0D, 0x22, 0x2D...0x39, 0x3C...0x3E, 0xFF: 1
    default: 0
    }
  }
}
