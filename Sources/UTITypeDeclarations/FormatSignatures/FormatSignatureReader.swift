package import UTIDataFormats
package import UTIFormatSignatures
internal import UTIPlatform
internal import UTITypeGraph
package import UTIXMLFormats

/// A reader of DROID's signature files, binary and container.
///
/// An invalid element affects the signature or format that it is in, and is reported at its line.
package struct FormatSignatureReader {
  /// The contents of either kind of file.
  package enum Contents: Hashable, Sendable {
    case signatures(FormatSignatureFile)
    case containers(ContainerSignatureFile)
  }

  /// An element that has not ended.
  enum Scope {
    case root
    /// An element that only groups others.
    case group
    case format
    case signature
    case sequence
    case subsequence
    case container
    case entry
    case text(TextElement)
    /// An element without content, such as `FileFormatMapping`.
    case empty
    case skipped
  }

  /// The elements whose meaning is their text.
  enum TextElement {
    case `extension`
    case signatureID
    case supersededID
    case expression
    case fragment(OpenFragment)
    case description
    case path
  }

  let limits: ReadingLimits
  var findings: FindingList
  var file = FormatSignatureFile()
  var containers = ContainerSignatureFile()
  var isContainerFile = false
  var format: FileFormat?
  var signature: OpenSignature?
  var container: ContainerSignature?
  var entry: ContainerSignature.Entry?
  /// The identifiers of container signatures with their formats, in the order of the file.
  var mappings: [Int: [String]] = [:]
  /// An element inside the open format or signature was invalid, so that it is not kept.
  var isBroken = false
  private var root = SourcePosition.none
  private var scope: Scope?
  private var outerScopes: [Scope] = []
  private var text: [UInt8] = []
  private var textPosition = SourcePosition.none

  private init(limits: ReadingLimits) {
    self.limits = limits
    findings = FindingList(limits: limits)
  }

  /// Throws for an ill-formed document, for another root element, or an exceeded limit.
  package static func read(
    _ bytes: [UInt8], limits: ReadingLimits = ReadingLimits()
  ) throws(FormatError) -> (contents: Contents, findings: [FormatFinding]) {
    var reader = FormatSignatureReader(limits: limits)
    let warnings = try XMLEventReader.read(bytes, limits: limits, handler: &reader)
    reader.findings.append(contentsOf: warnings)
    reader.checkReferences()
    reader.checkContents()
    let contents: Contents =
      reader.isContainerFile ? .containers(reader.containers) : .signatures(reader.file)
    return (contents, reader.findings.sorted)
  }

  private mutating func checkContents() {
    guard !findings.sorted.contains(where: { $0.severity == .error }), file.formats.isEmpty,
      file.signatures.isEmpty,
      containers.signatures.isEmpty
    else { return }
    report(
      StatementError(
        "no-signatures", "the file has no format and no signature",
        remedy: "download the signature file again"), at: root)
  }

  mutating func report(_ error: StatementError, at position: SourcePosition) {
    findings.report(.error, error.rule, at: position, error.message, remedy: error.remedy)
  }
}

// MARK: Events

extension FormatSignatureReader: XMLEventHandler {
  package mutating func startElement(_ element: XMLElement) throws(FormatError) {
    let inner = try scope(of: element)
    if let scope { outerScopes.append(scope) }
    scope = inner
    if case .text = inner {
      text.removeAll(keepingCapacity: true)
      textPosition = element.position
    }
  }

  private mutating func scope(of element: XMLElement) throws(FormatError) -> Scope {
    guard let parent = scope else {
      try checkRoot(element)
      return .root
    }
    if case .skipped = parent { return .skipped }
    do throws(StatementError) {
      return try start(element, in: parent)
    } catch {
      report(error, at: element.position)
      isBroken = true
      return .skipped
    }
  }

  private mutating func checkRoot(_ element: XMLElement) throws(FormatError) {
    guard let header = SignatureFileHeader(element) else {
      throw FormatError(
        FormatError.Code(rawValue: "not-format-signatures"), at: element.position,
        "the root element is “\(element.name.string)”, not FFSignatureFile or"
          + " ContainerSignatureMapping",
        remedy: "name a signature file of DROID")
    }
    root = element.position
    if !header.version.isEmpty, MagicNumber.decimal(Array(header.version.utf8)) == nil {
      report(
        StatementError(
          "invalid-number", "the release “\(header.version.prefix(60))” is not a number",
          remedy: "write a number, by which the newest file is found"), at: root)
    }
    switch header.kind {
    case .binary: (file.version, file.date) = (header.version, header.date)
    case .container:
      isContainerFile = true
      containers.version = header.version
    }
  }

  package mutating func text(_ text: XMLText) throws(FormatError) {
    if case .text = scope { self.text += text.bytes }
  }

  package mutating func endElement(at offset: Int) throws(FormatError) {
    let ended = scope
    scope = outerScopes.popLast()
    switch ended {
    case .text(let kind):
      do throws(StatementError) {
        try end(kind, text: text)
      } catch {
        report(error, at: textPosition)
        isBroken = true
      }
    case .format: endFormat()
    case .signature: endSignature()
    case .sequence: signature?.endSequence()
    case .container: endContainer()
    case .entry: endEntry()
    case .subsequence: endSubsequence()
    case .root, .group, .empty, .skipped, nil: break
    }
  }
}
