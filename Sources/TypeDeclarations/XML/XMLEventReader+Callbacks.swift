internal import CLibXML2

/// What libxml2 calls; none of it throws or stops the process.
extension XMLEventReader {
  private static func session(_ context: UnsafeMutableRawPointer?) -> XMLEventReader? {
    context.map { Unmanaged<XMLEventReader>.fromOpaque($0).takeUnretainedValue() }
  }

  static var callbacks: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { context, name, prefix, uri, _, _, count, defaulted, fields in
      XMLEventReader.session(context)?.started(
        XMLText(terminated: name), XMLText(terminated: prefix), uri,
        XMLAttributes(fields: fields, count: Int(count - defaulted)))
    }
    handler.endElementNs = { context, _, _, _ in
      XMLEventReader.session(context)?.ended()
    }
    handler.characters = { context, bytes, count in
      let text = XMLText(UnsafeBufferPointer(start: bytes, count: Int(count)))
      XMLEventReader.session(context)?.received(text)
    }
    // The same function tells libxml2 not to look for white space that could be left out.
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.entityDecl = { context, name, _, _, _, _ in
      XMLEventReader.session(context)?.declaredEntity(XMLText(terminated: name).string)
    }
    handler.unparsedEntityDecl = { context, name, _, _, _ in
      XMLEventReader.session(context)?.declaredEntity(XMLText(terminated: name).string)
    }
    handler.reference = { context, name in
      XMLEventReader.session(context)?.referenced(XMLText(terminated: name).string)
    }
    handler.serror = { context, error in
      guard let error = error?.pointee else { return }
      XMLEventReader.session(context)?.received(error)
    }
    return handler
  }
}
