internal import CUTIByteSearch

/// A magic rule that holds for a buffer.
package struct MagicRuleMatch: Hashable, Sendable {
  /// The place in the order of rules.
  package let rule: Int
  /// The record of the top-level match that holds.
  let match: Int
  package let offset: Int
  package let byteCount: Int
}

extension RegistryImage {
  package func magicRuleHead(_ index: Int) -> (type: TypeIndex, priority: Int) {
    (
      type(ofMIMEType: magicRules[index, MagicRuleField.mimeType]),
      Int(magicRules[index, MagicRuleField.priority])
    )
  }

  package func layer(ofMagicRule index: Int) -> DeclarationSource.Layer {
    layer(ofSource: magicRules[index, MagicRuleField.source])
  }

  package func magicRuleSummary(
    _ index: Int
  ) -> (type: TypeIndex, priority: Int, origin: DeclarationOrigin) {
    (
      type(ofMIMEType: magicRules[index, MagicRuleField.mimeType]),
      Int(magicRules[index, MagicRuleField.priority]),
      origin(of: index, in: magicRules, MagicRuleField.self)
    )
  }

  /// True if the first bytes of the signature may be at several places.
  package func isSearched(_ match: MagicRuleMatch) -> Bool {
    magicMatches[match.match, MagicMatchField.firstOffset]
      < magicMatches[match.match, MagicMatchField.lastOffset]
  }

  /// The strength of a match, 0 to 100; O(1).
  package func strength(
    of match: MagicRuleMatch, in data: UnsafeRawBufferPointer, isText: Bool
  ) -> Int {
    let packed = PackedStrength(rawValue: magicMatches[match.match, MagicMatchField.strength])
    let end = match.offset &+ match.byteCount
    // A word that continues is another word.
    let isPartOfWord =
      isText && packed.endsInsideWord && end >= 0 && end < data.count
      && MagicMatch.isWordCharacter(data[end])
    let strength = isText ? packed.inText : packed.amongBytes
    return isPartOfWord ? strength / 2 : strength
  }

  func firstOffset(ofMatch match: Int) -> Int {
    Int(magicMatches[match, MagicMatchField.firstOffset])
  }

