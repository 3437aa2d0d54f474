internal import CUTILibXML2
internal import UTIPlatform

/// The place of the parser.
extension XMLEventReader {
  /// Returns the parser's place in bytes, or a number of bytes before it; negative if the document
  /// has another encoding than UTF-8.
  func offset(of parser: UnsafeMutablePointer<xmlParserCtxt>, back length: Int = 0) -> Int {
    let offset = uti_xml_offset(parser)
    return offset < 0 ? offset : Swift.max(offset - length, 0)
  }

  /// Returns the position of an offset; the parser's own position without offsets.
  func position(
    of parser: UnsafeMutablePointer<xmlParserCtxt>, at offset: Int
  ) -> SourcePosition {
    guard offset >= 0 else {
      return SourcePosition(
        line: Int(uti_xml_line(parser)), column: Int(uti_xml_column(parser)))
    }
    return positions.position(at: offset)
  }

  /// Returns the parser's position.
  func place(of parser: UnsafeMutablePointer<xmlParserCtxt>) -> SourcePosition {
    position(of: parser, at: offset(of: parser))
  }
}
