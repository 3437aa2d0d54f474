/// The bits of an image that tell quickly that a place has no key.
///
/// Most keys that are looked up are in no slot. A bit for each hash says so from a few kilobytes,
/// which stay in the nearest caches while the slots of many rules do not. Keys that are looked up at
/// many places have a filter of their own, of which hardly one place in a thousand of a file that no
/// rule matches passes. Their letters count as small ones, so that values which ignore case have
/// keys too.
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
  private static let caseBitsTwice: UInt64 = 0x2020_2020_2020_2020
  /// Between 1 KiB, which stays in the nearest cache, and 64 KiB, which stays in the next.
  private static let wordCounts = 256...16384

  /// How sparse a filter is: one key in as many bits lets one place in as many pass by accident.
  enum Density: Int {
    case onePlace = 32
    case manyPlaces = 512
  }

  /// Whether a byte of a value is certain but for its case.
  static func isCertain(_ mask: UInt8) -> Bool {
    mask | UInt8(truncatingIfNeeded: caseBits) == 0xFF
  }

  /// Whether any key may have a hash.
  @inline(__always)
  func passes(_ hash: UInt64) -> Bool {
    guard let words else { return false }
    return passes(hash, words) & 1 != 0
  }

  /// A number whose lowest bit is set when the filter has a hash.
  @inline(__always)
  private func passes(_ hash: UInt64, _ words: UnsafePointer<UInt32>) -> UInt32 {
    // The shift leaves as many bits as the filter has.
    let bit = hash &>> shift
    return words[Int(bit &>> 5)] &>> UInt32(truncatingIfNeeded: bit & 31)
  }

  /// The first place from one on where a key of an owner may stand: for more keys than
  /// ``MagicNibbles`` can tell from other bytes.
  ///
  /// It is a function of its own so that what is done with a key takes no register from the loop.
  ///
  /// - Complexity: O(*n*) in the number of places, half a nanosecond each.
  @inline(never)
  func place(
    of owner: UInt32, in data: UnsafeRawBufferPointer, from first: Int, through last: Int
  ) -> Int? {
    let last = min(last, data.count &- Self.keyByteCount)
    guard let words, let start = data.baseAddress, first >= 0 else { return nil }
    var place = first
    // Eight bytes have the keys of four places, of which most often none passes.
    let lastBlock = min(last &- 3, data.count &- 8)
    while place <= lastBlock {
      let eight =
        UInt64(littleEndian: (start + place).loadUnaligned(as: UInt64.self)) | Self.caseBitsTwice
      var passed: UInt32 = 0
      for distance in 0..<UInt64(4) {
        let key = UInt64(UInt32(truncatingIfNeeded: eight &>> (8 &* distance)))
        passed |= passes(MagicProgram.hash(key, owner), words)
      }
      if passed & 1 != 0 { break }
      place &+= 4
    }
    while place <= last {
      if passes(MagicProgram.hash(UInt64(Self.key(at: start + place)), owner)) { return place }
      place &+= 1
    }
    return nil
  }

  /// The filter of the hashes of keys.
  static func words(of hashes: [UInt64], _ density: Density) -> [UInt32] {
    guard !hashes.isEmpty else { return [] }
    var count = wordCounts.lowerBound
    while count < wordCounts.upperBound, count * 32 < hashes.count * density.rawValue { count *= 2 }
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
