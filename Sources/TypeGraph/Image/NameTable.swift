/// The hash table of an image for what file names end in: patterns, extension tags, and the ends of
/// longer patterns.
///
/// A slot has the whole key of a short text, so that most questions are answered from sixteen bytes.
/// The number of slots is a power of two and some are free, so a probe ends soon.
struct NameTable: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let slots: UnsafeRawPointer?
  private let mask: Int

  static let slotByteCount = NameSlotField.allCases.count * 4

  init(_ bytes: UnsafeRawBufferPointer) {
    let count = bytes.count / Self.slotByteCount
    // A damaged table is an empty one, and every masked place lies in a sound one.
    slots = count > 0 && count & (count - 1) == 0 ? bytes.baseAddress : nil
    mask = count - 1
  }

  /// The key of a slot, whose number has to be below that of the slots, as for the next one.
  @inline(__always)
  private func key(_ slots: UnsafeRawPointer, _ slot: Int) -> UInt64 {
    slots.loadUnaligned(fromByteOffset: slot &* Self.slotByteCount, as: UInt64.self)
  }

  @inline(__always)
  private func word(_ slots: UnsafeRawPointer, _ slot: Int, _ field: NameSlotField) -> UInt32 {
    slots.loadUnaligned(
      fromByteOffset: slot &* Self.slotByteCount &+ field.rawValue &* 4, as: UInt32.self)
  }

  /// What a slot holds.
  struct Entry {
    let value: UInt32
    let flags: NameSlotFlags
  }

  /// What is kept for a text.
  ///
  /// - Parameters:
  ///   - key: its key.
  ///   - kind: the flags that tell it from other texts with the key.
  ///   - isText: whether a slot with patterns is about the text rather than another one with the
  ///     hash; not asked for short texts, whose key is no hash.
  /// - Complexity: O(1) on average, without allocation.
  @inline(__always)
  func entry(
    _ key: UInt64, _ kind: NameSlotFlags, where isText: (Entry) -> Bool
  ) -> Entry? {
    guard let slots else { return nil }
    var slot = NameKey.slot(key, mask: mask)
    var unproven: Entry?
    // A table without a free slot is damaged; the bound keeps the search finite there.
    for _ in 0...mask {
      let flags = NameSlotFlags(rawValue: word(slots, slot, .flags))
      if flags.isEmpty { break }
      if self.key(slots, slot) == key, flags.intersection(.kind) == kind {
        let entry = Entry(value: word(slots, slot, .value), flags: flags)
        if !kind.isDisjoint(with: .length) { return entry }
        if flags.isDisjoint(with: .patterns) {
          // What no pattern stands behind only says where else to look, which may be in vain.
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
