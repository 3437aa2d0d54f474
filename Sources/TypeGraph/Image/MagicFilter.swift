/// The bits of an image that tell quickly that no slot has a key.
///
/// Most keys that are looked up are in none. A bit for each hash says so from a few kilobytes, which
/// stay in the nearest caches while the slots of many rules do not.
struct MagicFilter: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let words: UnsafePointer<UInt32>?
  private let shift: UInt64

  /// Opens a filter; one whose size no builder gives it lets nothing pass.
  init(_ table: ImageTable) {
    let elements = table.elements
    let count = elements.count
    let isSound = Self.wordCounts.contains(count) && count & (count - 1) == 0
    words = isSound ? elements.baseAddress : nil
    shift = Self.shift(wordCount: isSound ? count : Self.wordCounts.lowerBound)
  }

  /// The bytes of a key that stands at several places.
  static let keyByteCount = 4
  /// Sets the bit in which capital and small letters differ.
  private static let caseBits: UInt32 = 0x2020_2020
  /// Between 1 KiB, which stays in the nearest cache, and 64 KiB, which stays in the next.
  private static let wordCounts = 256...16384

  /// One key in as many bits lets one look-up in as many pass by accident.
  private static let bitsPerKey = 32

  /// Whether a byte of a value is certain but for its case.
  static func isCertain(_ mask: UInt8) -> Bool {
    mask | UInt8(truncatingIfNeeded: caseBits) == 0xFF
  }

  /// Whether any key may have a hash.
  @inline(__always)
  func passes(_ hash: UInt64) -> Bool {
    guard let words else { return false }
    // The shift leaves as many bits as the filter has.
    let bit = hash &>> shift
    return words[Int(bit &>> 5)] &>> UInt32(truncatingIfNeeded: bit & 31) & 1 != 0
  }

  /// The filter of the hashes of keys.
  static func words(of hashes: [UInt64]) -> [UInt32] {
    guard !hashes.isEmpty else { return [] }
    var count = wordCounts.lowerBound
    while count < wordCounts.upperBound, count * 32 < hashes.count * bitsPerKey { count *= 2 }
    var words = [UInt32](repeating: 0, count: count)
    for hash in hashes {
      let bit = hash &>> shift(wordCount: count)
      words[Int(bit &>> 5)] |= 1 &<< UInt32(truncatingIfNeeded: bit & 31)
    }
    return words
  }

  /// Four bytes as a number, the first one lowest, letters as small ones.
  @inline(__always)
  static func key(at bytes: UnsafeRawPointer) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)) | caseBits
  }

  private static func shift(wordCount: Int) -> UInt64 {
    UInt64(64 - 5 - wordCount.trailingZeroBitCount)
  }
}
