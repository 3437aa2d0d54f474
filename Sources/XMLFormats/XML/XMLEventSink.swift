internal import DataFormats

/// What receives the events of a reader, which a C callback can call without knowing its type.
///
/// The calls are made where the type of the handler is known, so that the compiler resolves them.
struct XMLEventSink {
  let startElement: (XMLElement) throws(FormatError) -> Void
  let text: (XMLText) throws(FormatError) -> Void
  let endElement: (Int) throws(FormatError) -> Void

  /// Passes the events to a handler.
  ///
  /// - Parameter handler: has to stay where it is as long as there are events.
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
