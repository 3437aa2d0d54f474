/// The magic rules of an image, indexed by place and first bytes for the evaluation of a buffer.
///
/// The result equals trying all rules in order. A match that several rules share is compared once,
/// and the matches nested in it are a stage with its own groups.
///
///     stages   groups; the first stage has the top-level matches of all rules
///     starts   places of groups of one place, and for each byte the groups that may begin with it
///     groups   places, kinds of keys, matches without keys
///     nibbles  tables of the possible first bytes of the values of a group of several places
///     filters  a bit for the hash of each key, and again for keys of groups too large for tables
///     slots    open addressing: group and kind of key, key of up to eight bytes, matches
///     postings matches of a group or slot: rule, key position, compared fields, nested stage
package struct MagicProgram: Sendable {
  let image: RegistryImage
  private let stages: ImageTable
  private let starts: ImageTable
  private let groups: ImageTable
  private let nibbles: ImageTable
  private let filter: MagicFilter
  private let scanFilter: MagicScanFilter
  private let slots: ImageTable
  private let postings: ImageTable

  /// - Complexity: O(1).
  package init(_ image: RegistryImage) {
    self.image = image
    stages = image.table(.magicStages)
    starts = image.table(.magicStarts)
    groups = image.table(.magicGroups)
    nibbles = image.table(.magicNibbles)
    filter = MagicFilter(image.table(.magicFilter))
    scanFilter = MagicScanFilter(image.table(.magicScanFilter))
    slots = image.table(.magicSlots)
    postings = image.table(.magicPostings)
  }

  /// The rules that match the start of a file, in order of precedence.
  ///
  /// - Complexity: O(*n* + *m*) in the examined places and the rules that share first bytes.
  package func matches(in data: UnsafeRawBufferPointer, limit: Int = .max) -> [MagicRuleMatch] {
    var found = MagicMatches(limit: limit)
    collect(stage: 0, level: 0, in: data, into: &found)
    return found.matches
  }

  /// The builder nests stages no deeper.
  static let greatestLevel = 8

  private func collect(
    stage: Int, level: Int, in data: UnsafeRawBufferPointer, into found: inout MagicMatches
  ) {
    // An altered image may name a stage from many places; the builder names each stage once.
    guard level <= Self.greatestLevel, found.stageCount < stages.count,
      let fields = stages.record(stage)
    else { return }
    found.stageCount &+= 1
    let first = fields[MagicStageField.firstGroup.rawValue]
    let placed = groups.range(first: first, count: fields[MagicStageField.placedCount.rawValue])
    var record = Int(fields[MagicStageField.firstStarts.rawValue])
    for group in stride(
      from: placed.lowerBound, to: placed.upperBound, by: MagicStartsField.groupCount)
    {
      guard let fields = starts.record(record) else { break }
      let count = min(MagicStartsField.groupCount, placed.upperBound &- group)
      var passed = Self.starting(fields, count, in: data)
      while passed != 0 {
        let number = passed.trailingZeroBitCount
        let place = Int(fields[MagicStartsField.offsets.rawValue &+ number])
        collect(group &+ number, at: place, level, in: data, into: &found)
        passed &= passed &- 1
      }
      record &+= 1
    }
    let rangedCount = fields[MagicStageField.rangedCount.rawValue]
    for group in groups.range(first: UInt32(clamping: placed.upperBound), count: rangedCount) {
      collectRanged(group, level, in: data, into: &found)
    }
  }

  /// Bits for groups inside the data with a possible byte; without an unpredictable branch.
  @inline(__always)
  private static func starting(
    _ fields: UnsafePointer<UInt32>, _ count: Int, in data: UnsafeRawBufferPointer
  ) -> UInt64 {
    guard let start = data.baseAddress else { return 0 }
    let rows = UnsafeRawPointer(fields + MagicStartsField.rows.rawValue)
    let rowByteCount = MemoryLayout<UInt64>.size
    var passed: UInt64 = 0
    var bit: UInt64 = 1
    for number in 0..<count {
      let place = Int(fields[MagicStartsField.offsets.rawValue &+ number])
      // Groups are in the order of their places.
      guard place < data.count else { break }
      let byte = Int((start + place).load(as: UInt8.self))
      passed |= (rows + byte &* rowByteCount).loadUnaligned(as: UInt64.self) & bit
      bit &<<= 1
    }
    return passed
  }

  /// The place of the group is inside the data.
  private func collect(
    _ group: Int, at place: Int, _ level: Int, in data: UnsafeRawBufferPointer,
    into found: inout MagicMatches
  ) {
    guard let fields = groups.record(group) else { return }
    collect(group, fields, at: place, level, in: data, into: &found)
  }

  private func collectRanged(
    _ group: Int, _ level: Int, in data: UnsafeRawBufferPointer, into found: inout MagicMatches
  ) {
    guard let fields = groups.record(group) else { return }
    let first = Int(fields[MagicGroupField.firstOffset.rawValue])
    let last = Int(fields[MagicGroupField.lastOffset.rawValue])
    let record = Int(fields[MagicGroupField.nibblesPlusOne.rawValue]) &- 1
    if let tables = nibbles.record(record) {
      MagicNibbles(tables).forEachPlace(in: data, from: first, through: last) { place in
        collect(group, fields, at: place, level, in: data, into: &found)
      }
    } else {
      var next = first
      while let place = scanFilter.place(in: data, from: next, through: last) {
        collect(group, fields, at: place, level, in: data, into: &found)
        next = place &+ 1
      }
    }
  }

  private func collect(
    _ group: Int, _ fields: UnsafePointer<UInt32>, at place: Int, _ level: Int,
    in data: UnsafeRawBufferPointer, into found: inout MagicMatches
  ) {
    guard let start = data.baseAddress else { return }
    let keys = MagicKeys(rawValue: fields[MagicGroupField.keys.rawValue])
    if keys.contains(.folded), MagicFilter.keyByteCount <= data.count &- place {
      let key = UInt64(MagicFilter.key(at: start + place))
      collect(key, Self.owner(of: group, .folded), at: place, level, in: data, into: &found)
    }
    var exponents = keys.exponents
    while exponents != 0 {
      let exponent = exponents.trailingZeroBitCount
      exponents &= exponents &- 1
      guard 1 &<< exponent <= data.count &- place else { break }
      let key = Self.key(at: start + place, exponent: exponent)
      collect(
        key, Self.owner(of: group, .bytes(exponent)), at: place, level, in: data, into: &found)
    }
    if keys.contains(.none) {
      collect(
        image.records(
          of: postings, first: fields[MagicGroupField.firstPosting.rawValue],
          count: fields[MagicGroupField.postingCount.rawValue]),
        at: place, level, in: data, into: &found)
    }
  }

  /// A key rarely has a slot.
  @inline(__always)
  private func collect(
    _ key: UInt64, _ owner: UInt32, at place: Int, _ level: Int, in data: UnsafeRawBufferPointer,
    into found: inout MagicMatches
  ) {
    let hash = Self.hash(key, owner)
    guard filter.passes(hash), let named = postings(of: key, owner, hash) else { return }
    collect(named, at: place, level, in: data, into: &found)
  }

  @inline(never)
  private func postings(of key: UInt64, _ owner: UInt32, _ hash: UInt64) -> Range<Int>? {
    let count = slots.count
    guard count > 0, count & (count &- 1) == 0 else { return nil }
    var slot = Self.slot(of: hash, count: count)
    // A table without a free slot is damaged; the bound keeps the search finite.
    for _ in 0..<count {
      guard let fields = slots.record(slot) else { return nil }
      let owned = fields[MagicSlotField.owner.rawValue]
      guard owned != 0 else { return nil }
      if owned == owner,
        fields[MagicSlotField.lowKey.rawValue] == UInt32(truncatingIfNeeded: key),
        fields[MagicSlotField.highKey.rawValue] == UInt32(truncatingIfNeeded: key >> 32)
      {
        return image.records(
          of: postings, first: fields[MagicSlotField.firstPosting.rawValue],
          count: fields[MagicSlotField.postingCount.rawValue])
      }
      slot = (slot &+ 1) & (count &- 1)
    }
    return nil
  }

  private func collect(
    _ named: Range<Int>, at place: Int, _ level: Int, in data: UnsafeRawBufferPointer,
    into found: inout MagicMatches
  ) {
    guard var posting = postings.record(named.lowerBound) else { return }
    for _ in named {
      let offset = place &- Int(posting[MagicPostingField.keyPosition.rawValue])
      if stands(posting, at: offset, in: data) {
        let nested = posting[MagicPostingField.nested.rawValue]
        if nested <= MagicPostingField.nestsByRule {
          note(posting, at: offset, in: data, &found)
        } else {
          collect(stage: Int(nested) &- 1, level: level &+ 1, in: data, into: &found)
        }
      }
      posting += MagicPostingField.recordWidth
    }
  }

  @inline(__always)
  private func stands(
    _ posting: UnsafePointer<UInt32>, at offset: Int, in data: UnsafeRawBufferPointer
  ) -> Bool {
    guard offset >= Int(posting[MagicPostingField.firstOffset.rawValue]),
      offset <= Int(posting[MagicPostingField.lastOffset.rawValue])
    else { return false }
    let value = posting[MagicPostingField.value.rawValue]
    return value == 0
      || image.stands(value, under: posting[MagicPostingField.mask.rawValue], at: offset, in: data)
  }

  /// Adds the rule of a match that holds, if its nested matches hold too.
  private func note(
    _ posting: UnsafePointer<UInt32>, at offset: Int, in data: UnsafeRawBufferPointer,
    _ found: inout MagicMatches
  ) {
    let match = Int(posting[MagicPostingField.match.rawValue])
    let rule = Int(posting[MagicPostingField.rule.rawValue])
    let top = Int(posting[MagicPostingField.topMatch.rawValue])
    // A match with a stage has one place.
    let offset = top == match ? offset : image.firstOffset(ofMatch: top)
    let byteCount = Int(posting[MagicPostingField.byteCount.rawValue])
    // In an altered image the match may differ from the one that was compared.
    guard offset >= 0, byteCount <= data.count &- offset,
      let place = found.place(ofRule: rule, match: top, offset: offset),
      posting[MagicPostingField.nested.rawValue] == 0
        || holdsInside(match, ofRule: rule, in: data, &found)
    else { return }
    found.insert(
      MagicRuleMatch(rule: rule, match: top, offset: offset, byteCount: byteCount), at: place)
  }

  /// The places of nested matches do not depend on that of the match, so one failure is enough.
  private func holdsInside(
    _ match: Int, ofRule rule: Int, in data: UnsafeRawBufferPointer, _ found: inout MagicMatches
  ) -> Bool {
    guard !found.isRefuted(match) else { return false }
    let holds = image.holdsInside(match, ofRule: rule, in: data)
    if !holds, match < image.magicMatches.count { found.refute(match) }
    return holds
  }
}

