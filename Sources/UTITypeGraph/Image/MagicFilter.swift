/// The bits of an image for a quick test that no slot has a key, as is true for most keys.
///
/// One bit for each hash needs a few kilobytes, which stay in the nearest caches.
struct MagicFilter: Sendable {
  private let bits: FilterBits
  private let shift: UInt64

  init(_ table: ImageTable) {
    bits = FilterBits(table)
    shift = Self.shift(bits.exponent)
  }

  /// The size of a key that may be at several places.
  static let keyByteCount = 4
  private static let caseBits: UInt32 = 0x2020_2020
  /// One look-up in as many passes by accident.
  private static let bitsPerKey = 32

  /// True if a byte of a value is fixed except for its case.
  static func isCertain(_ mask: UInt8) -> Bool {
    mask | UInt8(truncatingIfNeeded: caseBits) == 0xFF
  }

  @inline(__always)
  func passes(_ hash: UInt64) -> Bool {
    guard let words = bits.words else { return false }
    // The shift leaves the exponent's number of bits.
    let bit = hash &>> shift
    return words[Int(bit &>> 5)] &>> UInt32(truncatingIfNeeded: bit & 31) & 1 != 0
  }

  static func words(of hashes: [UInt64]) -> [UInt32] {
    FilterBits.words(of: hashes, bitsPerKey: bitsPerKey) { hash, exponent in
      UInt32(hash &>> shift(exponent))
    }
  }

  /// The first byte is lowest; letters are folded to lower case.
  @inline(__always)
  static func key(at bytes: UnsafeRawPointer) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)) | caseBits
  }

  /// Leaves the highest bits.
  private static func shift(_ exponent: UInt32) -> UInt64 { 64 - UInt64(exponent) }
}
