/// What a pattern or the end of a name is looked up by: its bytes without ASCII case.
///
/// Up to eight bytes are the key themselves, so that equal keys of one length are equal texts.
/// More are a hash over words of eight bytes from the last to the first, so that one pass over a
/// name gives the keys of all of its ends.
struct NameKey {
  /// The hash of the words behind; zero when there is none.
  private var hash: UInt64 = 0
  /// The number of bytes behind.
  private(set) var count = 0

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Goes past a word of eight bytes, folded.
  @inline(__always)
  mutating func pass(_ word: PackedSuffix) {
    hash = Self.mixed(hash ^ word.value)
    count &+= 8
  }

  /// The key of all bytes behind and of the last few of the word before them, folded.
  @inline(__always)
  func value(adding count: Int, of word: PackedSuffix) -> UInt64 {
    let rest = word.suffix(count).value
    return self.count == 0 ? rest : Self.mixed(hash ^ rest)
  }

  /// What tells short texts from each other beside the key; nothing for long ones.
  @inline(__always)
  func length(adding count: Int) -> NameSlotFlags {
    let length = self.count &+ count
    return NameSlotFlags(rawValue: length <= 8 ? UInt32(truncatingIfNeeded: length) : 0)
  }

  @inline(__always)
  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value &* factor
    return product ^ product &>> 32
  }

  /// The slot that a key belongs in, of a table of a power of two.
  @inline(__always)
  static func slot(_ key: UInt64, mask: Int) -> Int {
    // The product moves differences upwards only; the shifts bring them down.
    let product = (key ^ key &>> 32) &* factor
    return Int(truncatingIfNeeded: product &>> 32) & mask
  }

  /// The key of a text and its length, if it is a short one.
  static func entry(
    of text: UnsafeBufferPointer<UInt8>
  ) -> (key: UInt64, length: NameSlotFlags) {
    var key = NameKey()
    var end = text.count
    while end > 8 {
      key.pass(PackedSuffix(text, before: end).folded)
      end -= 8
    }
    guard end > 0 else { return (0, []) }
    let rest = PackedSuffix(text, before: end).folded
    return (key.value(adding: end, of: rest), key.length(adding: end))
  }
}
