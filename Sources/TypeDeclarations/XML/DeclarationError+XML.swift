internal import CLibXML2
internal import TypeGraph

/// Conversion of libxml2 errors, which no other file uses.
extension DeclarationError {
  init(_ error: xmlError, file: String, position: SourcePosition) {
    let code = xmlParserErrors(rawValue: UInt32(bitPattern: error.code))
    var message = "libxml2 error \(error.code)"
    if let text = error.message {
      let lines = String(cString: text).split(whereSeparator: \.isNewline)
      if let first = lines.first { message = String(first) }
    }
    switch code {
    case XML_ERR_NO_MEMORY, XML_ERR_NAME_TOO_LONG:
      self.init(
        .limitExceeded, file: file, position: position, message: message,
        remedy: "make the document smaller")
    case XML_ERR_DOCUMENT_EMPTY:
      self.init(
        .notWellFormed, file: file, position: position,
        message: "not an XML document: \(message)", remedy: "check that the path is right")
    default:
      self.init(
        .notWellFormed, file: file, position: position,
        message: "not well-formed XML: \(message)", remedy: "correct the document")
    }
  }
}
