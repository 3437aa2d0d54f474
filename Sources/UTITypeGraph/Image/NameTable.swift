/// The hash table of an image for the ends of file names and of longer patterns.
///
/// A slot has the whole key of a short text, so that most queries read sixteen bytes. The number of
/// slots is a power of two and some are free, so a probe ends soon.
struct NameTable: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let slots: UnsafeRawPointer?
  private let mask: Int

  static let slotByteCount = NameSlotField.allCases.count * 4

  var words: UnsafeBufferPointer<UInt32> {
    let count = slots == nil ? 0 : (mask + 1) * Self.slotByteCount / 4
    return UnsafeBufferPointer(start: slots?.assumingMemoryBound(to: UInt32.self), count: count)
  }

  init(_ bytes: UnsafeRawBufferPointer) {
    let count = bytes.count / Self.slotByteCount
    // A damaged table is treated as empty; in a sound table every masked index is inside it.
    slots = count > 0 && count & (count - 1) == 0 ? bytes.baseAddress : nil
    mask = count - 1
  }

  /// The number of the slot must be less than the number of slots.
  @inline(__always)
  private func key(_ slots: UnsafeRawPointer, _ slot: Int) -> UInt64 {
    slots.loadUnaligned(fromByteOffset: slot &* Self.slotByteCount, as: UInt64.self)
  }

  @inline(__always)
  private func word(_ slots: UnsafeRawPointer, _ slot: Int, _ field: NameSlotField) -> UInt32 {
    slots.loadUnaligned(
      fromByteOffset: slot &* Self.slotByteCount &+ field.rawValue &* 4, as: UInt32.self)
  }

  /// The contents of a slot.
  struct Entry {
    let value: UInt32
    let flags: NameSlotFlags
  }

  /// O(1) on average; `isText` is called only if the key of a slot is a hash of a long text.
  @inline(__always)
  func entry(_ key: UInt64, _ kind: NameSlotFlags, where isText: (Entry) -> Bool) -> Entry? {
    guard let slots else { return nil }
    var slot = NameKey.slot(key, mask: mask)
    var unproven: Entry?
    // A table without a free slot is damaged; the bound keeps the search finite.
    for _ in 0...mask {
      let flags = NameSlotFlags(rawValue: word(slots, slot, .flags))
      if flags.isEmpty { break }
      if self.key(slots, slot) == key, flags.intersection(.kind) == kind {
        let entry = Entry(value: word(slots, slot, .value), flags: flags)
        if !kind.isDisjoint(with: .length) { return entry }
        if flags.isDisjoint(with: .patterns) {
          // An entry without a pattern only says that longer texts exist, which may be wrong.
          unproven = entry
        } else if isText(entry) {
          return entry
        }
      }
      slot = (slot &+ 1) & mask
    }
    return unproven
  }
}