/// The first match of each of several rules, in the order of the rules, while they are collected.
struct MagicMatches {
  private(set) var matches: [MagicRuleMatch] = []
  private let limit: Int
  var stageCount = 0
  /// A bit for each match whose nested matches fail.
  private var refuted: [UInt64] = []

  init(limit: Int) { self.limit = limit }

  func isRefuted(_ match: Int) -> Bool {
    let word = match / UInt64.bitWidth
    return word < refuted.count && refuted[word] &>> UInt64(match % UInt64.bitWidth) & 1 != 0
  }

  mutating func refute(_ match: Int) {
    let word = match / UInt64.bitWidth
    if refuted.count <= word {
      refuted += repeatElement(0, count: word &+ 1 &- refuted.count)
    }
    refuted[word] |= 1 << UInt64(match % UInt64.bitWidth)
  }

  /// nil when the rule has an earlier match, or when the match is past the limit.
  func place(ofRule rule: Int, match: Int, offset: Int) -> Int? {
    var place = matches.count
    while place > 0, rule < matches[place - 1].rule { place -= 1 }
    if place > 0, matches[place - 1].rule == rule {
      let known = matches[place - 1]
      return (match, offset) < (known.match, known.offset) ? place - 1 : nil
    }
    return place < limit ? place : nil
  }

