internal import CUTILibXML2
package import UTIDataFormats
internal import UTIPlatform

/// A reader that reports the elements and texts of a document, and the only owner of libxml2.
///
/// It never reads anything outside the document: no network, no external subset, no external
/// entity. It rejects a document at the declaration of an entity, so that only the five predefined
/// entities can be expanded. `ReadingLimits` bounds sizes and depth.
///
/// The callbacks of libxml2 never throw; the session stores an error and stops the parser.
/// Callbacks follow one another and are never nested, so the run-time check for exclusive access to
/// variables is disabled: tens of thousands of texts would be slowed down by it.
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
  /// The number of namespaces in scope, and for each element that declares some its depth and their
  /// number.
  @exclusivity(unchecked) var namespaceCount = 0
  @exclusivity(unchecked) var namespaceCounts: [(depth: Int, count: Int)] = []
  @exclusivity(unchecked) var textSize = 0
  var failure: FormatError?
  @exclusivity(unchecked) var hasFailed = false
  var findings: FindingList

  private init(
    document: UnsafeBufferPointer<UInt8>, limits: ReadingLimits,
    sink: XMLEventSink
  ) {
    self.limits = limits
    self.sink = sink
    budget = ReadingBudget(documentSize: document.count, limits: limits)
    positions = XMLPositionTracker(document: document)
    findings = FindingList(limits: limits)
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: the document, in any encoding that libxml2 knows.
  ///   - limits: the limits of the document.
  ///   - handler: receives the elements and texts.
  /// - Returns: the findings about the document's namespaces; it is well-formed nevertheless.
  /// - Throws: `FormatError` when the document is not well-formed, declares an entity or exceeds a
  ///   limit, and any error of the handler.
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
      return .failure(
        FormatError(.limitExceeded, at: nil, "no memory for an XML parser"))
    }
    // An error has been reported before if the result says that the document is not well-formed.
    let status = uti_xml_parse(parser)
    let end = place(of: parser)
    xmlFreeParserCtxt(parser)
    self.parser = nil
    if let failure { return .failure(failure) }
    guard status == 0 else {
      return .failure(
        FormatError(
          .notWellFormed, at: end, "not well-formed XML",
          remedy: "correct the document"))
    }
    return .success(findings.sorted)
  }

  /// The initialisation of libxml2, once, before any thread uses it.
  private static let library: Void = xmlInitParser()
}
