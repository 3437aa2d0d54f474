internal import CUTIByteSearch

/// The bits of an image for a quick test that none of many values begins at a place.
///
/// A bit for the hash of four bytes, with letters folded, shows whether a key may equal them;
/// without a match, one place in a thousand passes. It is for more keys than ``MagicNibbles`` can
/// handle.
struct MagicScanFilter: Sendable {
  private let bits: FilterBits

  init(_ table: ImageTable) {
    bits = FilterBits(table)
  }

  /// One place in as many passes by accident.
  private static let bitsPerKey = 512

  /// O(*n*) in the number of places, eight in a step if the processor supports it.
  func place(in data: UnsafeRawBufferPointer, from first: Int, through last: Int) -> Int? {
    let last = min(last, data.count &- MagicFilter.keyByteCount)
    guard let words = bits.words, first >= 0, first <= last,
      let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return nil }
    let place = uti_find_key(start, first, last, words, Self.shift(bits.exponent))
    return place < 0 ? nil : place
  }

  static func words(of keys: [UInt32]) -> [UInt32] {
    FilterBits.words(of: keys, bitsPerKey: bitsPerKey) { key, exponent in
      uti_key_bit(key, shift(exponent))
    }
  }

  /// Leaves the highest bits.
  private static func shift(_ exponent: UInt32) -> UInt32 { 32 - exponent }
}
