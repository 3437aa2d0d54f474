internal import CUTIByteSearch

extension Int {
  /// A number of a format; nil if it exceeds `Int`.
  ///
  /// On a processor of 32 bits a number is limited to seven eighths of the range: it is beyond every
  /// item there, and readers may add to it.
  @inline(__always)
  init?(field value: UInt64) {
    if Int.bitWidth < 64 {
      self.init(Swift.min(value, 0x7000_0000))
    } else {
      self.init(exactly: value)
    }
  }

  /// The greatest number of four bytes, which often stands for no number or a wide one.
  static let greatestOfFourBytes = Int(field: 0xFFFF_FFFF) ?? 0
}

/// Numbers in bytes, by offset from the first byte; nil if the number exceeds the bytes.
extension ArraySlice<UInt8> {
  /// A byte.
  func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? self[startIndex + offset] : nil
  }

  /// A number of up to eight bytes, least significant byte first.
  func little(_ offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, offset <= count - width else { return nil }
    var value: UInt64 = 0
    for index in (0..<width).reversed() {
      value = value << 8 | UInt64(self[startIndex + offset + index])
    }
    return Int(field: value)
  }

  /// A number of up to eight bytes, most significant byte first.
  func big(_ offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, offset <= count - width else { return nil }
    var value: UInt64 = 0
    for index in 0..<width { value = value << 8 | UInt64(self[startIndex + offset + index]) }
    return Int(field: value)
  }

  /// Returns the bytes from an offset on, fewer than requested at the end.
  func part(_ offset: Int, _ width: Int) -> ArraySlice<UInt8> {
    guard offset >= 0, offset < count, width > 0 else { return [] }
    return self[startIndex + offset..<startIndex + offset + Swift.min(width, count - offset)]
  }

  /// Returns true if a text is at an offset.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    part(offset, text.utf8CodeUnitCount).elementsEqual(
      UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Returns true if the bytes contain a text.
  func contains(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard let first = wanted.first else { return true }
    var rest = self
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: wanted) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// The bytes as text; U+FFFD replaces bytes that are not UTF-8.
  var text: String { String(decoding: self, as: UTF8.self) }
}

extension UnsafeRawBufferPointer {
  /// Returns the first place of a byte in a range, which is within bounds; nil when there is none.
  @inline(__always)
  func firstPlace(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let start = baseAddress else { return nil }
    let place = uti_find_byte(start + range.lowerBound, range.count, byte)
    return place < 0 ? nil : range.lowerBound + place
  }

  /// Returns true if a text is at an offset, which may be out of bounds.
  @inline(__always)
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= count &- text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount
    where self[offset &+ index] != text.utf8Start[index] {
      return false
    }
    return true
  }
}
