/// The magic rules of an image in the form in which a buffer is read: by place and first bytes.
///
/// The groups, which the builder makes of the rules' top-level matches, name every match that may
/// hold and few others. Each of those is then compared where its key was found, so the answer is
/// that of trying all rules in their order.
///
///     groups   places, kinds of keys, matches without keys, a bit for each possible first byte
///     slots    open addressing: group and kind of key, key of up to eight bytes, matches
///     postings the matches of a group or a slot: match, rule, position of the key in the value
///     filter   a bit for each hash of a key that may stand at many places
package struct MagicProgram: Sendable {
  private let image: RegistryImage
  private let groups: ImageTable
  private let slots: ImageTable
  private let postings: ImageTable
  private let filter: MagicFilter

  /// Opens the program of an image in place.
  ///
  /// - Complexity: O(1).
  package init(_ image: RegistryImage) {
    self.image = image
    groups = image.table(.magicGroups)
    slots = image.table(.magicSlots)
    postings = image.table(.magicPostings)
    filter = MagicFilter(image.table(.magicFilter))
  }

  /// The rules that hold for the start of a file, in the order in which they count.
  ///
  /// - Parameters:
  ///   - data: the bytes from the first on.
  ///   - limit: the rules after which to stop.
  /// - Complexity: O(*n* + *m*) in the places that groups look at and the rules they name, which
  ///   grows with the rules that share their first bytes with the data, not with all rules.
  package func matches(in data: UnsafeRawBufferPointer, limit: Int = .max) -> [MagicRuleMatch] {
    var found = Matches(limit: limit)
    // Most groups have one place, and most files another byte there: so much is asked of the words
    // themselves, of which there are whole records.
    let words = groups.elements
    var group = 0
    for record in stride(
      from: 0, to: groups.count &* MagicGroupField.recordWidth, by: MagicGroupField.recordWidth)
    {
      let first = Int(words[record &+ MagicGroupField.firstOffset.rawValue])
      // Groups stand in the order of their first places.
      guard first < data.count else { break }
      if first != Int(words[record &+ MagicGroupField.lastOffset.rawValue]) {
        collect(group, in: data, into: &found)
      } else if Self.isStart(data[first], in: words, from: record) {
        collect(group, at: first, in: data, into: &found)
      }
      group &+= 1
    }
    return found.matches
  }

  /// Matches of several rules in their order, of each rule the first.
  private struct Matches {
    private(set) var matches: [MagicRuleMatch] = []
    let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Where a match belongs; nil when an earlier one speaks for its rule, or it comes too late.
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
      matches.insert(match, at: place)
      if matches.count > limit { matches.removeLast() }
    }
  }

  /// Adds what holds of a group with several places.
  private func collect(
    _ group: Int, in data: UnsafeRawBufferPointer, into found: inout Matches
  ) {
    guard let fields = groups.record(group) else { return }
    let first = Int(fields[MagicGroupField.firstOffset.rawValue])
    let last = Int(fields[MagicGroupField.lastOffset.rawValue])
    let keys = MagicKeys(rawValue: fields[MagicGroupField.keys.rawValue])
    if keys.contains(.folded) {
      let owner = Self.owner(of: group, .folded)
      var place = first
      while let hit = filter.place(in: data, from: place, through: last) {
        lookUp(UInt64(hit.key), owner, at: hit.place, in: data, into: &found)
        place = hit.place &+ 1
      }
    } else if keys.contains(.searched) {
      for posting in ownPostings(fields) { search(posting, in: data, into: &found) }
    } else if first < last {
      let record = group &* MagicGroupField.recordWidth
      for place in first...min(last, data.count &- 1)
      where Self.isStart(data[place], in: groups.elements, from: record) {
        collect(group, at: place, in: data, into: &found)
      }
    }
  }

  /// Whether a byte is possible as the first one in a group.
  @inline(__always)
  private static func isStart(
    _ byte: UInt8, in words: UnsafeBufferPointer<UInt32>, from record: Int
  ) -> Bool {
    words[record &+ MagicGroupField.starts.rawValue &+ Int(byte >> 5)] &>> UInt32(byte & 31) & 1
      != 0
  }

  /// The matches that a group names without a key.
  @inline(__always)
  private func ownPostings(_ fields: UnsafePointer<UInt32>) -> Postings {
    Postings(
      postings, first: fields[MagicGroupField.firstPosting.rawValue],
      count: fields[MagicGroupField.postingCount.rawValue])
  }

  /// The matches of a group whose keys stand at a place.
  private func collect(
    _ group: Int, at place: Int, in data: UnsafeRawBufferPointer, into found: inout Matches
  ) {
    guard let fields = groups.record(group) else { return }
    let keys = MagicKeys(rawValue: fields[MagicGroupField.keys.rawValue])
    if keys.contains(.none) {
      for posting in ownPostings(fields) { compare(posting, at: place, in: data, into: &found) }
    }
    for exponent in MagicKeys.exponents where keys.contains(.bytes(exponent)) {
      let count = 1 &<< exponent
      guard count <= data.count &- place else { break }
      let key = Self.key(at: place, length: count, in: data)
      lookUp(key, Self.owner(of: group, .bytes(exponent)), at: place, in: data, into: &found)
    }
  }

  private func lookUp(
    _ key: UInt64, _ owner: UInt32, at place: Int, in data: UnsafeRawBufferPointer,
    into found: inout Matches
  ) {
    let count = slots.count
    guard count > 0, count & (count &- 1) == 0 else { return }
    var slot = Int(truncatingIfNeeded: Self.hash(key, owner)) & (count &- 1)
    // A table without a free slot is damaged; the bound keeps the search finite there.
    for _ in 0..<count {
      guard let fields = slots.record(slot) else { return }
      let owned = fields[MagicSlotField.owner.rawValue]
      guard owned != 0 else { return }
      if owned == owner,
        fields[MagicSlotField.lowKey.rawValue] == UInt32(truncatingIfNeeded: key),
        fields[MagicSlotField.highKey.rawValue] == UInt32(truncatingIfNeeded: key >> 32)
      {
        let named = Postings(
          postings, first: fields[MagicSlotField.firstPosting.rawValue],
          count: fields[MagicSlotField.postingCount.rawValue])
        for posting in named { compare(posting, at: place, in: data, into: &found) }
        return
      }
      slot = (slot &+ 1) & (count &- 1)
    }
  }

  /// Notes a match when all of its value stands around its key.
  @inline(__always)
  private func compare(
    _ posting: Posting, at place: Int, in data: UnsafeRawBufferPointer, into found: inout Matches
  ) {
    let offset = place &- posting.keyPosition
    if image.holds(posting.match, at: offset, in: data) {
      note(posting, offset, in: data, &found)
    }
  }

  private func search(
    _ posting: Posting, in data: UnsafeRawBufferPointer, into found: inout Matches
  ) {
    if let offset = image.offset(ofMatch: posting.match, in: data) {
      note(posting, offset, in: data, &found)
    }
  }

  /// Adds a match that holds, when what is nested in it does too.
  private func note(
    _ posting: Posting, _ offset: Int, in data: UnsafeRawBufferPointer, _ found: inout Matches
  ) {
    let (match, rule) = (posting.match, posting.rule)
    guard let place = found.place(ofRule: rule, match: match, offset: offset),
      image.holdsInside(match, ofRule: rule, in: data)
    else { return }
    let byteCount = image.magicValue(match).count
    found.insert(
      MagicRuleMatch(rule: rule, match: match, offset: offset, byteCount: byteCount), at: place)
  }

  /// A top-level match as a group or a key names it.
  private struct Posting {
    let match: Int
    let rule: Int
    let keyPosition: Int

    /// - Parameter fields: the record of a posting.
    @inline(__always)
    init(_ fields: UnsafePointer<UInt32>) {
      match = Int(fields[MagicPostingField.match.rawValue])
      rule = Int(fields[MagicPostingField.rule.rawValue])
      keyPosition = Int(fields[MagicPostingField.keyPosition.rawValue])
    }
  }

  /// Postings one after another, cut to those that exist.
  private struct Postings: Sequence, IteratorProtocol {
    private let table: ImageTable
    private var rest: Range<Int>

    @inline(__always)
    init(_ table: ImageTable, first: UInt32, count: UInt32) {
      self.table = table
      rest = table.range(first: first, count: count)
    }

    @inline(__always)
    mutating func next() -> Posting? {
      guard rest.lowerBound < rest.upperBound, let fields = table.record(rest.lowerBound) else {
        return nil
      }
      rest = rest.lowerBound &+ 1..<rest.upperBound
      return Posting(fields)
    }
  }
}

extension MagicProgram {
  /// Bytes as a number, the first one lowest.
  static func key(of bytes: some Collection<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @inline(__always)
  private static func key(
    at place: Int, length: Int, in data: UnsafeRawBufferPointer
  ) -> UInt64 {
    switch length {
    case 8: UInt64(littleEndian: data.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    case 4: UInt64(UInt32(littleEndian: data.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    case 2: UInt64(UInt16(littleEndian: data.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
    default: UInt64(data[place])
    }
  }

  /// By what a slot names the group and the kind of its key.
  static func owner(of group: Int, _ kind: MagicKeys) -> UInt32 {
    UInt32(truncatingIfNeeded: group) << 8 | kind.rawValue
  }

  /// Fibonacci hashing; the table is indexed by the highest bits, which depend on all others.
  @inline(__always)
  static func hash(_ key: UInt64, _ owner: UInt32) -> UInt64 {
    ((key ^ UInt64(owner) &* 0xD6E8_FEB8_6659_FD93) &* 0x9E37_79B9_7F4A_7C15).byteSwapped
  }
}
