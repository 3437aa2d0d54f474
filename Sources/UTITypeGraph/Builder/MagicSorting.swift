/// The groups of a stage of a magic program while matches are added.
struct MagicSorting {
  typealias Group = MagicProgramBuilder.Group
  typealias Posting = MagicProgramBuilder.Posting

  /// The look-up key of a match.
  struct Key: Hashable {
    let kind: MagicKeys.RawValue
    let value: UInt64
  }

  private(set) var groups: [Group] = []
  private(set) var keys: [[Key: [Posting]]] = []
  private var places: [Place?] = []
  private var patterns: [Set<NibbleTables.Pattern>] = []
  private var joinedTables: [Int: NibbleTables] = [:]
  private var indices: [Place: Int] = [:]

  /// The number of values up to which tables of eight buckets are selective.
  private static let mostPatterns = 512
  /// The share of passing places from which the filter is faster than the tables.
  private static let mostPassing = 0.125

  /// The property that the matches of a group have in common.
  ///
  /// Matches with several offsets share a group if they end in the same region, so that few places
  /// are searched. Values without a key for the filter have separate groups.
  private enum Place: Hashable {
    case at(Int)
    case keyed(region: Int)
    case short(region: Int)
  }

  private static func region(ofLast place: Int) -> Int {
    place < 128 ? 0 : place < 512 ? 1 : 2
  }

  private static let regionCount = 3

  /// The number of places of a group's matches.
  enum Extent { case onePlace, severalPlaces }

  /// nil for a group that has been joined to another.
  func extent(of group: Int) -> Extent? {
    switch places[group] {
    case .at: .onePlace
    case .keyed, .short: .severalPlaces
    case nil: nil
    }
  }

  /// Adds values without a filter key to their region's others, if tables stay selective for both.
  mutating func join() {
    for region in 0..<Self.regionCount {
      guard let short = indices[.short(region: region)], let keyed = indices[.keyed(region: region)]
      else { continue }
      let joined = patterns[short].union(patterns[keyed])
      guard joined.count < Self.mostPatterns else { continue }
      let tables = NibbleTables(joined)
      guard tables.passing < Self.mostPassing else { continue }
      joinedTables[keyed] = tables
      groups[keyed].widen(to: groups[short].offsets)
      groups[keyed].keys.formUnion(groups[short].keys)
      groups[keyed].postings += groups[short].postings
      for (key, values) in keys[short] { keys[keyed][key, default: []] += values }
      places[short] = nil
    }
  }

  /// nil for a group of one place, or with so many keys that tables are not selective.
  func nibbles(of group: Int) -> NibbleTables? {
    if let joined = joinedTables[group] { return joined }
    let patterns = patterns[group]
    switch places[group] {
    case .at, nil: return nil
    case .short: return patterns.count < Self.mostPatterns ? NibbleTables(patterns) : .all
    case .keyed:
      guard patterns.count < Self.mostPatterns else { return nil }
      let tables = NibbleTables(patterns)
      return tables.passing < Self.mostPassing ? tables : nil
    }
  }

  mutating func add(_ match: MagicMatch, _ posting: Posting) {
    // A mask of another length than its value matches nothing, and so does an empty value.
    guard !match.value.isEmpty, (match.mask?.count ?? match.value.count) == match.value.count else {
      return
    }
    let isRanged = match.offsets.count > 1
    if isRanged, let position = Self.foldedKeyPosition(of: match) {
      let offsets = match.offsets.shifted(by: position)
      let group = group(.keyed(region: Self.region(ofLast: offsets.upperBound)), offsets, .folded)
      let key = match.value[position...].withUnsafeBytes { bytes in
        bytes.baseAddress.map(MagicFilter.key) ?? 0
      }
      add(posting, at: position, group, .folded, UInt64(key))
      addPattern(match, at: position, to: group)
    } else {
      let anchor = Anchor(match)
      let offsets = match.offsets.shifted(by: anchor.position)
      let place: Place =
        isRanged ? .short(region: Self.region(ofLast: offsets.upperBound)) : .at(offsets.lowerBound)
      let group = group(place, offsets, anchor.keys)
      add(match, anchor, posting, to: group)
      if isRanged { addPattern(match, at: anchor.position, to: group) }
    }
  }

