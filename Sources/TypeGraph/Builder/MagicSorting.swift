/// The groups of a magic program while matches are put into them.
struct MagicSorting {
  /// What a match is found by.
  struct Key: Hashable {
    let kind: MagicKeys.RawValue
    let value: UInt64
  }

  private(set) var groups: [MagicProgramBuilder.Group] = []
  /// The matches of each key, for each group.
  private(set) var keys: [[Key: [MagicProgramBuilder.Posting]]] = []
  private var indices: [Place: Int] = [:]
  private let isSearching: Bool

  /// Beyond this many places a look at every one costs more than a few searches.
  private static let longestScan = 256
  /// From this many on, one scan for all costs less than a search for each.
  private static let mostSearches = 32

  /// Matches with one offset share a group with others at that offset; ranges without a key for the
  /// filter share one with those that end in the same region, so that few places are looked at for
  /// a short one.
  private enum Place: Hashable {
    case at(Int)
    case filtered
    case within(region: Int)
    case searched
  }

  /// - Parameter matches: all matches that will be added.
  init(_ matches: [MagicMatch]) {
    isSearching = matches.lazy.count { Self.isForSearch($0) } <= Self.mostSearches
  }

  private static func isForSearch(_ match: MagicMatch) -> Bool {
    match.offsets.count > 1
      && (match.offsets.count > longestScan + 1 || foldedKeyPosition(of: match) == nil)
  }

  /// The keys that the filter has to let pass.
  var foldedKeys: [UInt32] {
    keys.joined().lazy.map(\.key).filter { $0.kind == MagicKeys.folded.rawValue }
      .map { UInt32(truncatingIfNeeded: $0.value) }
  }

  /// Puts a match into its group.
  mutating func add(_ match: MagicMatch, _ number: Int) {
    // A mask of another length than its value matches nothing, and so does an empty value.
    guard !match.value.isEmpty, (match.mask?.count ?? match.value.count) == match.value.count else {
      return
    }
    if match.offsets.count == 1 {
      add(match, number) { .at($0) }
    } else if isSearching, Self.isForSearch(match) {
      let group = group(.searched, match.offsets, .searched)
      groups[group].postings.append(.init(match: number, keyPosition: 0))
    } else if let position = Self.foldedKeyPosition(of: match) {
      let group = group(.filtered, match.offsets.shifted(by: position), .folded)
      let key = match.value[position...].withUnsafeBytes { bytes in
        bytes.baseAddress.map(MagicFilter.key) ?? 0
      }
      add(.init(match: number, keyPosition: position), group, .folded, UInt64(key))
    } else {
      add(match, number) { .within(region: $0 / 64 == 0 ? 0 : 1) }
    }
  }

  private mutating func add(_ match: MagicMatch, _ number: Int, at place: (Int) -> Place) {
    let anchor = Anchor(match)
    let offsets = match.offsets.shifted(by: anchor.position)
    let group = group(place(offsets.upperBound), offsets, anchor.keys)
    let start = match.value[anchor.position]
    if anchor.mask == 0xFF {
      groups[group].addStart(start)
    } else {
      for byte in UInt8.min...UInt8.max where byte & anchor.mask == start & anchor.mask {
        groups[group].addStart(byte)
      }
    }
    let posting = MagicProgramBuilder.Posting(match: number, keyPosition: anchor.position)
    if anchor.keys == .none {
      groups[group].postings.append(posting)
    } else {
      let bytes = match.value[anchor.position..<anchor.position + anchor.length]
      add(posting, group, anchor.keys, MagicProgram.key(of: bytes))
    }
  }

  private mutating func add(
    _ posting: MagicProgramBuilder.Posting, _ group: Int, _ kind: MagicKeys, _ value: UInt64
  ) {
    keys[group][Key(kind: kind.rawValue, value: value), default: []].append(posting)
  }

  private mutating func group(
    _ place: Place, _ offsets: ClosedRange<Int>, _ kind: MagicKeys
  ) -> Int {
    let index = indices[place] ?? groups.count
    if index == groups.count {
      groups.append(.init(offsets: offsets))
      keys.append([:])
      indices[place] = index
    }
    let known = groups[index].offsets
    groups[index].offsets =
      min(known.lowerBound, offsets.lowerBound)...max(known.upperBound, offsets.upperBound)
    groups[index].keys.formUnion(kind)
    return index
  }

  /// Where the four bytes of a value stand that are least likely in files, of those that are certain
  /// but for their case; nil when there are none.
  private static func foldedKeyPosition(of match: MagicMatch) -> Int? {
    let count = MagicFilter.keyByteCount
    guard match.value.count >= count else { return nil }
    let commonness = match.value.map(MagicMatch.commonness)
    return (0...match.value.count - count).filter { start in
      match.mask?[start..<start + count].allSatisfy(MagicFilter.isCertain) ?? true
    }.min { left, right in
      commonness[left..<left + count].reduce(0, +) < commonness[right..<right + count].reduce(0, +)
    }
  }

  /// The bytes of a match that it is looked up by.
  private struct Anchor {
    /// Where in the value they begin.
    let position: Int
    /// How many there are; zero when no byte of the value is certain as a whole.
    let length: Int
    let keys: MagicKeys
    /// The bits of the first one that count.
    let mask: UInt8

    init(_ match: MagicMatch) {
      let count = match.value.count
      guard let mask = match.mask else {
        let exponent = MagicKeys.exponents.last { 1 << $0 <= count } ?? 0
        self.init(position: 0, length: 1 << exponent, keys: .bytes(exponent), mask: 0xFF)
        return
      }
      for exponent in MagicKeys.exponents.reversed() where 1 << exponent <= count {
        let length = 1 << exponent
        for start in 0...(count - length)
        where mask[start..<start + length].allSatisfy({ $0 == 0xFF }) {
          self.init(position: start, length: length, keys: .bytes(exponent), mask: 0xFF)
          return
        }
      }
      let first = mask.firstIndex { $0 != 0 } ?? 0
      self.init(position: first, length: 0, keys: .none, mask: mask[first])
    }

    private init(position: Int, length: Int, keys: MagicKeys, mask: UInt8) {
      self.position = position
      self.length = length
      self.keys = keys
      self.mask = mask
    }
  }
}

extension ClosedRange<Int> {
  fileprivate func shifted(by distance: Int) -> ClosedRange<Int> {
    lowerBound + distance...upperBound + distance
  }
}
