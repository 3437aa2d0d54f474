internal import CByteSearch

/// The bits of an image that tell quickly that none of many values begins at a place.
///
/// At each of some hundred places the four bytes there are hashed, and a bit says whether any key may
/// be these; hardly one place in a thousand of a file that no rule matches passes. Letters count as
/// small ones, so that values which ignore case have keys too. It serves where keys are more than
/// ``MagicNibbles`` can tell from other bytes.
struct MagicScanFilter: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let words: UnsafePointer<UInt32>?
  private let shift: UInt32

  /// Opens a filter; one whose size no builder gives it lets nothing pass.
  init(_ table: ImageTable) {
    let elements = table.elements
    let count = elements.count
    let isSound = Self.wordCounts.contains(count) && count & (count - 1) == 0
    words = isSound ? elements.baseAddress : nil
    shift = Self.shift(wordCount: isSound ? count : Self.wordCounts.lowerBound)
  }

  /// Between 1 KiB, which stays in the nearest cache, and 64 KiB, which stays in the next.
  private static let wordCounts = 256...16384
  /// One key in as many bits lets one place in as many pass by accident.
  private static let bitsPerKey = 512

  /// The first place from one on where a key may stand.
  ///
  /// - Complexity: O(*n*) in the number of places, eight in a step where the processor can.
  func place(in data: UnsafeRawBufferPointer, from first: Int, through last: Int) -> Int? {
    let last = min(last, data.count &- MagicFilter.keyByteCount)
    guard let words, first >= 0, first <= last,
      let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return nil }
    let place = uti_find_key(start, first, last, words, shift)
    return place < 0 ? nil : place
  }

  /// The filter of keys.
  static func words(of keys: [UInt32]) -> [UInt32] {
    guard !keys.isEmpty else { return [] }
    var count = wordCounts.lowerBound
    while count < wordCounts.upperBound, count * 32 < keys.count * bitsPerKey { count *= 2 }
    var words = [UInt32](repeating: 0, count: count)
    for key in keys {
      let bit = uti_key_bit(key, shift(wordCount: count))
      words[Int(bit >> 5)] |= 1 << (bit & 31)
    }
    return words
  }

  private static func shift(wordCount: Int) -> UInt32 {
    UInt32(32 - 5 - wordCount.trailingZeroBitCount)
  }
}