  mutating func insert(_ match: MagicRuleMatch, at place: Int) {
    if place < matches.count, matches[place].rule == match.rule {
      matches[place] = match
      return
    }
    if matches.isEmpty { matches.reserveCapacity(3) }
    // Rules arrive nearly in their order.
    if place == matches.count { matches.append(match) } else { matches.insert(match, at: place) }
    if matches.count > limit { matches.removeLast() }
  }
}

extension MagicProgram {
  /// The first byte is lowest.
  static func key(of bytes: some Collection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The length of the key is a power of two, given by its exponent.
  @inline(__always)
  static func key(at bytes: UnsafeRawPointer, exponent: Int) -> UInt64 {
    switch exponent {
    case 3: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    case 2: UInt64(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
    case 1: UInt64(UInt16(littleEndian: bytes.loadUnaligned(as: UInt16.self)))
    default: UInt64(bytes.load(as: UInt8.self))
    }
  }

  @inline(__always)
  static func owner(of group: Int, _ kind: MagicKeys) -> UInt32 {
    UInt32(truncatingIfNeeded: group) << 8 | kind.rawValue
  }

  /// Fibonacci hashing; the highest bits depend on all others.
  @inline(__always)
  static func hash(_ key: UInt64, _ owner: UInt32) -> UInt64 {
    (key ^ UInt64(owner) &* 0xD6E8_FEB8_6659_FD93) &* 0x9E37_79B9_7F4A_7C15
  }

  /// The count is a power of two.
  @inline(__always)
  static func slot(of hash: UInt64, count: Int) -> Int {
    Int(truncatingIfNeeded: hash.byteSwapped) & (count &- 1)
  }
}
