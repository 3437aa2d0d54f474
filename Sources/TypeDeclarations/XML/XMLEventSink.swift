/// What receives the events of a reader, which a C callback can find without knowing its type.
class XMLEventSink {
  func startElement(_ element: XMLElement) throws(DeclarationError) {}
  func text(_ text: XMLText) throws(DeclarationError) {}
  func endElement(at offset: Int) throws(DeclarationError) {}
}

/// Passes the events to a handler, whose calls the compiler resolves.
final class XMLHandlerSink<Handler: XMLEventHandler>: XMLEventSink {
  /// Changed by one event at a time; see ``XMLEventReader``.
  @exclusivity(unchecked) var handler: Handler

  init(_ handler: Handler) {
    self.handler = handler
  }

  override func startElement(_ element: XMLElement) throws(DeclarationError) {
    try handler.startElement(element)
  }

  override func text(_ text: XMLText) throws(DeclarationError) {
    try handler.text(text)
  }

  override func endElement(at offset: Int) throws(DeclarationError) {
    try handler.endElement(at: offset)
  }
}
