/// The bits of an image that tell quickly that no slot has a key.
///
/// Most keys that are looked up are in none. A bit for each hash says so from a few kilobytes, which
/// stay in the nearest caches while the slots of many rules do not.
struct MagicFilter: Sendable {
  private let bits: FilterBits
  private let shift: UInt64

  init(_ table: ImageTable) {
    bits = FilterBits(table)
    shift = Self.shift(bits.exponent)
  }

  /// The bytes of a key that stands at several places.
  static let keyByteCount = 4
  /// Sets the bit in which capital and small letters differ.
  private static let caseBits: UInt32 = 0x2020_2020
  /// One key in as many bits lets one look-up in as many pass by accident.
  private static let bitsPerKey = 32

  /// Whether a byte of a value is certain but for its case.
  static func isCertain(_ mask: UInt8) -> Bool {
    mask | UInt8(truncatingIfNeeded: caseBits) == 0xFF
  }

  /// Whether any key may have a hash.
  @inline(__always)
  func passes(_ hash: UInt64) -> Bool {
    guard let words = bits.words else { return false }
    // The shift leaves as many bits as the filter has.
    let bit = hash &>> shift
    return words[Int(bit &>> 5)] &>> UInt32(truncatingIfNeeded: bit & 31) & 1 != 0
  }

  /// The filter of the hashes of keys.
  static func words(of hashes: [UInt64]) -> [UInt32] {
    FilterBits.words(of: hashes, bitsPerKey: bitsPerKey) { hash, exponent in
      UInt32(hash &>> shift(exponent))
    }
  }

  /// Four bytes as a number, the first one lowest, letters as small ones.
  @inline(__always)
  static func key(at bytes: UnsafeRawPointer) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)) | caseBits
  }

  /// The highest bits count.
  private static func shift(_ exponent: UInt32) -> UInt64 { 64 - UInt64(exponent) }
}