  private mutating func add(
    _ match: MagicMatch, _ anchor: Anchor, _ posting: Posting, to group: Int
  ) {
    groups[group].starts.formUnion(match.bytes(at: anchor.position))
    if anchor.keys == .none {
      var posting = posting
      posting.keyPosition = anchor.position
      groups[group].postings.append(posting)
    } else {
      let bytes = match.value[anchor.position..<anchor.position + anchor.length]
      add(
        posting, at: anchor.position, group, anchor.keys, MagicProgram.key(of: bytes),
        isWhole: bytes.count == match.value.count)
    }
  }

  private mutating func add(
    _ posting: Posting, at position: Int, _ group: Int, _ kind: MagicKeys, _ value: UInt64,
    isWhole: Bool = false
  ) {
    var posting = posting
    posting.keyPosition = position
    posting.isWhole = isWhole
    keys[group][Key(kind: kind.rawValue, value: value), default: []].append(posting)
  }

  /// Adds the bytes of a value from a place on to the bytes that the tables of a group let pass.
  private mutating func addPattern(_ match: MagicMatch, at position: Int, to group: Int) {
    guard patterns[group].count < Self.mostPatterns else { return }
    patterns[group].insert(
      (0..<MagicNibbles.greatestWidth).map { index in
        let bytes = match.bytes(at: position + index)
        return bytes.count == 256 ? [] : bytes
      })
  }

  private mutating func group(
    _ place: Place, _ offsets: ClosedRange<Int>, _ kind: MagicKeys
  ) -> Int {
    let index = indices[place] ?? groups.count
    if index == groups.count {
      groups.append(.init(offsets: offsets))
      keys.append([:])
      places.append(place)
      patterns.append([])
      indices[place] = index
    }
    groups[index].widen(to: offsets)
    groups[index].keys.formUnion(kind)
    return index
  }

  /// The four certain bytes (except for case) of a value that are rarest in files, or nil.
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

  /// The bytes of a match that are its look-up key; length zero when none is certain.
  private struct Anchor {
    let position: Int
    /// Zero when no byte of the value is certain as a whole.
    let length: Int
    let keys: MagicKeys

    init(_ match: MagicMatch) {
      let count = match.value.count
      guard let mask = match.mask else {
        let exponent = MagicKeys.exponents.last { 1 << $0 <= count } ?? 0
        self.init(position: 0, length: 1 << exponent, keys: .bytes(exponent))
        return
      }
      for exponent in MagicKeys.exponents.reversed() where 1 << exponent <= count {
        let length = 1 << exponent
        for start in 0...(count - length)
        where mask[start..<start + length].allSatisfy({ $0 == 0xFF }) {
          self.init(position: start, length: length, keys: .bytes(exponent))
          return
        }
      }
      self.init(position: mask.firstIndex { $0 != 0 } ?? 0, length: 0, keys: .none)
    }

    private init(position: Int, length: Int, keys: MagicKeys) {
      self.position = position
      self.length = length
      self.keys = keys
    }
  }
}

extension MagicMatch {
  /// The bytes that the mask allows; all bytes after the end of the value.
  fileprivate func bytes(at place: Int) -> [UInt8] {
    guard value.indices.contains(place) else { return Array(UInt8.min...UInt8.max) }
    let bits = mask?[place] ?? 0xFF
    if bits == 0xFF { return [value[place]] }
    return (UInt8.min...UInt8.max).filter { $0 & bits == value[place] & bits }
  }
}

extension MagicProgramBuilder.Group {
  fileprivate mutating func widen(to other: ClosedRange<Int>) {
    offsets = min(offsets.lowerBound, other.lowerBound)...max(offsets.upperBound, other.upperBound)
  }
}

extension ClosedRange<Int> {
  fileprivate func shifted(by distance: Int) -> ClosedRange<Int> {
    lowerBound + distance...upperBound + distance
  }
}
