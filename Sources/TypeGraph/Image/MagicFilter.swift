/// The bits of an image that tell quickly that none of many values begins at a place.
///
/// Rules that may match anywhere in some hundred bytes are found by four bytes of theirs. At each
/// place the four bytes there are hashed, and a bit says whether any rule has such a key; hardly
/// one place in a thousand of a file that no rule matches passes. Letters count as small ones, so
/// that values which ignore case have keys too.
struct MagicFilter: @unchecked Sendable {
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

  /// The bytes of a key.
  static let keyByteCount = 4
  /// Sets the bit in which capital and small letters differ.
  private static let caseBits: UInt32 = 0x2020_2020
  private static let caseBitsTwice: UInt64 = 0x2020_2020_2020_2020
  /// Between 1 KiB, which stays in the nearest cache, and 64 KiB, which stays in the next.
  private static let wordCounts = 256...16384
  /// One key in as many bits lets one place in as many pass by accident.
  private static let bitsPerKey = 512

  /// Whether a byte of a value is certain but for its case.
  static func isCertain(_ mask: UInt8) -> Bool {
    mask | UInt8(truncatingIfNeeded: caseBits) == 0xFF
  }

  /// The first place from one on where a key may stand, and the key.
  ///
  /// It is a function of its own so that what is done with a key takes no register from the loop.
  ///
  /// - Complexity: O(*n*) in the number of places, half a nanosecond each.
  @inline(never)
  func place(
    in data: UnsafeRawBufferPointer, from first: Int, through last: Int
  ) -> (place: Int, key: UInt32)? {
    let last = min(last, data.count &- Self.keyByteCount)
    guard let words, let start = data.baseAddress, first >= 0 else { return nil }
    var place = first
    // Eight bytes have the keys of four places, of which most often none passes.
    let lastBlock = min(last &- 3, data.count &- 8)
    while place <= lastBlock {
      let eight =
        UInt64(littleEndian: (start + place).loadUnaligned(as: UInt64.self)) | Self.caseBitsTwice
      let passed =
        passes(UInt32(truncatingIfNeeded: eight), words)
        | passes(UInt32(truncatingIfNeeded: eight &>> 8), words)
        | passes(UInt32(truncatingIfNeeded: eight &>> 16), words)
        | passes(UInt32(truncatingIfNeeded: eight &>> 24), words)
      if passed & 1 != 0 { break }
      place &+= 4
    }
    while place <= last {
      let key = Self.key(at: start + place)
      if passes(key, words) & 1 != 0 { return (place, key) }
      place &+= 1
    }
    return nil
  }

  /// A number whose lowest bit is set when the filter has the hash of a key.
  @inline(__always)
  private func passes(_ key: UInt32, _ words: UnsafePointer<UInt32>) -> UInt32 {
    // The shift leaves as many bits as the filter has.
    let bit = (key &* Self.factor) &>> shift
    return words[Int(bit &>> 5)] &>> (bit & 31)
  }

  /// The filter of keys.
  static func words(of keys: [UInt32]) -> [UInt32] {
    guard !keys.isEmpty else { return [] }
    var count = wordCounts.lowerBound
    while count < wordCounts.upperBound, count * 32 < keys.count * bitsPerKey { count *= 2 }
    var words = [UInt32](repeating: 0, count: count)
    for key in keys {
      let bit = (key &* factor) &>> shift(wordCount: count)
      words[Int(bit &>> 5)] |= 1 &<< (bit & 31)
    }
    return words
  }

  /// Four bytes as a number, the first one lowest, letters as small ones.
  @inline(__always)
  static func key(at bytes: UnsafeRawPointer) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)) | caseBits
  }

  /// Fibonacci hashing.
  private static let factor: UInt32 = 0x9E37_79B1

  private static func shift(wordCount: Int) -> UInt32 {
    UInt32(32 - 5 - wordCount.trailingZeroBitCount)
  }
}
