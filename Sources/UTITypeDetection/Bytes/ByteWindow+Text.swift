extension ByteWindow {
  /// The head without the mark of UTF-8, which is not evidence of a format.
  var unmarkedHead: UnsafeRawBufferPointer {
    head.count > 2 && head[0] == 0xEF && head[1] == 0xBB && head[2] == 0xBF
      ? UnsafeRawBufferPointer(rebasing: head.dropFirst(3)) : head
  }
}

extension TextEncoding {
  /// True if the encoding stores the characters of ASCII in single bytes.
  var extendsASCII: Bool { unitByteCount == 1 }

  /// The number of bytes of a unit.
  var unitByteCount: Int {
    switch self {
    case .ascii, .utf8, .unknown8Bit: 1
    case .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32LittleEndian, .utf32BigEndian: 4
    }
  }

  /// Returns the UTF-8 of a text of UTF-16 or UTF-32, without a byte-order mark.
  ///
  /// A unit that is cut off at the end is left out.
  func utf8Text(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    func units<Unit: FixedWidthInteger>(_ value: (Unit) -> Unit) -> [Unit] {
      let size = Unit.bitWidth / 8
      return (0..<bytes.count / size).map {
        value(bytes.loadUnaligned(fromByteOffset: $0 * size, as: Unit.self))
      }
    }
    let text: String
    switch self {
    case .utf16LittleEndian:
      text = String(decoding: units(UInt16.init(littleEndian:)), as: UTF16.self)
    case .utf16BigEndian: text = String(decoding: units(UInt16.init(bigEndian:)), as: UTF16.self)
    case .utf32LittleEndian:
      text = String(decoding: units(UInt32.init(littleEndian:)), as: UTF32.self)
    case .utf32BigEndian: text = String(decoding: units(UInt32.init(bigEndian:)), as: UTF32.self)
    case .ascii, .utf8, .unknown8Bit: return Array(bytes)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let utf8 = Array(text.utf8)
    return utf8.starts(with: mark) ? Array(utf8.dropFirst(mark.count)) : utf8
  }
}
