internal import UTIPlatform

/// The text of a start tag in a document that a parser has accepted.
///
/// Parsers report no positions of values, and a change of one has to leave all other bytes.
package struct XMLTagText {
  private let bytes: ArraySlice<UInt8>

  /// The range is from `<` to `>`.
  package init(_ range: Range<Int>, in bytes: [UInt8]) {
    self.bytes = bytes[range]
  }

  /// nil if no tag begins there, or if it does not end; O(*n*) in the length of the tag.
  package init?(at start: Int, in bytes: [UInt8]) {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "<") else { return nil }
    // A quoted value may contain the character that ends the tag.
    var quote: UInt8?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        self.init(start..<index + 1, in: bytes)
        return
      }
    }
    return nil
  }

  package var range: Range<Int> { bytes.indices }

  /// The prefix is included.
  package var name: ArraySlice<UInt8> {
    bytes.dropFirst().prefix { byte in
      !byte.isBlank && byte != UInt8(ascii: "/") && byte != UInt8(ascii: ">")
    }
  }

  package var isEmptyElement: Bool { bytes.dropLast().last == UInt8(ascii: "/") }

  /// The range to replace and its replacement, for a new or existing attribute.
  package func setting(
    _ attribute: String, to value: String
  ) -> (place: Range<Int>, text: [UInt8]) {
    var quoted = Array("\"".utf8)
    XMLEscaping.appendAttribute(value.utf8, to: &quoted)
    quoted.append(UInt8(ascii: "\""))
    if let range = valueRange(of: attribute) {
      return (range.lowerBound - 1..<range.upperBound + 1, quoted)
    }
    let end = name.endIndex
    return (end..<end, Array(" \(attribute)=".utf8) + quoted)
  }

  /// The quotation marks are excluded.
  package func valueRange(of attribute: String) -> Range<Int>? {
    var index = name.endIndex
    while index < bytes.endIndex {
      while index < bytes.endIndex, bytes[index].isBlank { index += 1 }
      let start = index
      while index < bytes.endIndex, bytes[index] != UInt8(ascii: "="), !bytes[index].isBlank {
        index += 1
      }
      let name = bytes[start..<index]
      guard let open = bytes[index...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
        let close = bytes[(open + 1)...].firstIndex(of: bytes[open])
      else { return nil }
      if name.elementsEqual(attribute.utf8) { return open + 1..<close }
      index = close + 1
    }
    return nil
  }
}
