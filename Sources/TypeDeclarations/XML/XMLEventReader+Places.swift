internal import CLibXML2
internal import TypeGraph

/// Where the parser is.
extension XMLEventReader {
  func place(of parser: UnsafeMutablePointer<xmlParserCtxt>) -> SourcePosition {
    place(of: parser, back: 0)
  }

  /// The parser's place in bytes; negative where the document is in another encoding than UTF-8.
  func offset(of parser: UnsafeMutablePointer<xmlParserCtxt>, back length: Int = 0) -> Int {
    let offset = uti_xml_offset(parser)
    return offset < 0 ? offset : Swift.max(offset - length, 0)
  }

  func place(
    of parser: UnsafeMutablePointer<xmlParserCtxt>, back length: Int
  ) -> SourcePosition {
    let offset = uti_xml_offset(parser)
    guard offset >= length else {
      return SourcePosition(
        line: Int(uti_xml_line(parser)), column: Int(uti_xml_column(parser)))
    }
    return positions.position(at: offset - length)
  }
}
