internal import CUTIByteSearch

extension Int {
  /// nil beyond `Int`, or beyond seven eighths of 32 bits, to which readers may add.
  @inline(__always)
  init?(field value: UInt64) {
    if Int.bitWidth < 64 {
      self.init(Swift.min(value, 0x7000_0000))
    } else {
      self.init(exactly: value)
    }
  }

  /// Often stands for no number or a wide one.
  static let greatestOfFourBytes = Int(field: 0xFFFF_FFFF) ?? 0
}

/// Numbers by offset from the first byte; nil if the number exceeds the bytes.
extension ArraySlice<UInt8> {
  func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? self[startIndex + offset] : nil
  }

  /// The number has up to eight bytes, least significant byte first.
  func little(_ offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, offset <= count - width else { return nil }
    var value: UInt64 = 0
    for index in (0..<width).reversed() {
      value = value << 8 | UInt64(self[startIndex + offset + index])
    }
    return Int(field: value)
  }

  /// The number has up to eight bytes, most significant byte first.
  func big(_ offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, offset <= count - width else { return nil }
    var value: UInt64 = 0
    for index in 0..<width { value = value << 8 | UInt64(self[startIndex + offset + index]) }
    return Int(field: value)
  }

  /// Fewer than requested at the end.
  func part(_ offset: Int, _ width: Int) -> ArraySlice<UInt8> {
    guard offset >= 0, offset < count, width > 0 else { return [] }
    return self[startIndex + offset..<startIndex + offset + Swift.min(width, count - offset)]
  }

  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    part(offset, text.utf8CodeUnitCount).elementsEqual(
      UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

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

  /// U+FFFD replaces bytes that are not UTF-8.
  var text: String { String(decoding: self, as: UTF8.self) }
}

extension UnsafeRawBufferPointer {
  /// The range is within bounds.
  @inline(__always)
  func firstPlace(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let start = baseAddress else { return nil }
    let place = uti_find_byte(start + range.lowerBound, range.count, byte)
    return place < 0 ? nil : range.lowerBound + place
  }

  /// The offset may be out of bounds.
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
