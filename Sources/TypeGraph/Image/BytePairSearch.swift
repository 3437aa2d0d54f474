internal import Glibc

/// Looks for places where two bytes of a value stand, 32 places at a time.
///
/// A byte that is rare in files is found fastest by itself. Where every byte of a value is common, as
/// in words, two together are rare again.
struct BytePairSearch {
  private let start: UnsafeRawPointer?
  /// The last place at which all of the value lies in the data.
  private let last: Int
  private let offsets: (Int, Int)
  private let bytes: (UInt8, UInt8)

  /// - Parameters:
  ///   - data: the bytes, which have to outlive the search.
  ///   - last: the last place, at which all of the value has to lie in the data.
  ///   - value: what is looked for.
  ///   - places: where in the value the two bytes stand; the same place for one byte.
  init(
    _ data: UnsafeRawBufferPointer, through last: Int, for value: UnsafeRawBufferPointer,
    at places: (Int, Int)
  ) {
    start = data.baseAddress
    self.last = min(last, data.count &- value.count)
    offsets = places
    bytes = (value[places.0], value[places.1])
  }

  /// The first place from one on where both bytes stand.
  func place(from first: Int) -> Int? {
    guard let start, first >= 0, first <= last else { return nil }
    var place = first
    let wanted = (Self.word(bytes.0), Self.word(bytes.1))
    while offsets.0 != offsets.1, place &+ 31 <= last {
      let left = (start + place + offsets.0).loadUnaligned(as: SIMD4<UInt64>.self)
      let right = (start + place + offsets.1).loadUnaligned(as: SIMD4<UInt64>.self)
      let differences = (left ^ wanted.0) | (right ^ wanted.1)
      // The high bit of a byte without a difference is set, and at most those of bytes after it.
      let zeros = (differences &- Self.word(1)) & ~differences & Self.word(0x80)
      let halves = zeros.lowHalf | zeros.highHalf
      if halves.x | halves.y != 0 { break }
      place &+= 32
    }
    // What is left is short, or has both bytes near its start, or only one of them is looked for.
    while place <= last,
      let hit = memchr(start + place + offsets.0, Int32(bytes.0), last &- place &+ 1)
    {
      place = start.distance(to: UnsafeRawPointer(hit)) &- offsets.0
      if (start + place + offsets.1).load(as: UInt8.self) == bytes.1 { return place }
      place &+= 1
    }
    return nil
  }

  /// A byte 32 times.
  @inline(__always)
  private static func word(_ byte: UInt8) -> SIMD4<UInt64> {
    SIMD4(repeating: UInt64(byte) &* 0x0101_0101_0101_0101)
  }
}
