/// The functions that receive the events of a reader, so that a C callback need not know the
/// handler's type.
///
/// They are made in a context with the type of the handler, so that the compiler resolves the
/// calls.
struct XMLEventSink {
  let startElement: (XMLElement) throws(DeclarationError) -> Void
  let text: (XMLText) throws(DeclarationError) -> Void
  let endElement: (Int) throws(DeclarationError) -> Void

  /// Passes the events to a handler.
  ///
  /// - Parameter handler: the handler, which must not move during the events.
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
