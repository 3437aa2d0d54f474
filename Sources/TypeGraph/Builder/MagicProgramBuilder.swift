/// Sorts the top-level matches of all magic rules into groups, so that reading a buffer costs what
/// can match rather than what there is.
///
/// A match with one offset, or a few hundred, is found by a key: up to eight of its bytes, looked up
/// in one hash table for each place where the group's keys may stand. A match without a whole byte
/// that is certain is found by the first bytes that its mask allows. A match whose value may stand
/// anywhere in thousands of bytes is searched for by itself, unless there are many of them.
struct MagicProgramBuilder {
  struct Group {
    var offsets: ClosedRange<Int>
    let keyLength: Int
    var starts = [UInt32](repeating: 0, count: MagicGroupField.startWordCount)
    var matches: [Int] = []

    mutating func addStart(_ byte: UInt8) {
      starts[Int(byte >> 5)] |= 1 << UInt32(byte & 31)
    }
  }

  struct Slot {
    let group: Int
    let key: UInt64
    var matches: [Int]
  }

  private(set) var groups: [Group] = []
  private var keys: [Key: [Int]] = [:]
  private var groupIndices: [GroupKey: Int] = [:]

  /// Beyond this many places a scan that stops at every one costs more than a few searches.
  private static let longestScan = 512
  /// From this many on, one scan for all costs less than a search for each.
  private static let mostSearches = 16

  private struct Key: Hashable {
    let group: Int
    let key: UInt64
  }

  /// Matches with one offset share a group with others at that offset; ranges share one with those
  /// that end in the same region, so that few places are looked at for a short one.
  private enum GroupKey: Hashable {
    case at(offset: Int, keyLength: Int)
    case within(region: Int, keyLength: Int)
    case searched
  }

  /// - Parameter matches: the top-level matches of all rules in the order in which they are tried,
  ///   with the numbers by which the program names them.
  init(_ matches: [(match: MagicMatch, number: Int)]) {
    let searches = matches.lazy.count { Self.span($0.match) > Self.longestScan }
    for (match, number) in matches
    // A mask of another length than its value matches nothing, and so does an empty value.
    where !match.value.isEmpty && (match.mask?.count ?? match.value.count) == match.value.count {
      if Self.span(match) > Self.longestScan, searches <= Self.mostSearches {
        let group = group(.searched, offsets: match.offsets, keyLength: MagicGroupField.searched)
        groups[group].matches.append(number)
      } else {
        add(match, number)
      }
    }
  }

  private static func span(_ match: MagicMatch) -> Int {
    match.offsets.upperBound - match.offsets.lowerBound
  }

  private mutating func add(_ match: MagicMatch, _ number: Int) {
    let anchor = Anchor(match)
    let offsets =
      match.offsets.lowerBound + anchor.position...match.offsets.upperBound + anchor.position
    let key: GroupKey =
      offsets.count == 1
      ? .at(offset: offsets.lowerBound, keyLength: anchor.length)
      : .within(region: offsets.upperBound / 64 == 0 ? 0 : 1, keyLength: anchor.length)
    let group = group(key, offsets: offsets, keyLength: anchor.length)
    for byte in UInt8.min...UInt8.max
    where byte & anchor.mask == match.value[anchor.position] & anchor.mask {
      groups[group].addStart(byte)
    }
    if anchor.length == 0 {
      groups[group].matches.append(number)
    } else {
      let bytes = match.value[anchor.position..<anchor.position + anchor.length]
      keys[Key(group: group, key: MagicProgram.key(of: bytes)), default: []].append(number)
    }
  }

  private mutating func group(
    _ key: GroupKey, offsets: ClosedRange<Int>, keyLength: Int
  ) -> Int {
    if let index = groupIndices[key] {
      let known = groups[index].offsets
      groups[index].offsets =
        min(known.lowerBound, offsets.lowerBound)...max(known.upperBound, offsets.upperBound)
      return index
    }
    groups.append(Group(offsets: offsets, keyLength: keyLength))
    groupIndices[key] = groups.count - 1
    return groups.count - 1
  }

  /// The open-addressing table of all keys, at most half full.
  func slots() -> [Slot?] {
    guard !keys.isEmpty else { return [] }
    var capacity = 4
    while capacity < keys.count * 2 { capacity *= 2 }
    var slots = [Slot?](repeating: nil, count: capacity)
    // Sorted, so that equal registries give equal bytes.
    for (key, matches) in keys.sorted(by: {
      ($0.key.group, $0.key.key) < ($1.key.group, $1.key.key)
    }) {
      var place =
        Int(truncatingIfNeeded: MagicProgram.hash(key.key, group: key.group))
        & (capacity - 1)
      while slots[place] != nil { place = (place + 1) & (capacity - 1) }
      slots[place] = Slot(group: key.group, key: key.key, matches: matches)
    }
    return slots
  }

  /// The bytes of a match that it is looked up by.
  private struct Anchor {
    /// Where in the value they begin.
    let position: Int
    /// How many there are; zero when no byte of the value is certain as a whole.
    let length: Int
    /// The bits of the first one that count.
    let mask: UInt8

    init(_ match: MagicMatch) {
      let count = match.value.count
      let mask = match.mask ?? [UInt8](repeating: 0xFF, count: count)
      // The longest key of a range is shorter, so that all of them share one scan.
      let lengths = match.offsets.count == 1 ? [8, 4, 2, 1] : [4, 2, 1]
      for length in lengths where length <= count {
        for start in 0...(count - length)
        where mask[start..<start + length].allSatisfy({ $0 == 0xFF }) {
          self.init(position: start, length: length, mask: 0xFF)
          return
        }
      }
      let first = mask.firstIndex { $0 != 0 } ?? 0
      self.init(position: first, length: 0, mask: mask[first])
    }

    private init(position: Int, length: Int, mask: UInt8) {
      self.position = position
      self.length = length
      self.mask = mask
    }
  }
}
