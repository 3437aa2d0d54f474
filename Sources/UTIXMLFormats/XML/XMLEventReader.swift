internal import CUTILibXML2
package import UTIDataFormats
internal import UTIPlatform

/// A reader that reports the elements and texts of a document, and the only owner of libxml2.
///
/// It reads nothing outside the document (network, subsets, entities), and rejects it at the
/// declaration of an entity. Callbacks of libxml2 never throw: an error is stored and stops the
/// parser. They are never nested, so variables need no run-time check for exclusive access, which
/// is slow.
package final class XMLEventReader {
  let limits: ReadingLimits
  let sink: XMLEventSink
  @exclusivity(unchecked) var positions: XMLPositionTracker
  @exclusivity(unchecked) var parser: UnsafeMutablePointer<xmlParserCtxt>?
  /// libxml2 stores each name once, so equal pointers mean equal texts.
  @exclusivity(unchecked) var lastNamespace = XMLText(terminated: nil)
  @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) var budget: ReadingBudget
  @exclusivity(unchecked) var declarationCount = 0
  /// The namespaces in scope, and for each element that declares some its depth and their number.
  @exclusivity(unchecked) var namespaceCount = 0
  @exclusivity(unchecked) var namespaceCounts: [(depth: Int, count: Int)] = []
  @exclusivity(unchecked) var textSize = 0
  var failure: FormatError?
  @exclusivity(unchecked) var hasFailed = false
  var findings: FindingList

  private init(document: UnsafeBufferPointer<UInt8>, limits: ReadingLimits, sink: XMLEventSink) {
    self.limits = limits
    self.sink = sink
    budget = ReadingBudget(documentSize: document.count, limits: limits)
    positions = XMLPositionTracker(document: document)
    findings = FindingList(limits: limits)
  }

  /// Reports elements and texts; the findings are about namespaces of a well-formed document.
  ///
  /// Throws for a declared entity or an exceeded limit too, and any error of the handler.
  ///
  /// - Complexity: O(*n*) in the size of the document.
  package static func read<Handler: XMLEventHandler>(
    _ bytes: [UInt8], limits: ReadingLimits, handler: inout Handler
  ) throws(FormatError) -> [FormatFinding] {
    guard bytes.count <= Swift.min(limits.documentSize, Int(Int32.max)) else {
      throw .tooLarge(size: bytes.count, limits: limits)
    }
    let result = withUnsafeMutablePointer(to: &handler) { handler in
      bytes.withUnsafeBufferPointer { document in
        XMLEventReader(
          document: document, limits: limits, sink: XMLEventSink(handler)
        ).parse(document)
      }
    }
    return try result.get()
  }

  private func parse(
    _ document: UnsafeBufferPointer<UInt8>
  ) -> Result<[FormatFinding], FormatError> {
    _ = Self.library
    guard let start = document.baseAddress, !document.isEmpty else {
      return .failure(
        FormatError(
          .notWellFormed, at: SourcePosition(line: 1, column: 1),
          "the file is empty", remedy: "check that the path is right"))
    }
    if let refusal = XMLEncoding.refusal(of: document) { return .failure(refusal) }
    let greatestCount = limits.attributeCount + limits.namespaceCount
    if let offset = AttributeLimitCheck.offset(in: document, moreThan: greatestCount) {
      exceeds(
        "the attributes and namespaces of an element are", greatestCount,
        at: positions.position(at: offset))
      if let failure { return .failure(failure) }
    }
    var callbacks = Self.callbacks
    // The session outlives the parser, which is freed before this function returns.
    let context = Unmanaged.passUnretained(self).toOpaque()
    parser = start.withMemoryRebound(to: CChar.self, capacity: document.count) {
      uti_xml_make_parser($0, Int32(document.count), &callbacks, context)
    }
    guard let parser else {
      return .failure(FormatError(.limitExceeded, at: nil, "no memory for an XML parser"))
    }
    // An error has been reported before if the result says that the document is not well-formed.
    let status = uti_xml_parse(parser)
    let end = place(of: parser)
    xmlFreeParserCtxt(parser)
    self.parser = nil
    if let failure { return .failure(failure) }
    guard status == 0 else {
      return .failure(
        FormatError(.notWellFormed, at: end, "not well-formed XML", remedy: "correct the document"))
    }
    return .success(findings.sorted)
  }

  /// Once, before any thread uses it.
  private static let library: Void = xmlInitParser()
}

