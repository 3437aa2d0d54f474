internal import Glibc

/// A magic rule that holds for a buffer.
package struct MagicRuleMatch: Hashable, Sendable {
  /// The rule's place in the order of rules.
  package let rule: Int
  /// The record of the top-level match that holds.
  let match: Int
  /// Where it was found.
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

  /// The bytes that a match looks for.
  func magicValue(_ match: Int) -> UnsafeRawBufferPointer {
    strings.utf8(at: magicMatches[match, MagicMatchField.value])
  }

  /// Whether the value of a match stands at a place that is one of its places.
  func holds(_ match: Int, at place: Int, in data: UnsafeRawBufferPointer) -> Bool {
    guard let fields = magicMatches.record(match) else { return false }
    return place >= Int(fields[MagicMatchField.firstOffset])
      && place <= Int(fields[MagicMatchField.lastOffset])
      && stands(strings.utf8(at: fields[MagicMatchField.value]), of: fields, at: place, in: data)
  }

  /// Whether the value of a match stands at a place.
  @inline(__always)
  private func stands(
    _ value: UnsafeRawBufferPointer, of fields: UnsafePointer<UInt32>, at place: Int,
    in data: UnsafeRawBufferPointer
  ) -> Bool {
    // No builder writes an empty value; there is no byte of it to look for.
    guard !value.isEmpty, place >= 0, place <= data.count &- value.count,
      let bytes = value.baseAddress,
      let start = data.baseAddress
    else { return false }
    let mask = fields[MagicMatchField.mask]
    guard mask != 0 else {
      // Most candidates that do not hold differ in their first byte.
      return (start + place).load(as: UInt8.self) == bytes.load(as: UInt8.self)
        && memcmp(start + place, bytes, value.count) == 0
    }
    let bits = strings.utf8(at: mask)
    guard bits.count == value.count else { return false }
    for index in value.indices where (data[place &+ index] ^ value[index]) & bits[index] != 0 {
      return false
    }
    return true
  }

  /// Whether one of the matches nested in a top-level match holds, or there is none (shared-mime-info
  /// section 5).
  func holdsInside(_ match: Int, ofRule rule: Int, in data: UnsafeRawBufferPointer) -> Bool {
    let records = magicMatches.range(
      first: magicRules[rule, MagicRuleField.firstMatch],
      count: magicRules[rule, MagicRuleField.matchCount])
    guard records.contains(match) else { return false }
    let nested = nestedRecords(of: match, in: records)
    return nested.isEmpty || oneHolds(nested, level: 1, in: data)
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
  ///
  /// - Complexity: O(*n*) in the number of places, most of which are passed over many at a time.
  func offset(ofMatch record: Int, in data: UnsafeRawBufferPointer) -> Int? {
    guard let fields = magicMatches.record(record) else { return nil }
    let value = strings.utf8(at: fields[MagicMatchField.value])
    let first = Int(fields[MagicMatchField.firstOffset])
    let last = min(Int(fields[MagicMatchField.lastOffset]), data.count &- value.count)
    guard first <= last else { return nil }
    if first == last { return stands(value, of: fields, at: first, in: data) ? first : nil }
    let places = (
      Int(fields[MagicMatchField.searchedPlusOne]) &- 1,
      Int(fields[MagicMatchField.secondSearchedPlusOne]) &- 1
    )
    guard value.indices.contains(places.0), value.indices.contains(places.1) else {
      return (first...last).first { stands(value, of: fields, at: $0, in: data) }
    }
    let search = BytePairSearch(data, through: last, for: value, at: places)
    var place = first
    while let hit = search.place(from: place) {
      if stands(value, of: fields, at: hit, in: data) { return hit }
      place = hit &+ 1
    }
    return nil
  }
}

extension UnsafePointer<UInt32> {
  /// A field of the record of a match.
  @inline(__always)
  fileprivate subscript(_ field: MagicMatchField) -> UInt32 { self[field.rawValue] }
}
