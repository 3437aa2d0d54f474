internal import CUTIByteSearch

/// The bits of an image for a quick test that none of many values begins at a place.
///
/// The four bytes at each of some hundred places are hashed, and one bit shows whether a key may
/// equal them; in a file that no rule matches, about one place in a thousand passes. Letters are
/// folded to lower case, so that values that ignore case have keys too. The filter is for groups
/// with more keys than ``MagicNibbles`` can handle.
struct MagicScanFilter: Sendable {
  private let bits: FilterBits

  init(_ table: ImageTable) {
    bits = FilterBits(table)
  }

  /// The number of bits for each key; one place in as many passes by accident.
  private static let bitsPerKey = 512

  /// Returns the first place, from a given one, at which a key may be.
  ///
  /// - Complexity: O(*n*) in the number of places, eight in a step if the processor supports it.
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

  /// The shift that leaves the highest bits.
  private static func shift(_ exponent: UInt32) -> UInt32 { 32 - exponent }
}
