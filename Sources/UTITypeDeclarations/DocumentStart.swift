internal import UTIDataFormats
internal import UTIXMLFormats

/// The reading of a document up to its root element.
enum DocumentStart {
  /// The result of the function for the root element; nil if no element begins.
  static func read<Result>(
    _ bytes: [UInt8], _ result: @escaping (XMLElement) -> Result?
  ) -> Result? {
    var handler = RootElementHandler(result: result)
    // The handler ends the reading at the root element by an error, which is ignored.
    _ = try? XMLEventReader.read(bytes, limits: ReadingLimits(), handler: &handler)
    return handler.value
  }
}

/// A handler that stores the result for the root element and ends the reading there.
private struct RootElementHandler<Result>: XMLEventHandler {
  let result: (XMLElement) -> Result?
  var value: Result?

  mutating func startElement(_ element: XMLElement) throws(FormatError) {
    value = result(element)
    throw FormatError(.notPropertyList, at: nil, "")
  }

  func text(_ text: XMLText) throws(FormatError) {}

  func endElement(at offset: Int) throws(FormatError) {}
}
