/// What receives the events of a reader, which a C callback can call without knowing its type.
///
/// The calls are made where the type of the handler is known, so that the compiler resolves them.
struct XMLEventSink {
  let startElement: (XMLElement) throws(DeclarationError) -> Void
  let text: (XMLText) throws(DeclarationError) -> Void
  let endElement: (Int) throws(DeclarationError) -> Void

  /// Passes the events to a handler.
  ///
  /// - Parameter handler: has to stay where it is as long as there are events.
  init<Handler: XMLEventHandler>(_ handler: UnsafeMutablePointer<Handler>) {
    startElement = { (element) throws(DeclarationError) in
      try handler.pointee.startElement(element)
    }
    text = { (text) throws(DeclarationError) in try handler.pointee.text(text) }
    endElement = { (offset) throws(DeclarationError) in
      try handler.pointee.endElement(at: offset)
    }
  }
}
