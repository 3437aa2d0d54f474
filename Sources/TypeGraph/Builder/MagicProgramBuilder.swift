/// Sorts the top-level matches of all magic rules into groups, so that reading a buffer costs what
/// can match rather than what there is.
///
/// A match with one offset is found by a key: up to eight of its bytes, looked up in one hash table
/// where the file begins with one of the bytes that such keys begin with. A match that may stand at
/// some hundred places is found by four bytes, of which a filter rules out most. A match without
/// bytes that are certain is found by the first byte that its mask allows. A match whose value may
/// stand anywhere in thousands of bytes is searched for by itself, unless there are many of them.
struct MagicProgramBuilder {
  /// A match by its place among all top-level matches, and the place of its key in its value.
  struct Posting: Hashable {
    let match: Int
    let keyPosition: Int
  }

  struct Group {
    var offsets: ClosedRange<Int>
    var keys: MagicKeys = []
    var starts = [UInt32](repeating: 0, count: MagicGroupField.startWordCount)
    var postings: [Posting] = []

    mutating func addStart(_ byte: UInt8) {
      starts[Int(byte >> 5)] |= 1 << UInt32(byte & 31)
    }
  }

  struct Slot {
    let owner: UInt32
    let key: UInt64
    var postings: [Posting]
  }

  /// In the order of their first places.
  let groups: [Group]
  /// The open-addressing table of all keys, at most half full; empty when there is none.
  let slots: [Slot?]
  /// The bits of ``MagicFilter``.
  let filter: [UInt32]

  /// - Parameter matches: the top-level matches of all rules in the order in which they are tried.
  init(_ matches: [MagicMatch]) {
    var sorting = MagicSorting(matches)
    for (number, match) in matches.enumerated() { sorting.add(match, number) }
    let order = sorting.groups.indices.sorted {
      (sorting.groups[$0].offsets.lowerBound, $0) < (sorting.groups[$1].offsets.lowerBound, $1)
    }
    groups = order.map { sorting.groups[$0] }
    var slots: [Slot] = []
    for (place, group) in order.enumerated() {
      for (key, postings) in sorting.keys[group] {
        slots.append(
          Slot(
            owner: MagicProgram.owner(of: place, MagicKeys(rawValue: key.kind)), key: key.value,
            postings: postings))
      }
    }
    filter = MagicFilter.words(of: sorting.foldedKeys)
    self.slots = Self.table(slots)
  }

  private static func table(_ slots: [Slot]) -> [Slot?] {
    guard !slots.isEmpty else { return [] }
    var capacity = 4
    while capacity < slots.count * 2 { capacity *= 2 }
    var table = [Slot?](repeating: nil, count: capacity)
    // Sorted, so that equal registries give equal bytes.
    for slot in slots.sorted(by: { ($0.owner, $0.key) < ($1.owner, $1.key) }) {
      var place =
        Int(truncatingIfNeeded: MagicProgram.hash(slot.key, slot.owner)) & (capacity - 1)
      while table[place] != nil { place = (place + 1) & (capacity - 1) }
      table[place] = slot
    }
    return table
  }
}
