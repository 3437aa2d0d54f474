/// The magic rules of an image in the form in which a buffer is read: by place and first bytes.
///
/// The groups, which the builder makes of the rules' top-level matches, name every match that may
/// hold and few others. Each of those is then evaluated as it stands, so the answer is that of
/// trying all rules in their order.
///
///     groups   places, key length, matches of groups without keys, a bit for each possible first byte
///     slots    open addressing: group, key of up to eight bytes, matches
///     postings the matches of a group or a slot, as records of the section of matches
package struct MagicProgram: Sendable {
  private let image: RegistryImage
  private let groups: ImageTable
  private let slots: ImageTable
  private let postings: ImageTable

  /// Opens the program of an image in place.
  ///
  /// - Complexity: O(1).
  package init(_ image: RegistryImage) {
    self.image = image
    groups = image.table(.magicGroups)
    slots = image.table(.magicSlots)
    postings = image.table(.magicPostings)
  }

  /// The rules that hold for the start of a file, in the order in which they count.
  ///
  /// - Parameters:
  ///   - data: the bytes from the first on.
  ///   - limit: the rules after which to stop.
  /// - Complexity: O(*n* + *m*) in the places that groups look at and the rules they name, which
  ///   grows with the rules that share their first bytes with the data, not with all rules.
  package func matches(in data: UnsafeRawBufferPointer, limit: Int = .max) -> [MagicRuleMatch] {
    var matches: [MagicRuleMatch] = []
    // Matches stand in the order of their rules; the first that holds speaks for its rule.
    var next = 0
    for candidate in candidates(in: data) where candidate >= next && matches.count < limit {
      let record = Int(candidate)
      let (rule, records) = image.magicRule(ofMatch: record)
      guard records.contains(record) else { continue }
      next = record + 1
      let rest = record..<records.upperBound
      if let match = image.magicRuleMatch(rule, rest, in: data) {
        matches.append(match)
        next = records.upperBound
      }
    }
    return matches
  }

  /// The matches that may hold, in their order; some more than once.
  private func candidates(in data: UnsafeRawBufferPointer) -> [UInt32] {
    var found: [UInt32] = []
    for group in 0..<groups.count {
      let first = Int(groups[group, MagicGroupField.firstOffset])
      guard first < data.count else { continue }
      let last = min(Int(groups[group, MagicGroupField.lastOffset]), data.count &- 1)
      let keyLength = Int(groups[group, MagicGroupField.keyLength])
      if keyLength == MagicGroupField.searched {
        append(
          first: groups[group, MagicGroupField.firstPosting],
          count: groups[group, MagicGroupField.postingCount], to: &found)
      } else if first == last {
        if isStart(data[first], of: group) {
          collect(group, keyLength: keyLength, at: first, in: data, into: &found)
        }
      } else {
        let starts = starts(of: group)
        for place in first..<last &+ 1 {
          let byte = data[place]
          if starts[Int(byte >> 5)] & 1 << UInt32(byte & 31) != 0 {
            collect(group, keyLength: keyLength, at: place, in: data, into: &found)
          }
        }
      }
    }
    if found.count > 1 { found.sort() }
    return found
  }

  /// Whether a byte is possible as the first one in a group.
  @inline(__always)
  private func isStart(_ byte: UInt8, of group: Int) -> Bool {
    let first = group &* MagicGroupField.recordWidth &+ MagicGroupField.starts.rawValue
    return groups[first &+ Int(byte >> 5)] & 1 << UInt32(byte & 31) != 0
  }

  /// The first bytes that are possible in a group, one bit each.
  @inline(__always)
  private func starts(of group: Int) -> SIMD8<UInt32> {
    let first = group &* MagicGroupField.recordWidth &+ MagicGroupField.starts.rawValue
    var starts = SIMD8<UInt32>()
    for index in 0..<MagicGroupField.startWordCount { starts[index] = groups[first &+ index] }
    return starts
  }

  @inline(__always)
  private func collect(
    _ group: Int, keyLength: Int, at place: Int, in data: UnsafeRawBufferPointer,
    into found: inout [UInt32]
  ) {
    guard keyLength > 0 else {
      append(
        first: groups[group, MagicGroupField.firstPosting],
        count: groups[group, MagicGroupField.postingCount], to: &found)
      return
    }
    guard keyLength <= 8, keyLength <= data.count &- place else { return }
    let key = Self.key(at: place, length: keyLength, in: data)
    let count = slots.count
    guard count > 0, count & (count &- 1) == 0 else { return }
    var slot = Int(truncatingIfNeeded: Self.hash(key, group: group)) & (count &- 1)
    // A table without a free slot is damaged; the bound keeps the search finite there.
    for _ in 0..<count {
      let owner = slots[slot, MagicSlotField.groupPlusOne]
      guard owner != 0 else { return }
      if owner == UInt32(truncatingIfNeeded: group &+ 1),
        slots[slot, MagicSlotField.lowKey] == UInt32(truncatingIfNeeded: key),
        slots[slot, MagicSlotField.highKey] == UInt32(truncatingIfNeeded: key >> 32)
      {
        append(
          first: slots[slot, MagicSlotField.firstPosting],
          count: slots[slot, MagicSlotField.postingCount], to: &found)
        return
      }
      slot = (slot &+ 1) & (count &- 1)
    }
  }

  private func append(first: UInt32, count: UInt32, to found: inout [UInt32]) {
    for posting in postings.range(first: first, count: count) where found.last != postings[posting]
    {
      found.append(postings[posting])
    }
  }

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
    case 1: UInt64(data[place])
    default: key(of: data[place..<place &+ length])
    }
  }

  /// Fibonacci hashing; the high bits, which depend on all bits of the key, index the table.
  @inline(__always)
  static func hash(_ key: UInt64, group: Int) -> UInt64 {
    ((key ^ UInt64(truncatingIfNeeded: group) << 56) &* 0x9E37_79B9_7F4A_7C15) >> 32
  }
}