  /// A mask of 0 is all bits.
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
    // No builder writes an empty value, which has no byte to search for.
    guard value.count > 0, place >= 0, place <= data.count &- value.count,
      let bytes = value.baseAddress,
      let start = data.baseAddress
    else { return false }
    guard mask == 0 else { return stands(value, under: mask, at: start + place) }
    // Most candidates that do not match differ in their first byte.
    return (start + place).load(as: UInt8.self) == bytes.load(as: UInt8.self)
      && uti_has_bytes(start + place, bytes, value.count)
  }

  /// Enough bytes have to follow the place.
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

  /// Also true if no matches are nested in a top-level match (shared-mime-info section 5).
  func holdsInside(_ match: Int, ofRule rule: Int, in data: UnsafeRawBufferPointer) -> Bool {
    let records = records(
      of: magicMatches, first: magicRules[rule, MagicRuleField.firstMatch],
      count: magicRules[rule, MagicRuleField.matchCount])
    guard records.contains(match), let first = magicMatches.record(match) else { return false }
    let matches = MagicMatchRun(first: first, count: records.upperBound &- match)
    return !matches.hasNested(in: 0) || oneHolds(of: matches, nestedIn: 0, level: 1, in: data)
  }

  /// Only direct children count; each needs one of its own nested matches.
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

  /// The first place of the whole value; O(*n*) in the places, skipped many at a time.
  @inline(__always)
  private func offset(of fields: UnsafePointer<UInt32>, in data: UnsafeRawBufferPointer) -> Int? {
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
    // If a byte that is rare in texts is frequent, as in compressed data, another one helps.
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

/// A match and the matches after it in its rule, in document order with their depths.
private struct MagicMatchRun {
  private let first: UnsafePointer<UInt32>
  let count: Int

  /// The table has that number of records from the first on.
  init(first: UnsafePointer<UInt32>, count: Int) {
    self.first = first
    self.count = count
  }

  /// The place is less than the number of records.
  @inline(__always)
  subscript(_ place: Int) -> UnsafePointer<UInt32> {
    first + place &* MagicMatchField.recordWidth
  }

  @inline(__always)
  func depth(of place: Int) -> UInt32 { self[place][MagicMatchField.depth] }

  @inline(__always)
  func hasNested(in place: Int) -> Bool {
    place &+ 1 < count && depth(of: place &+ 1) > depth(of: place)
  }

  @inline(__always)
  func end(of place: Int) -> Int {
    let depth = depth(of: place)
    var end = place &+ 1
    while end < count, self.depth(of: end) > depth { end &+= 1 }
    return end
  }
}

extension UnsafePointer<UInt32> {
  @inline(__always)
  fileprivate subscript(_ field: MagicMatchField) -> UInt32 { self[field.rawValue] }
}

/// A vectorized search for the places where two bytes of a value occur.
///
/// A rare byte is found fastest by itself; of common bytes, as in words, a pair is rare again.
struct BytePairSearch {
  /// The positions of the two bytes when the value is at the first place of the data.
  private let bytes: (UnsafePointer<UInt8>, UnsafePointer<UInt8>)
  private let values: (UInt8, UInt8)
  /// The last place at which all of the value lies in the data.
  private let last: Int

  /// nil when the value fits at no place; the data has to outlive the search.
  @inline(__always)
  init?(
    _ data: UnsafeRawBufferPointer, through last: Int, for value: UnsafeRawBufferPointer,
    at places: (Int, Int)
  ) {
    guard let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self),
      value.indices.contains(places.0), value.indices.contains(places.1)
    else { return nil }
    bytes = (start + places.0, start + places.1)
    values = (value[places.0], value[places.1])
    self.last = min(last, data.count &- value.count)
  }

  @inline(__always)
  func place(from first: Int) -> Int? {
    guard first >= 0, first <= last else { return nil }
    let distance = uti_find_pair(
      bytes.0 + first, bytes.1 + first, last &- first &+ 1, values.0, values.1)
    return distance < 0 ? nil : first &+ distance
  }
}

/// The bits of an image for a quick test that no slot has a key, as is true for most keys.
///
/// One bit for each hash needs a few kilobytes, which stay in the nearest caches.
struct MagicFilter: Sendable {
  private let bits: FilterBits
  private let shift: UInt64

  init(_ table: ImageTable) {
    bits = FilterBits(table)
    shift = Self.shift(bits.exponent)
  }

  /// The size of a key that may be at several places.
  static let keyByteCount = 4
  private static let caseBits: UInt32 = 0x2020_2020
  /// One look-up in as many passes by accident.
  private static let bitsPerKey = 32

  /// True if a byte of a value is fixed except for its case.
  static func isCertain(_ mask: UInt8) -> Bool {
    mask | UInt8(truncatingIfNeeded: caseBits) == 0xFF
  }

  @inline(__always)
  func passes(_ hash: UInt64) -> Bool {
    guard let words = bits.words else { return false }
    // The shift leaves the exponent's number of bits.
    let bit = hash &>> shift
    return words[Int(bit &>> 5)] &>> UInt32(truncatingIfNeeded: bit & 31) & 1 != 0
  }

  static func words(of hashes: [UInt64]) -> [UInt32] {
    FilterBits.words(of: hashes, bitsPerKey: bitsPerKey) { hash, exponent in
      UInt32(hash &>> shift(exponent))
    }
  }

  /// The first byte is lowest; letters are folded to lower case.
  @inline(__always)
  static func key(at bytes: UnsafeRawPointer) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)) | caseBits
  }

  /// Leaves the highest bits.
  private static func shift(_ exponent: UInt32) -> UInt64 { 64 - UInt64(exponent) }
}
