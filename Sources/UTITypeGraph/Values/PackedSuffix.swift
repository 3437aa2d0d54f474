/// Up to eight bytes of a name as one number: the last byte highest, zeros below the first.
///
/// Names are read from their end, and such a number is searched in a few steps without a loop.
struct PackedSuffix {
  private(set) var value: UInt64

  private static let everyByte: UInt64 = 0x0101_0101_0101_0101
  private static let highBits = everyByte << 7
  private static let lowBits = ~highBits

  /// The word has at most eight bytes; the end is inside the name, after at least one byte.
  @inline(__always)
  init(_ name: UnsafeBufferPointer<UInt8>, before end: Int) {
    let bytes = UnsafeRawBufferPointer(name)
    func word<Word: FixedWidthInteger & BitwiseCopyable>(_ place: Int, _: Word.Type) -> UInt64 {
      UInt64(
        truncatingIfNeeded: Word(
          littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Word.self)))
    }
    // For fewer than eight bytes, two words that overlap: no loop and no branch for each byte.
    let missing = UInt64(truncatingIfNeeded: 8 &- end) &* 8
    switch end {
    case 8...: value = word(end &- 8, UInt64.self)
    case 4...:
      value = (word(0, UInt32.self) | word(end &- 4, UInt32.self) &<< (32 &- missing)) &<< missing
    case 2...:
      value = (word(0, UInt16.self) | word(end &- 2, UInt16.self) &<< (48 &- missing)) &<< missing
    default: value = word(0, UInt8.self) &<< 56
    }
  }

  private init(_ value: UInt64) { self.value = value }

  @inline(__always)
  var folded: PackedSuffix {
    let low = value & Self.lowBits
    let notBelowA = low &+ (0x80 &- 0x41) &* Self.everyByte
    let aboveZ = low &+ (0x7F &- 0x5A) &* Self.everyByte
    let capitals = (notBelowA ^ aboveZ) & ~value & Self.highBits
    return PackedSuffix(value | capitals &>> 2)
  }

  /// The highest bit of each byte that equals a given one.
  @inline(__always)
  func places(of byte: UInt8) -> UInt64 {
    let difference = value ^ UInt64(byte) &* Self.everyByte
    return ~((difference & Self.lowBits) &+ Self.lowBits | difference | Self.lowBits)
  }

  /// The highest bit of each byte for which a condition holds.
  @inline(__always)
  func places(where holds: (UInt8) -> Bool) -> UInt64 {
    var places: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 64, by: 8)
    where holds(UInt8(truncatingIfNeeded: value &>> shift)) {
      places |= 0x80 &<< shift
    }
    return places
  }

  /// Zeros before the last bytes.
  @inline(__always)
  func suffix(_ count: Int) -> PackedSuffix {
    PackedSuffix(value & UInt64.max &<< (UInt64(truncatingIfNeeded: 8 &- count) &* 8))
  }

  @inline(__always)
  static func count(_ places: UInt64) -> Int {
    Int(truncatingIfNeeded: ((places &>> 7) &* everyByte) &>> 56)
  }

  /// The number of bytes from the last place on.
  @inline(__always)
  static func lengthFromLast(_ places: UInt64) -> Int { places.leadingZeroBitCount / 8 &+ 1 }
}
