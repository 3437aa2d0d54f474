internal import CLibXML2
internal import TypeGraph

/// Where the parser is.
extension XMLEventReader {
  func place(of parser: UnsafeMutablePointer<xmlParserCtxt>) -> SourcePosition {
    place(of: parser, back: 0)
  }

  func placeOfTag(of parser: UnsafeMutablePointer<xmlParserCtxt>) -> SourcePosition {
    place(of: parser, back: uti_xml_tag_length(parser))
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
