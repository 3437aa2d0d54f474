internal import UTIPlatform

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

  /// How much a match of a rule fixes, from 0 to 100.
  ///
  /// - Parameters:
  ///   - match: the match, which has been found in the data.
  ///   - isText: whether the data is text.
  /// - Complexity: O(1).
  package func strength(
    of match: MagicRuleMatch, in data: UnsafeRawBufferPointer, isText: Bool
  ) -> Int {
    let packed = PackedStrength(
      rawValue: magicMatches[match.match, MagicMatchField.strength])
    let end = match.offset &+ match.byteCount
    // A word that goes on is another word.
    let isPartOfWord =
      isText && packed.endsInsideWord && end >= 0 && end < data.count
      && MagicMatch.isWordCharacter(data[end])
    let strength = isText ? packed.inText : packed.amongBytes
    return isPartOfWord ? strength / 2 : strength
  }

  /// The first place where a match may stand.
  func firstOffset(ofMatch match: Int) -> Int {
    Int(magicMatches[match, MagicMatchField.firstOffset])
  }

  /// Whether a value stands at a place, as far as a mask has bits, which 0 stands for all of.
  @inline(__always)
  func stands(
    _ value: UInt32, under mask: UInt32, at place: Int, in data: UnsafeRawBufferPointer
  ) -> Bool {
    stands(strings.utf8(at: value), under: mask, at: place, in: data)
  }

  @inline(__always)
  private func stands(
    _ value: UnsafeRawBufferPointer, under mask: UInt32, at place: Int,
    in data: UnsafeRawBufferPointer
  ) -> Bool {
    // No builder writes an empty value; there is no byte of it to look for.
    guard value.count > 0, place >= 0, place <= data.count &- value.count,
      let bytes = value.baseAddress,
      let start = data.baseAddress
    else { return false }
    guard mask == 0 else { return stands(value, under: mask, at: start + place) }
    // Most candidates that do not hold differ in their first byte.
    return (start + place).load(as: UInt8.self) == bytes.load(as: UInt8.self)
      && memcmp(start + place, bytes, value.count) == 0
  }

  /// Whether the bits of a value that a mask has stand at a place, behind which there are as many
  /// bytes.
  private func stands(
    _ value: UnsafeRawBufferPointer, under mask: UInt32, at start: UnsafeRawPointer
  ) -> Bool {
    let bits = strings.utf8(at: mask)
    guard bits.count == value.count, let masks = bits.baseAddress, let values = value.baseAddress
    else { return false }
    for index in 0..<value.count {
      let byte = (start + index).load(as: UInt8.self) ^ (values + index).load(as: UInt8.self)
      if byte & (masks + index).load(as: UInt8.self) != 0 { return false }
    }
    return true
  }

  /// Whether one of the matches nested in a top-level match holds, or there is none (shared-mime-info
  /// section 5).
  func holdsInside(_ match: Int, ofRule rule: Int, in data: UnsafeRawBufferPointer) -> Bool {
    let records = records(
      of: magicMatches, first: magicRules[rule, MagicRuleField.firstMatch],
      count: magicRules[rule, MagicRuleField.matchCount])
    guard records.contains(match), let first = magicMatches.record(match) else { return false }
    let matches = MagicMatchRun(first: first, count: records.upperBound &- match)
    return !matches.hasNested(in: 0) || oneHolds(of: matches, nestedIn: 0, level: 1, in: data)
  }

  /// Whether one of the matches directly below another holds, with one of those nested in it.
  private func oneHolds(
    of matches: MagicMatchRun, nestedIn parent: Int, level: Int, in data: UnsafeRawBufferPointer
  ) -> Bool {
    let depth = matches.depth(of: parent)
    var place = parent &+ 1
    while place < matches.count, matches.depth(of: place) > depth {
      if offset(of: matches[place], in: data) != nil,
        !matches.hasNested(in: place) || level >= Self.maximumMatchDepth
          || oneHolds(of: matches, nestedIn: place, level: level &+ 1, in: data)
      {
        return true
      }
      place = matches.end(of: place)
    }
    return false
  }

  /// The first place in its range where the value of a match stands as a whole.
  ///
  /// - Complexity: O(*n*) in the number of places, most of which are passed over many at a time.
  @inline(__always)
  private func offset(
    of fields: UnsafePointer<UInt32>, in data: UnsafeRawBufferPointer
  ) -> Int? {
    let value = strings.utf8(at: fields[MagicMatchField.value])
    let first = Int(fields[MagicMatchField.firstOffset])
    if first == Int(fields[MagicMatchField.lastOffset]) {
      return stands(value, under: fields[MagicMatchField.mask], at: first, in: data) ? first : nil
    }
    return search(for: value, of: fields, from: first, in: data)
  }

  private func search(
    for value: UnsafeRawBufferPointer, of fields: UnsafePointer<UInt32>, from first: Int,
    in data: UnsafeRawBufferPointer
  ) -> Int? {
    let last = min(Int(fields[MagicMatchField.lastOffset]), data.count &- value.count)
    guard first <= last else { return nil }
    let mask = fields[MagicMatchField.mask]
    var places = (
      Int(fields[MagicMatchField.searchedPlusOne]) &- 1,
      Int(fields[MagicMatchField.secondSearchedPlusOne]) &- 1
    )
    // Where a byte that is rare in texts stands often, as in compressed data, another one helps.
    if places.0 == places.1, mask == 0 {
      places.1 = places.0 == 0 ? value.count &- 1 : 0
    }
    guard let search = BytePairSearch(data, through: last, for: value, at: places) else {
      return (first...last).first { stands(value, under: mask, at: $0, in: data) }
    }
    var place = first
    while let hit = search.place(from: place) {
      if stands(value, under: mask, at: hit, in: data) { return hit }
      place = hit &+ 1
    }
    return nil
  }
}

/// A match and those behind it in its rule, in document order with their depths.
private struct MagicMatchRun {
  private let first: UnsafePointer<UInt32>
  /// The number of records.
  let count: Int

  /// - Parameters:
  ///   - first: the record of the match, of a table that has as many behind it.
  ///   - count: the number of records.
  init(first: UnsafePointer<UInt32>, count: Int) {
    self.first = first
    self.count = count
  }

  /// The record at a place below the number of records.
  @inline(__always)
  subscript(_ place: Int) -> UnsafePointer<UInt32> {
    first + place &* MagicMatchField.recordWidth
  }

  @inline(__always)
  func depth(of place: Int) -> UInt32 { self[place][MagicMatchField.depth] }

  /// Whether a match is nested in another.
  @inline(__always)
  func hasNested(in place: Int) -> Bool {
    place &+ 1 < count && depth(of: place &+ 1) > depth(of: place)
  }

  /// The place behind a match and all that is nested in it.
  @inline(__always)
  func end(of place: Int) -> Int {
    let depth = depth(of: place)
    var end = place &+ 1
    while end < count, self.depth(of: end) > depth { end &+= 1 }
    return end
  }
}

extension UnsafePointer<UInt32> {
  /// A field of the record of a match.
  @inline(__always)
  fileprivate subscript(_ field: MagicMatchField) -> UInt32 { self[field.rawValue] }
}
