/// Sorts the matches of all magic rules into stages and groups, so that few are compared.
///
/// A match with one offset has a key of up to eight bytes in a hash table. A match with several
/// places has a key of four bytes, most of which nibble tables or a filter exclude. A match without
/// certain bytes is selected by the bytes that its mask allows. See ``MagicProgram``.
struct MagicProgramBuilder {
  /// A match as in the image.
  struct Entry {
    let match: MagicMatch
    /// The top-level match contains the match, or is it.
    let record: Int
    let rule: Int
    let topMatch: Int
    let byteCount: Int
  }

  /// A match of a group or a key.
  struct Posting {
    let entry: Int
    /// See ``MagicPostingField/nested``.
    let nested: UInt32
    var keyPosition = 0
    /// The key is the whole value.
    var isWhole = false

    init(_ entry: Int, of match: MagicMatch, stage: Int? = nil) {
      self.entry = entry
      let ownNested = match.children.isEmpty ? 0 : MagicPostingField.nestsByRule
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
    var starts: Set<UInt8> = []
    var postings: [Posting] = []
    var nibbles: NibbleTables?
  }

  struct Slot {
    let owner: UInt32
    let key: UInt64
    var postings: [Posting]

    var hash: UInt64 { MagicProgram.hash(key, owner) }
  }

  private(set) var entries: [Entry]
  private(set) var stages: [Stage] = []
  private(set) var groups: [Group] = []
  /// Open addressing, at most half full; empty when there is none.
  private(set) var slots: [Slot?] = []
  /// The bits of ``MagicFilter`` for all keys.
  private(set) var filter: [UInt32] = []
  /// The bits of ``MagicScanFilter`` for the keys of groups of several places without tables.
  private(set) var scanFilter: [UInt32] = []

  /// The entries are the top-level matches of all rules, in the order in which they are tried.
  init(_ entries: [Entry]) {
    self.entries = entries
    var keys: [Slot] = []
    var waiting = [(entries: entries.indices, level: 0)]
    while stages.count < waiting.count {
      let (indices, level) = waiting[stages.count]
      let shared = SharedMatches(level < MagicProgram.greatestLevel ? self.entries[indices] : [])
      var sorting = MagicSorting()
      for index in indices {
        let match = self.entries[index].match
        switch shared.role(of: self.entries[index]) {
        case .alone: sorting.add(match, Posting(index, of: match))
        case .first(let nested):
          sorting.add(match, Posting(index, of: match, stage: waiting.count))
          waiting.append((self.entries.endIndex..<self.entries.endIndex + nested.count, level + 1))
          self.entries += nested
        case .other: break
        }
      }
      sorting.join()
      append(sorting, &keys)
    }
    filter = MagicFilter.words(of: keys.map { $0.hash })
    let scanned = keys.filter { isScanned(Int($0.owner >> 8)) }
    scanFilter = MagicScanFilter.words(of: scanned.map { UInt32(truncatingIfNeeded: $0.key) })
    slots = Self.table(keys)
  }

  /// The groups of one place come first, by that place.
  private mutating func append(_ sorting: MagicSorting, _ slots: inout [Slot]) {
    let all = sorting.groups
    func order(_ one: Int, _ other: Int) -> Bool {
      (all[one].offsets.lowerBound, one) < (all[other].offsets.lowerBound, other)
    }
    let placed = all.indices.filter { sorting.extent(of: $0) == .onePlace }.sorted(by: order)
    let ranged = all.indices.filter { sorting.extent(of: $0) == .severalPlaces }.sorted(by: order)
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

  /// True if the filter is used for each of the places of a group.
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

/// The matches that several rules share and nest others in.
///
/// `PK\3\4` is in thirty rules, each of which nests the name of the first file of its format.
struct SharedMatches {
  /// The role of a match among equal ones.
  enum Role {
    /// The match is in no other rule, or has no nested matches.
    case alone
    /// Represents all equal ones, with their nested matches.
    case first([MagicProgramBuilder.Entry])
    /// Represented by another match.
    case other
  }

  private struct Key: Hashable {
    let offset: Int
    let value: [UInt8]
    let mask: [UInt8]?
  }

  /// A scan is as fast for fewer rules.
  private static let fewest = 3

  private var members: [Key: [MagicProgramBuilder.Entry]] = [:]

  init(_ entries: ArraySlice<MagicProgramBuilder.Entry>) {
    for entry in entries {
      if let key = Self.key(of: entry.match) { members[key, default: []].append(entry) }
    }
  }

  func role(of entry: MagicProgramBuilder.Entry) -> Role {
    guard let key = Self.key(of: entry.match), let members = members[key],
      members.count >= Self.fewest
    else { return .alone }
    return members[0].record == entry.record
      ? .first(members.flatMap { Self.nested(in: $0) }) : .other
  }

  /// nil for a match without nested ones, or with several places: the place is part of the result.
  private static func key(of match: MagicMatch) -> Key? {
    guard match.offsets.count == 1, !match.children.isEmpty else { return nil }
    return Key(offset: match.offsets.lowerBound, value: match.value, mask: match.mask)
  }

  private static func nested(in entry: MagicProgramBuilder.Entry) -> [MagicProgramBuilder.Entry] {
    var record = entry.record + 1
    return entry.match.children.map { child in
      defer { record += child.recordCount }
      return .init(
        match: child, record: record, rule: entry.rule, topMatch: entry.topMatch,
        byteCount: entry.byteCount)
    }
  }
}

extension MagicMatch {
  fileprivate var recordCount: Int { children.reduce(1) { $0 + $1.recordCount } }
}
