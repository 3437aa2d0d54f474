/// Sorts the matches of all magic rules into stages and groups, so that reading a buffer costs what
/// can match rather than what there is.
///
/// A match with one offset is found by a key: up to eight of its bytes, looked up in one hash table
/// where the file begins with one of the bytes that such keys begin with. A match that may stand at
/// several places is found by four bytes, of which tables of nibbles or, for many, a filter rules
/// out most. A match without bytes that are certain is found by the bytes that its mask allows.
///
/// Where several rules have one and the same match, it stands in its group once, and what they nest
/// in it makes a stage of its own.
struct MagicProgramBuilder {
  /// A match as the image has it.
  struct Entry {
    let match: MagicMatch
    /// Its record, that of its rule, and that of the top-level match it is nested in or is.
    let record: Int
    let rule: Int
    let topMatch: Int
  }

  /// What a group or a key names.
  struct Posting {
    let record: Int
    let rule: Int
    let topMatch: Int
    /// What is nested in it, see ``MagicPostingField/nested``.
    let nested: UInt32
    /// The place of the key in the value of the match.
    var keyPosition = 0

    /// - Parameter stage: that of what several rules nest in the match.
    init(_ entry: Entry, stage: Int? = nil) {
      record = entry.record
      rule = entry.rule
      topMatch = entry.topMatch
      let ownNested = entry.match.children.isEmpty ? 0 : MagicPostingField.nestsByRule
      nested = stage.map { UInt32($0) + 1 } ?? ownNested
    }
  }

  struct Stage {
    let firstGroup: Int
    let placedCount: Int
    let rangedCount: Int
  }

  struct Group {
    var offsets: ClosedRange<Int>
    var keys: MagicKeys = []
    var starts = [UInt32](repeating: 0, count: MagicGroupField.startWordCount)
    var postings: [Posting] = []
    var nibbles: NibbleTables?

    mutating func addStart(_ byte: UInt8) {
      starts[Int(byte >> 5)] |= 1 << UInt32(byte & 31)
    }
  }

  struct Slot {
    let owner: UInt32
    let key: UInt64
    var postings: [Posting]

    var hash: UInt64 { MagicProgram.hash(key, owner) }
  }

  private(set) var stages: [Stage] = []
  private(set) var groups: [Group] = []
  /// The open-addressing table of all keys, at most half full; empty when there is none.
  private(set) var slots: [Slot?] = []
  /// The bits of ``MagicFilter`` for all keys.
  private(set) var filter: [UInt32] = []
  /// The same for keys of groups of several places without tables.
  private(set) var scanFilter: [UInt32] = []

  /// - Parameter entries: the top-level matches of all rules in the order in which they are tried.
  init(_ entries: [Entry]) {
    var keys: [Slot] = []
    var waiting = [(entries: entries, level: 0)]
    while stages.count < waiting.count {
      let (entries, level) = waiting[stages.count]
      waiting[stages.count].entries = []
      var sorting = MagicSorting()
      let shared = level < MagicProgram.greatestLevel ? SharedMatches(entries) : SharedMatches([])
      for entry in entries {
        switch shared.role(of: entry) {
        case .alone: sorting.add(entry.match, Posting(entry))
        case .first(let nested):
          sorting.add(entry.match, Posting(entry, stage: waiting.count))
          waiting.append((nested, level + 1))
        case .other: break
        }
      }
      append(sorting, &keys)
    }
    filter = MagicFilter.words(of: keys.map(\.hash), .onePlace)
    let scanned = keys.filter { isScanned(Int($0.owner >> 8)) }
    scanFilter = MagicFilter.words(of: scanned.map(\.hash), .manyPlaces)
    slots = Self.table(keys)
  }

  /// Adds the groups of a stage: first those of one place each, by that place.
  private mutating func append(_ sorting: MagicSorting, _ slots: inout [Slot]) {
    let all = sorting.groups
    func order(_ one: Int, _ other: Int) -> Bool {
      (all[one].offsets.lowerBound, one) < (all[other].offsets.lowerBound, other)
    }
    let placed = all.indices.filter { !sorting.isRanged($0) }.sorted(by: order)
    let ranged = all.indices.filter { sorting.isRanged($0) }.sorted(by: order)
    stages.append(
      Stage(firstGroup: groups.count, placedCount: placed.count, rangedCount: ranged.count))
    for group in placed + ranged {
      for (key, postings) in sorting.keys[group] {
        slots.append(
          Slot(
            owner: MagicProgram.owner(of: groups.count, MagicKeys(rawValue: key.kind)),
            key: key.value, postings: postings))
      }
      groups.append(all[group])
      groups[groups.count - 1].nibbles = sorting.nibbles(of: group)
    }
  }

  /// Whether the filter is asked at each of the places of a group.
  private func isScanned(_ group: Int) -> Bool {
    groups[group].offsets.count > 1 && groups[group].nibbles == nil
  }

  private static func table(_ slots: [Slot]) -> [Slot?] {
    guard !slots.isEmpty else { return [] }
    var capacity = 4
    while capacity < slots.count * 2 { capacity *= 2 }
    var table = [Slot?](repeating: nil, count: capacity)
    // Sorted, so that equal registries give equal bytes.
    for slot in slots.sorted(by: { ($0.owner, $0.key) < ($1.owner, $1.key) }) {
      var place = MagicProgram.slot(of: slot.hash, count: capacity)
      while table[place] != nil { place = (place + 1) & (capacity - 1) }
      table[place] = slot
    }
    return table
  }
}
