/// The name of the root element of an XML document.
struct RootElementName: Hashable {
  /// The namespace; empty when the element has none.
  let namespace: String
  /// The name without its prefix.
  let localName: String
  /// Where the element begins.
  let offset: Int
}

/// Finds the root element behind declaration, comments, processing instructions and document type.
///
/// It reads a prolog and one start tag, not XML: what is no prolog gives no answer. Text in UTF-16
/// is read through its low bytes, which is all that names in use need.
struct RootElementScanner {
  private let bytes: [UInt8]
  private let unit: Int
  private var place: Int

  /// - Parameters:
  ///   - data: the bytes of the document from the first on.
  ///   - encoding: the encoding of its text.
  init(_ data: UnsafeRawBufferPointer, encoding: TextEncoding) {
    switch encoding {
    case .utf16LittleEndian, .utf16BigEndian:
      let first = encoding == .utf16LittleEndian ? 0 : 1
      unit = 2
      bytes = stride(from: first, to: data.count - 1 + first, by: 2).map { low in
        data[low ^ 1] == 0 ? data[low] : 0x7F
      }
      place = bytes.first == 0x7F || bytes.first == 0xFF || bytes.first == 0xFE ? 1 : 0
    case .utf32LittleEndian, .utf32BigEndian:
      unit = 4
      bytes = []
      place = 0
    case .ascii, .utf8, .unknown8Bit:
      unit = 1
      bytes = Array(data)
      place = data.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }
  }

  /// Whether bytes can begin a document: the first that is no space or mark opens a tag.
  static func isPossible(_ data: UnsafeRawBufferPointer) -> Bool {
    for byte in data {
      switch byte {
      case 0, 0x09, 0x0A, 0x0D, 0x20, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF: continue
      default: return byte == UInt8(ascii: "<")
      }
    }
    return false
  }

  /// The root element; nil when the bytes are no XML document or end before its tag does.
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

  private func peek() -> UInt8? { place < bytes.count ? bytes[place] : nil }

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    return bytes[place..<place + count].elementsEqual(
      UnsafeBufferPointer(start: text.utf8Start, count: count))
  }

  private mutating func skipSpace() {
    while let byte = peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  /// Steps over a construct; one that does not end takes all that is left.
  private mutating func skip(_ start: StaticString, through end: StaticString) -> Bool {
    guard starts(with: start) else { return false }
    place += start.utf8CodeUnitCount
    while place < bytes.count, !starts(with: end) { place += 1 }
    place = min(place + end.utf8CodeUnitCount, bytes.count)
    return true
  }

  /// Steps over a document type with its internal subset; quoted text may hold its marks.
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
    let parts = name.split(separator: ":", maxSplits: 1)
    let prefix = parts.count == 2 ? String(parts[0]) : nil
    let wanted = prefix.map { "xmlns:" + $0 } ?? "xmlns"
    var namespace = ""
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
      if attribute == wanted { namespace = String(decoding: bytes[value..<place], as: UTF8.self) }
      place += 1
    }
    return RootElementName(
      namespace: namespace, localName: String(parts.last ?? ""), offset: start * unit)
  }

  private mutating func readName() -> String? {
    let start = place
    while let byte = peek() {
      switch byte {
      case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...: place += 1
      default:
        return place > start ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
      }
    }
    return nil
  }
}
