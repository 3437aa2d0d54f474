internal import CLibXML2
internal import UTIPlatform

/// Where the parser is.
extension XMLEventReader {
  /// The parser's place in bytes, or a place so many bytes before it; negative where the document is
  /// in another encoding than UTF-8.
  func offset(of parser: UnsafeMutablePointer<xmlParserCtxt>, back length: Int = 0) -> Int {
    let offset = uti_xml_offset(parser)
    return offset < 0 ? offset : Swift.max(offset - length, 0)
  }

  /// The place at an offset; the parser's own where there are no offsets.
  func position(
    of parser: UnsafeMutablePointer<xmlParserCtxt>, at offset: Int
  ) -> SourcePosition {
    guard offset >= 0 else {
      return SourcePosition(
        line: Int(uti_xml_line(parser)), column: Int(uti_xml_column(parser)))
    }
    return positions.position(at: offset)
  }

  /// The parser's place.
  func place(of parser: UnsafeMutablePointer<xmlParserCtxt>) -> SourcePosition {
    position(of: parser, at: offset(of: parser))
  }
}