/// The functions that receive the events, made in a context with the type of the handler.
///
/// A C callback need not know that type, and the compiler resolves the calls.
struct XMLEventSink {
  let startElement: (XMLElement) throws(FormatError) -> Void
  let text: (XMLText) throws(FormatError) -> Void
  let endElement: (Int) throws(FormatError) -> Void

  /// The handler must not move during the events.
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

extension XMLEventReader {
  /// The place in bytes, `length` before; negative in another encoding than UTF-8.
  func offset(of parser: UnsafeMutablePointer<xmlParserCtxt>, back length: Int = 0) -> Int {
    let offset = uti_xml_offset(parser)
    return offset < 0 ? offset : Swift.max(offset - length, 0)
  }

  /// The parser's own position for a negative offset.
  func position(of parser: UnsafeMutablePointer<xmlParserCtxt>, at offset: Int) -> SourcePosition {
    guard offset >= 0 else {
      return SourcePosition(line: Int(uti_xml_line(parser)), column: Int(uti_xml_column(parser)))
    }
    return positions.position(at: offset)
  }

  func place(of parser: UnsafeMutablePointer<xmlParserCtxt>) -> SourcePosition {
    position(of: parser, at: offset(of: parser))
  }
}

/// A converter of offsets to lines and columns, in ascending order for one pass.
///
/// A line ends at a line feed or at a carriage return without a following line feed.
struct XMLPositionTracker {
  private let document: UnsafeBufferPointer<UInt8>
  /// The C library finds the lines if there are none, as usual.
  private let hasCarriageReturns: Bool
  private var line = 1
  private var lineStart = 0
  /// Past the end of the document when there is none.
  private var nextLineStart = 0

  init(document: UnsafeBufferPointer<UInt8>) {
    self.document = document
    hasCarriageReturns =
      document.baseAddress.map { memchr($0, 0x0D, document.count) != nil } ?? false
    nextLineStart = endOfLine(from: 0)
  }

  mutating func position(at target: Int) -> SourcePosition {
    let target = Swift.min(target, document.count)
    while nextLineStart <= target {
      line += 1
      lineStart = nextLineStart
      nextLineStart = endOfLine(from: lineStart)
    }
    return SourcePosition(line: line, column: Swift.max(target - lineStart, 0) + 1)
  }

  /// Past the end of the document for the last line.
  private func endOfLine(from start: Int) -> Int {
    if hasCarriageReturns { return endOfAnyLine(from: start) }
    guard let bytes = document.baseAddress, start < document.count,
      let found = memchr(bytes + start, 0x0A, document.count - start)
    else { return .max }
    return UnsafeRawPointer(found) - UnsafeRawPointer(bytes) + 1
  }

  private func endOfAnyLine(from start: Int) -> Int {
    for place in start..<document.count {
      let byte = document[place]
      guard byte == 0x0A || byte == 0x0D else { continue }
      let next = place + 1
      if byte == 0x0D, next < document.count, document[next] == 0x0A { continue }
      return next
    }
    return .max
  }
}

/// A search for a start tag with more attributes and namespaces than any document needs.
///
/// libxml2 compares each with all others before it reports the element. A comment with thousands of
/// values in quotation marks may be mistaken for a tag.
enum AttributeLimitCheck {
  /// A blank, a letter, an equals sign and two quotation marks.
  private static let shortestAttribute = 5

  /// nil in nearly every document; O(*n*), byte by byte only for text long enough for such a tag.
  static func offset(in document: UnsafeBufferPointer<UInt8>, moreThan count: Int) -> Int? {
    guard let bytes = document.baseAddress else { return nil }
    var place = find(UInt8(ascii: "<"), in: document, from: 0)
    while let start = place {
      // No tag contains the character, not even in a value.
      let next = find(UInt8(ascii: "<"), in: document, from: start + 1)
      let end = next ?? document.count
      if (end - start) / shortestAttribute > count {
        let tag = UnsafeBufferPointer(start: bytes + start, count: end - start)
        if valueCount(of: tag) > count { return start }
      }
      place = next
    }
    return nil
  }

  /// Returns the number of values in quotation marks before the end of a tag, in any encoding with
  /// ASCII quotation marks, with zeros or without.
  private static func valueCount(of tag: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var mark: UInt8?
    for byte in tag {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if mark == nil {
          mark = byte
          count += 1
        } else if mark == byte {
          mark = nil
        }
      case UInt8(ascii: ">") where mark == nil: return count
      default: break
      }
    }
    return count
  }

  private static func find(
    _ byte: UInt8, in document: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard let bytes = document.baseAddress, start < document.count,
      let found = memchr(bytes + start, Int32(byte), document.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
  }
}

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
