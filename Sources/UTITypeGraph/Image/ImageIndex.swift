internal import CUTIByteSearch
internal import UTIPortable

/// A hash table of an image: open addressing over the folded bytes of a key.
///
/// The number of slots is a power of two, at most half of them are used, so a probe ends soon.
struct ImageIndex: Sendable {
  private let slots: ImageTable
  private let strings: ImageStrings

  init(slots: ImageTable, strings: ImageStrings) {
    self.slots = slots
    self.strings = strings
  }

  /// nil when no slot has the key; O(1) on average, without allocation.
  @inline(__always)
  func values(
    hash: StableHash, where matches: (UnsafeRawBufferPointer) -> Bool
  ) -> (first: UInt32, count: UInt32)? {
    let count = slots.count
    guard count > 0, count & (count - 1) == 0 else { return nil }
    var slot = Int(truncatingIfNeeded: hash.slot) & (count - 1)
    // A table without a free slot is damaged; the bound keeps the search finite.
    for _ in 0..<count {
      let key = slots[slot, SlotField.key]
      guard key != 0 else { return nil }
      if matches(strings.utf8(at: key)) {
        return (slots[slot, SlotField.first], slots[slot, SlotField.count])
      }
      slot = (slot + 1) & (count - 1)
    }
    return nil
  }

  /// ASCII case does not count, except in the prefix.
  @inline(__always)
  func values(
    prefix: StaticString = "", folding key: UnsafeBufferPointer<UInt8>
  ) -> (first: UInt32, count: UInt32)? {
    let prefixCount = prefix.utf8CodeUnitCount
    guard let start = key.baseAddress else {
      return values(exactly: prefix.description)
    }
    var hash = StableHash()
    for index in 0..<prefixCount { hash.combine(prefix.utf8Start[index]) }
    for index in 0..<key.count { hash.combine(CaseFolding.ascii(start[index])) }
    return values(hash: hash) { stored in
      // Both have the same length, so that the loops need no bounds checks.
      guard stored.count == prefixCount &+ key.count, let bytes = stored.baseAddress,
        uti_has_bytes(bytes, prefix.utf8Start, prefixCount)
      else { return false }
      var difference: UInt8 = 0
      for index in 0..<key.count {
        let byte = (bytes + prefixCount + index).load(as: UInt8.self)
        difference |= byte ^ CaseFolding.ascii(start[index])
      }
      return difference == 0
    }
  }

  /// The key is stored literally.
  func values(exactly key: String) -> (first: UInt32, count: UInt32)? {
    var hash = StableHash()
    hash.combine(key.utf8)
    return values(hash: hash) { stored in stored.elementsEqual(key.utf8) }
  }
}
