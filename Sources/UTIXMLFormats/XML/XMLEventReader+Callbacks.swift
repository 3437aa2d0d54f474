internal import CUTILibXML2

/// The callbacks for libxml2; none of them throws or ends the process.
extension XMLEventReader {
  /// Calls a body with the session, without reference counting: it outlives the parser.
  @inline(__always)
  private static func session(
    _ context: UnsafeMutableRawPointer?, _ body: (XMLEventReader) -> Void
  ) {
    guard let context else { return }
    Unmanaged<XMLEventReader>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
  }

  static var callbacks: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = {
      context, name, prefix, uri, namespaceCount, _, count, defaulted, fields in
      XMLEventReader.session(context) {
        $0.started(
          XMLText(terminated: name), XMLText(terminated: prefix), uri, Int(namespaceCount),
          XMLAttributes(fields: fields, count: Int(count - defaulted)),
          defaultCount: Int(defaulted))
      }
    }
    handler.endElementNs = { context, _, _, _ in
      XMLEventReader.session(context) { $0.ended() }
    }
    handler.characters = { context, bytes, count in
      let text = XMLText(UnsafeBufferPointer(start: bytes, count: Int(count)))
      XMLEventReader.session(context) { $0.received(text) }
    }
    // With the same function, libxml2 does not search for ignorable white space.
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.entityDecl = { context, name, _, _, _, _ in
      XMLEventReader.session(context) { $0.declaredEntity(XMLText(terminated: name).string) }
    }
    handler.unparsedEntityDecl = { context, name, _, _, _ in
      XMLEventReader.session(context) { $0.declaredEntity(XMLText(terminated: name).string) }
    }
    handler.attributeDecl = { context, _, _, _, _, _, values in
      // The receiver of the declaration owns the list of its values.
      xmlFreeEnumeration(values)
      XMLEventReader.session(context) { $0.declared() }
    }
    handler.elementDecl = { context, _, _, _ in
      XMLEventReader.session(context) { $0.declared() }
    }
    handler.notationDecl = { context, _, _, _ in
      XMLEventReader.session(context) { $0.declared() }
    }
    handler.reference = { context, name in
      XMLEventReader.session(context) { $0.referenced(XMLText(terminated: name).string) }
    }
    handler.serror = { context, error in
      guard let error = error?.pointee else { return }
      XMLEventReader.session(context) { $0.received(error) }
    }
    return handler
  }
}
