internal import CByteSearch

/// The bits of an image that tell quickly that none of many values begins at a place.
///
/// At each of some hundred places the four bytes there are hashed, and a bit says whether any key may
/// be these; hardly one place in a thousand of a file that no rule matches passes. Letters count as
/// small ones, so that values which ignore case have keys too. It serves where keys are more than
/// ``MagicNibbles`` can tell from other bytes.
struct MagicScanFilter: Sendable {
  private let bits: FilterBits

  init(_ table: ImageTable) {
    bits = FilterBits(table)
  }

  /// One key in as many bits lets one place in as many pass by accident.
  private static let bitsPerKey = 512

  /// The first place from one on where a key may stand.
  ///
  /// - Complexity: O(*n*) in the number of places, eight in a step where the processor can.
  func place(in data: UnsafeRawBufferPointer, from first: Int, through last: Int) -> Int? {
    let last = min(last, data.count &- MagicFilter.keyByteCount)
    guard let words = bits.words, first >= 0, first <= last,
      let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return nil }
    let place = uti_find_key(start, first, last, words, Self.shift(bits.exponent))
    return place < 0 ? nil : place
  }

  /// The filter of keys.
  static func words(of keys: [UInt32]) -> [UInt32] {
    FilterBits.words(of: keys, bitsPerKey: bitsPerKey) { key, exponent in
      uti_key_bit(key, shift(exponent))
    }
  }

  /// The highest bits count.
  private static func shift(_ exponent: UInt32) -> UInt32 { 32 - exponent }
}
