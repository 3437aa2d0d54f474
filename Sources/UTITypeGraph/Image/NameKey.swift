/// The look-up key of a pattern or of the end of a name: its bytes without ASCII case.
///
/// Up to eight bytes are the key; more are a hash over words of eight bytes from the last to the
/// first, so that one pass over a name gives the keys of all its ends.
struct NameKey {
  /// The hash of the words after the current place; zero when there are none.
  private var hash: UInt64 = 0
  private(set) var count = 0

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The word has eight bytes, folded.
  @inline(__always)
  mutating func pass(_ word: PackedSuffix) {
    hash = Self.mixed(hash ^ word.value)
    count &+= 8
  }

  /// The last few bytes of the word before the added ones are folded.
  @inline(__always)
  func value(adding count: Int, of word: PackedSuffix) -> UInt64 {
    let rest = word.suffix(count).value
    return self.count == 0 ? rest : Self.mixed(hash ^ rest)
  }

  /// Distinguishes a short text together with the key; nothing for long texts.
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

  /// The size of the table is a power of two.
  @inline(__always)
  static func slot(_ key: UInt64, mask: Int) -> Int {
    // The product moves differences to higher bits only; the shifts bring them down.
    let product = (key ^ key &>> 32) &* factor
    return Int(truncatingIfNeeded: product &>> 32) & mask
  }

  static func entry(of text: UnsafeBufferPointer<UInt8>) -> (key: UInt64, length: NameSlotFlags) {
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
