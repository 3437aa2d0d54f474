internal import UTIDataFormats

/// The functions that receive the events of a reader.
///
/// A C callback need not know the handler's type.
///
/// They are made in a context with the type of the handler, so that the compiler resolves the
/// calls.
struct XMLEventSink {
  let startElement: (XMLElement) throws(FormatError) -> Void
  let text: (XMLText) throws(FormatError) -> Void
  let endElement: (Int) throws(FormatError) -> Void

  /// Passes the events to a handler.
  ///
  /// - Parameter handler: the handler, which must not move during the events.
  init<Handler: XMLEventHandler>(_ handler: UnsafeMutablePointer<Handler>) {
    startElement = { (element) throws(FormatError) in
      try handler.pointee.startElement(element)
    }
    text = { (text) throws(FormatError) in try handler.pointee.text(text) }
    endElement = { (offset) throws(FormatError) in
      try handler.pointee.endElement(at: offset)
    }
  }
}
