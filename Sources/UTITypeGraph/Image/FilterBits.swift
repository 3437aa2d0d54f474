/// The bits of a filter in an image: each key sets one bit, at a place given by its hash.
///
/// The size is between 1 KiB, which stays in the nearest cache, and 64 KiB, which stays in the
/// next.
struct FilterBits: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  /// Nil for a filter that has no bit.
  let words: UnsafePointer<UInt32>?
  /// The binary logarithm of the number of bits.
  let exponent: UInt32

  private static let wordCounts = 256...16384

  /// Opens a filter; one of a size that no builder writes has no bits.
  init(_ table: ImageTable) {
    let elements = table.elements
    let count = elements.count
    let isSound = Self.wordCounts.contains(count) && count & (count - 1) == 0
    words = isSound ? elements.baseAddress : nil
    exponent = Self.exponent(wordCount: isSound ? count : Self.wordCounts.lowerBound)
  }

  /// The words of a filter.
  ///
  /// - Parameters:
  ///   - keys: the keys; no keys give no words.
  ///   - bitsPerKey: the number of bits for each key, within the greatest size.
  ///   - bit: returns the bit of a key in a filter of an exponent.
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
