internal import CUTIByteSearch
internal import UTIPortable
internal import UTITypeGraph

/// Decides whether bytes are text, and in which encoding.
///
/// Unlike the specification, it allows control characters that move the printing position, and
/// bytes above 127 (rule 10.7). A mark, or zeros as in Latin text, shows UTF-16 and UTF-32; another
/// zero among the first 1445 bytes shows data (WHATWG, "MIME Sniffing", section 7.2).
enum TextTest {
  /// The bytes that decide (shared-mime-info specification, "Recommended checking order").
  static let window = 128
  /// The bytes that have no zero, except in the freedesktop view.
  static let zeroWindow = 1445
  /// The bytes that show the encoding of a text.
  static let encodingWindow = 4096

  /// nil when the bytes are not text, or have a zero near the start.
  static func encoding(of bytes: UnsafeRawBufferPointer) -> TextEncoding? {
    guard let encoding = specifiedEncoding(of: bytes) else { return nil }
    let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(zeroWindow))
    return encoding.extendsASCII && hasZeroByte(start) ? nil : encoding
  }

  /// nil when the first 128 bytes are not text (shared-mime-info specification).
  static func specifiedEncoding(of bytes: UnsafeRawBufferPointer) -> TextEncoding? {
    guard !bytes.isEmpty else { return nil }
    if let marked = markedEncoding(bytes) { return marked }
    let start = UnsafeRawBufferPointer(rebasing: bytes[..<min(window, bytes.count)])
    if hasOtherControl(start) {
      return wideEncoding(UnsafeRawBufferPointer(rebasing: bytes[..<min(256, bytes.count)]))
    }
    return narrowEncoding(
      UnsafeRawBufferPointer(rebasing: bytes[..<min(encodingWindow, bytes.count)]),
      isCut: bytes.count > encodingWindow)
  }

  /// Backspace, tab, line feed, form feed, carriage return: what GLib allows, too.
  private static func isTextControl(_ byte: UInt8) -> Bool {
    (0x08...0x0D).contains(byte) && byte != 0x0B
  }

  private static func hasOtherControl(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
    return uti_has_other_control(start, bytes.count)
  }

  /// No text has a zero among the bytes for the encoding.
  static func hasZeroByte(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.firstPlace(of: 0, in: 0..<min(encodingWindow, bytes.count)) != nil
  }

  /// The bytes after a byte-order mark have to confirm it.
  private static func markedEncoding(_ bytes: UnsafeRawBufferPointer) -> TextEncoding? {
    guard bytes.count >= 2 else { return nil }
    func has(_ third: UInt8, _ fourth: UInt8) -> Bool {
      bytes.count >= 4 && bytes[2] == third && bytes[3] == fourth
    }
    switch (bytes[0], bytes[1]) {
    case (0xEF, 0xBB) where bytes.count >= 3 && bytes[2] == 0xBF:
      let rest = bytes[3..<min(bytes.count, 3 + window)]
      return hasOtherControl(UnsafeRawBufferPointer(rebasing: rest)) ? nil : .utf8
    case (0xFF, 0xFE) where has(0, 0):
      return isWide(bytes, UInt32.init(littleEndian:)) ? .utf32LittleEndian : nil
    case (0, 0) where has(0xFE, 0xFF):
      return isWide(bytes, UInt32.init(bigEndian:)) ? .utf32BigEndian : nil
    case (0xFF, 0xFE):
      return isWide(bytes, UInt16.init(littleEndian:)) ? .utf16LittleEndian : nil
    case (0xFE, 0xFF):
      return isWide(bytes, UInt16.init(bigEndian:)) ? .utf16BigEndian : nil
    default:
      return nil
    }
  }

  /// Every other byte, or three of four, is zero in Latin text without a mark.
  private static func wideEncoding(_ bytes: UnsafeRawBufferPointer) -> TextEncoding? {
    // A pattern of fewer than four characters may be a coincidence.
    guard bytes.count >= 8 else { return nil }
    if isWide(bytes, UInt32.init(littleEndian:), isLatin: true) { return .utf32LittleEndian }
    if isWide(bytes, UInt32.init(bigEndian:), isLatin: true) { return .utf32BigEndian }
    if isWide(bytes, UInt16.init(littleEndian:), isLatin: true) { return .utf16LittleEndian }
    return isWide(bytes, UInt16.init(bigEndian:), isLatin: true) ? .utf16BigEndian : nil
  }

  /// Nine in ten units must be printable ASCII if there is no mark (`isLatin`).
  @inline(__always)
  private static func isWide<Unit: FixedWidthInteger>(
    _ bytes: UnsafeRawBufferPointer, _ value: (Unit) -> Unit, isLatin: Bool = false
  ) -> Bool {
    let size = Unit.bitWidth / 8
    let count = min(bytes.count, 2 * window) / size
    // So many characters may be something else where no mark vouches.
    var others = isLatin ? count / 10 : count
    for index in 0..<count {
      let value = UInt32(value(bytes.loadUnaligned(fromByteOffset: index * size, as: Unit.self)))
      guard value >= 0x20 || isTextControl(UInt8(truncatingIfNeeded: value)), value <= 0x10_FFFF
      else { return false }
      if value >= 0x7F {
        guard others > 0 else { return false }
        others -= 1
      }
    }
    return true
  }

  private static func narrowEncoding(
    _ bytes: UnsafeRawBufferPointer, isCut: Bool
  ) -> TextEncoding {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return .ascii }
    // Most texts have none.
    let firstHigh = uti_first_high_byte(start, bytes.count)
    guard firstHigh < bytes.count else { return .ascii }
    var rest = UnsafeRawBufferPointer(rebasing: bytes[firstHigh...])
    if isCut {
      // The window may end inside a character.
      for back in 1...3 where back <= rest.count && rest[rest.count - back] >= 0xC0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[..<(rest.count - back)])
        break
      }
    }
    return String(validating: rest, as: UTF8.self) == nil ? .unknown8Bit : .utf8
  }
}

