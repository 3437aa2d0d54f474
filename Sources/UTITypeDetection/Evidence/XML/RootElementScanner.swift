/// The name of the root element of an XML document.
struct RootElementName: Hashable {
  let namespace: String
  let localName: String
  let offset: Int
}

/// Finds the root element after the declaration, comments, instructions and document type.
///
/// An invalid prolog has no result. Of UTF-16 only the low bytes are read: sufficient in practice.
struct RootElementScanner {
  private let data: UnsafeRawBufferPointer
  /// The bytes of a character; 1 where characters that do not count may have more.
  private let unit: Int
  /// The byte of a character of two that counts.
  private let lowByte: Int
  private let count: Int
  private var place: Int

  /// The data begin with the first byte and must outlive the value.
  init(_ data: UnsafeRawBufferPointer, encoding: TextEncoding) {
    self.data = data
    lowByte = encoding == .utf16BigEndian ? 1 : 0
    switch encoding {
    case .utf16LittleEndian, .utf16BigEndian:
      unit = 2
      count = data.count / 2
      place = 0
      if let first = peek(), first == 0x7F || first == 0xFF || first == 0xFE { place = 1 }
    case .utf32LittleEndian, .utf32BigEndian:
      unit = 4
      count = 0
      place = 0
    case .ascii, .utf8, .unknown8Bit:
      unit = 1
      count = data.count
      place = data.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }
  }

  /// 0x7F for a character of two bytes; the place must exist.
  @inline(__always)
  private subscript(place: Int) -> UInt8 {
    if unit == 1 { return data[place] }
    let low = place &* 2 &+ lowByte
    return data[low ^ 1] == 0 ? data[low] : 0x7F
  }

  /// The first byte that is not a space or mark opens a tag.
  static func isPossible(_ data: UnsafeRawBufferPointer) -> Bool {
    for byte in data {
      switch byte {
      case 0, 0x09, 0x0A, 0x0D, 0x20, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF: continue
      default: return byte == UInt8(ascii: "<")
      }
    }
    return false
  }

  /// XML 1.0, section 2.8.
  var hasDeclaration: Bool {
    guard starts(with: "<?xml"), place + 5 < count else { return false }
    return isSpace(self[place + 5])
  }

  var isAtEnd: Bool { place >= count }

  /// nil when the bytes are not an XML document or end before the tag does.
  mutating func rootElement() -> RootElementName? {
    while true {
      skipSpace()
      guard peek() == UInt8(ascii: "<") else { return nil }
      if skip("<?", through: "?>") || skip("<!--", through: "-->") { continue }
      if starts(with: "<!DOCTYPE") {
        guard skipDocumentType() else { return nil }
        continue
      }
      return startTag()
    }
  }

  @inline(__always)
  private func peek() -> UInt8? { place < count ? self[place] : nil }

  @inline(__always)
  private func starts(with text: StaticString) -> Bool {
    guard place &+ text.utf8CodeUnitCount <= count else { return false }
    return holds(text, at: place)
  }

  @inline(__always)
  private func holds(_ text: StaticString, at start: Int) -> Bool {
    for index in 0..<text.utf8CodeUnitCount where self[start &+ index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek(), isSpace(byte) { place += 1 }
  }

  @inline(__always)
  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// A construct without an end takes the rest.
  private mutating func skip(_ start: StaticString, through end: StaticString) -> Bool {
    guard starts(with: start) else { return false }
    place += start.utf8CodeUnitCount
    while place < count, !starts(with: end) { place += 1 }
    place = min(place + end.utf8CodeUnitCount, count)
    return true
  }

  /// The internal subset is skipped too; quoted text may contain its marks.
  private mutating func skipDocumentType() -> Bool {
    var isInSubset = false
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        place += 1
        while let next = peek(), next != byte { place += 1 }
      case UInt8(ascii: "["): isInSubset = true
      case UInt8(ascii: "]"): isInSubset = false
      case UInt8(ascii: "<") where isInSubset:
        if skip("<!--", through: "-->") || skip("<?", through: "?>") { continue }
      case UInt8(ascii: ">") where !isInSubset:
        place += 1
        return true
      default: break
      }
      place += 1
    }
    return false
  }

  private mutating func startTag() -> RootElementName? {
    let start = place
    place += 1
    guard let name = readName() else { return nil }
    let colon = name.dropFirst().dropLast().first { self[$0] == UInt8(ascii: ":") }
    let prefix = name.lowerBound..<(colon ?? name.lowerBound)
    let localName = (colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound
    var namespace = place..<place
    while true {
      skipSpace()
      guard let byte = peek() else { return nil }
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
      guard let attribute = readName() else { return nil }
      skipSpace()
      guard peek() == UInt8(ascii: "=") else { return nil }
      place += 1
      skipSpace()
      guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        return nil
      }
      place += 1
      let value = place
      while let next = peek(), next != quote { place += 1 }
      if declaresNamespace(attribute, of: colon == nil ? nil : prefix) { namespace = value..<place }
      place += 1
    }
    return RootElementName(
      namespace: text(namespace), localName: text(localName), offset: start * unit)
  }

  /// `xmlns`, or `xmlns:` and the prefix if there is one.
  private func declaresNamespace(_ attribute: Range<Int>, of prefix: Range<Int>?) -> Bool {
    let keyword: StaticString = "xmlns"
    let length = keyword.utf8CodeUnitCount
    guard attribute.count >= length, holds(keyword, at: attribute.lowerBound) else { return false }
    let rest = attribute.dropFirst(length)
    guard let prefix else { return rest.isEmpty }
    return rest.first.map { self[$0] } == UInt8(ascii: ":") && rest.count == prefix.count + 1
      && zip(rest.dropFirst(), prefix).allSatisfy { self[$0] == self[$1] }
  }

  private func text(_ range: Range<Int>) -> String {
    unit == 1
      ? String(decoding: data[range], as: UTF8.self)
      : String(decoding: range.map { self[$0] }, as: UTF8.self)
  }

  private mutating func readName() -> Range<Int>? {
    let start = place
    while let byte = peek() {
      switch byte {
      case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...: place += 1
      default: return place > start ? start..<place : nil
      }
    }
    return nil
  }
}
