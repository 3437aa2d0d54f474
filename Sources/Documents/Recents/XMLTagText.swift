internal import FoundationAdditions
internal import TypeDeclarations

/// The text of a start tag in a document that a parser has accepted.
///
/// A parser returns the value of an attribute, but not its position. A change of one value must
/// leave the rest of the tag unchanged.
struct XMLTagText {
  private let bytes: ArraySlice<UInt8>

  /// Creates the text of a tag.
  ///
  /// - Parameter tag: the range from `<` to `>`.
  init(_ tag: Range<Int>, in bytes: [UInt8]) { self.bytes = bytes[tag] }

  /// The name of the element, with its prefix.
  var name: ArraySlice<UInt8> {
    bytes.dropFirst().prefix { byte in
      !Self.isSpace(byte) && byte != UInt8(ascii: "/") && byte != UInt8(ascii: ">")
    }
  }

  /// Returns the change that sets an attribute, which the tag may have or not.
  func setting(_ attribute: String, to value: String) -> (place: Range<Int>, text: [UInt8]) {
    var escaped: [UInt8] = []
    XMLEscaping.appendAttribute(value.utf8, to: &escaped)
    if let place = place(of: attribute) {
      return (place, Array("\"".utf8) + escaped + Array("\"".utf8))
    }
    let end = name.endIndex
    return (end..<end, Array(" \(attribute)=\"".utf8) + escaped + Array("\"".utf8))
  }

  /// Returns the position of an attribute's value, with its quotes.
  private func place(of attribute: String) -> Range<Int>? {
    var index = name.endIndex
    while index < bytes.endIndex {
      while index < bytes.endIndex, Self.isSpace(bytes[index]) { index += 1 }
      let start = index
      while index < bytes.endIndex, bytes[index] != UInt8(ascii: "="), !Self.isSpace(bytes[index]) {
        index += 1
      }
      let name = bytes[start..<index]
      guard let open = bytes[index...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
        let close = bytes[(open + 1)...].firstIndex(of: bytes[open])
      else { return nil }
      if name.elementsEqual(attribute.utf8) { return open..<close + 1 }
      index = close + 1
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0D, 0x20].contains(byte) }
}