extension DetectionRegistry {
  /// Only if nothing in the bytes shows a type and the name shows one other than plain text.
  func readTexture(
    of head: UnsafeRawBufferPointer, _ encoding: TextEncoding?, into state: inout DetectionState
  ) {
    // A byte order mark shows text, and no type of it.
    guard state.content.findings.allSatisfy({ $0.type == known.plainText }),
      state.names.candidates.contains(where: { $0.type != known.plainText })
    else { return }
    if isRepeatedByte(head) {
      state.content.texture = .repeatedByte
    } else if encoding != nil {
      let isEmpty = isBlank(head) || encoding == .unknown8Bit && !hasLetter(head)
      state.content.texture = isEmpty ? .blank : Prose.contains(head) ? .prose : .other
    } else if isRandom(head) {
      state.content.texture = .random
    }
  }

  /// A line of blanks or a few characters can be a text.
  private func isRepeatedByte(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first, first != 0x20, first != 0x0A, bytes.count >= 16 || first == 0
    else { return false }
    return bytes.allSatisfy { $0 == first }
  }

  private func isBlank(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
  }

  /// A letter of ASCII, which all formats of text have.
  private func hasLetter(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.contains { 0x61...0x7A ~= $0 | 0x20 }
  }

  /// 512 random bytes have 221 values on average (deviation 5), none more than 12 times in
  /// practice.
  ///
  /// A header has fewer values and many zeros.
  private func isRandom(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 512 else { return false }
    var counts = InlineArray<256, UInt8>(repeating: 0)
    for byte in bytes.prefix(512) {
      counts[Int(byte)] += 1
      if counts[Int(byte)] > 12 { return false }
    }
    return counts.indices.count { counts[$0] > 0 } > 195
  }
}
