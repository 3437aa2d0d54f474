package import UTIDataFormats
internal import UTIPlatform
package import UTITypeGraph
package import UTIXMLFormats

/// A reader of packages; rule numbers refer to the project's list of the specification's rules.
///
/// An invalid element affects only itself (1.8) and is reported at its line.
package struct SharedMIMEInfoReader {
  /// The kind of an element that has not ended.
  enum Scope {
    case package
    case mimeType
    case text(TextElement)
    /// An element without content, such as `glob`.
    case empty
    case magic
    case match
    case treeMagic
    case treeMatch
    case foreign
    /// Everything in the element is skipped.
    case skipped
  }

  /// The elements with a localized text.
  enum TextElement {
    case comment
    case acronym
    case expandedAcronym
  }

  package static let namespace: StaticString =
    "http://www.freedesktop.org/standards/shared-mime-info"

  let limits: ReadingLimits
  var findings: FindingList
  /// The last one is being read.
  var types: [MIMETypeDeclaration] = []
  /// The descriptions of all types, and for each type the number of the ones before its own.
  var comments = LocalizedTextStore.Builder()
  var commentStarts: [Int] = []
  /// The texts have no case, and the latest spelling of each is kept.
  var names = StringInterner()
  var spellings: [String] = []
  /// nil before the root.
  private var scope: Scope?
  /// The root is first.
  private var outerScopes: [Scope] = []
  private var knownNamespace: UnsafePointer<UInt8>?
  var text: [UInt8] = []
  var textLanguage = ""
  var textPosition = SourcePosition(line: 1, column: 1)
  var magic: OpenMagicElement<MagicMatch>?
  var treeMagic: OpenMagicElement<TreeMagicMatch>?
  var foreign = ForeignElement()
  var foreignPosition = SourcePosition(line: 1, column: 1)
  var foreignSize = 0

  private init(limits: ReadingLimits) {
    self.limits = limits
    findings = FindingList(limits: limits)
  }

  /// Throws for an ill-formed document (1.7), another root than `mime-info`, or an exceeded limit.
  package static func read(
    _ bytes: [UInt8], from source: DeclarationSource, limits: ReadingLimits
  ) throws(FormatError) -> DeclarationFile {
    var reader = SharedMIMEInfoReader(limits: limits)
    reader.comments.reserve(forDocumentOf: bytes.count)
    let warnings = try XMLEventReader.read(bytes, limits: limits, handler: &reader)
    reader.findings.append(contentsOf: warnings)
    reader.shareComments()
    return DeclarationFile(
      source: source, mimeTypes: reader.types,
      diagnostics: reader.findings.diagnostics(in: source.path))
  }

  /// Each type gets its range of the descriptions.
  private mutating func shareComments() {
    let store = comments.store
    commentStarts.append(comments.count)
    for index in types.indices where commentStarts[index] < commentStarts[index + 1] {
      types[index].commentTexts = LocalizedTexts(
        store, commentStarts[index]..<commentStarts[index + 1])
    }
  }

  mutating func withType(_ change: (inout MIMETypeDeclaration) -> Void) {
    guard let last = types.indices.last else { return }
    change(&types[last])
  }
}

// MARK: Events

extension SharedMIMEInfoReader: XMLEventHandler {
  package mutating func startElement(_ element: XMLElement) throws(FormatError) {
    let inner = try scope(of: element)
    if let scope { outerScopes.append(scope) }
    scope = inner
    if case .foreign = inner { try boundForeignElements(at: element.position) }
  }

  private mutating func scope(of element: XMLElement) throws(FormatError) -> Scope {
    guard let parent = scope else {
      try checkRoot(element)
      return .package
    }
    let isOurs = isOurs(element.namespace)
    do throws(StatementError) {
      switch parent {
      case .skipped: return .skipped
      case .foreign:
        foreign.start(element)
        return .foreign
      case .package: return try isOurs ? child(ofPackage: element) : strangerInPackage(element)
      case .mimeType: return try isOurs ? child(ofType: element) : startForeign(element)
      case .magic, .match: return try child(ofMagic: element, isOurs: isOurs)
      case .treeMagic, .treeMatch: return try child(ofTreeMagic: element, isOurs: isOurs)
      case .text, .empty:
        throw StatementError(
          "unexpected-element", "an element “\(element.name.string)” has no place here",
          remedy: "move or remove it")
      }
    } catch {
      report(error, at: element.position)
      return .skipped
    }
  }

  package mutating func text(_ text: XMLText) throws(FormatError) {
    switch scope {
    case .text(let kind): add(text, to: kind)
    case .foreign: foreign.add(text)
    case .skipped, nil: break
    default:
      // Between elements only white space is valid.
      guard !text.isBlank, let type = types.last else { return }
      findings.report(
        .warning, "stray-text", at: type.position,
        "text between the elements of “\(type.name)” is ignored", remedy: "remove it")
    }
  }

  package mutating func endElement(at offset: Int) throws(FormatError) {
    let ended = scope
    scope = outerScopes.popLast()
    switch ended {
    case .text(let kind): endText(kind)
    case .magic: endMagic()
    case .treeMagic: endTreeMagic()
    case .match: magic?.endMatch()
    case .treeMatch: treeMagic?.endMatch()
    case .foreign: endForeign()
    case .package, .mimeType, .empty, .skipped, nil: break
    }
  }

  /// Nearly every element has the namespace of the one before, at the same place in memory.
  private mutating func isOurs(_ namespace: XMLText) -> Bool {
    if let known = knownNamespace, known == namespace.bytes.baseAddress { return true }
    guard namespace == Self.namespace else { return false }
    knownNamespace = namespace.bytes.baseAddress
    return true
  }

  mutating func report(_ error: StatementError, at position: SourcePosition) {
    findings.report(.error, error.rule, at: position, error.message, remedy: error.remedy)
  }
}
