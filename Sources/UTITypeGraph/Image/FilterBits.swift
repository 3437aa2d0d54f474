/// A filter of an image: the hash of each key sets one bit.
///
/// 1 KiB stays in the nearest cache, and 64 KiB, the greatest size, in the next.
struct FilterBits: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  /// nil for a filter that has no bit.
  let words: UnsafePointer<UInt32>?
  /// The binary logarithm of the number of bits.
  let exponent: UInt32

  private static let wordCounts = 256...16384

  /// A size that no builder writes has no bits.
  init(_ table: ImageTable) {
    let elements = table.elements
    let count = elements.count
    let isSound = Self.wordCounts.contains(count) && count & (count - 1) == 0
    words = isSound ? elements.baseAddress : nil
    exponent = Self.exponent(wordCount: isSound ? count : Self.wordCounts.lowerBound)
  }

  /// The number of bits for each key is within the greatest size; no keys give no words.
  static func words<Key>(
    of keys: [Key], bitsPerKey: Int, bit: (Key, _ exponent: UInt32) -> UInt32
  ) -> [UInt32] {
    guard !keys.isEmpty else { return [] }
    var count = wordCounts.lowerBound
    while count < wordCounts.upperBound, count * 32 < keys.count * bitsPerKey { count *= 2 }
    var words = [UInt32](repeating: 0, count: count)
    for key in keys {
      let bit = bit(key, exponent(wordCount: count))
      words[Int(bit >> 5)] |= 1 << (bit & 31)
    }
    return words
  }

  private static func exponent(wordCount: Int) -> UInt32 {
    UInt32(5 + wordCount.trailingZeroBitCount)
  }
}
