internal import CUTILibXML2
internal import UTIDataFormats
internal import UTIPlatform

extension FormatError {
  init(_ error: xmlError, at position: SourcePosition) {
    let code = xmlParserErrors(rawValue: UInt32(bitPattern: error.code))
    var message = "libxml2 error \(error.code)"
    if let text = error.message {
      let lines = String(cString: text).split(whereSeparator: \.isNewline)
      if let first = lines.first { message = String(first) }
    }
    switch code {
    case XML_ERR_NO_MEMORY, XML_ERR_NAME_TOO_LONG:
      self.init(.limitExceeded, at: position, message, remedy: "make the document smaller")
    case XML_ERR_DOCUMENT_EMPTY:
      self.init(
        .notWellFormed, at: position, "not an XML document: \(message)",
        remedy: "check that the path is right")
    default:
      self.init(
        .notWellFormed, at: position, "not well-formed XML: \(message)",
        remedy: "correct the document")
    }
  }
}
