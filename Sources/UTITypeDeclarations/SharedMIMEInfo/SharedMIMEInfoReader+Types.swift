internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

extension FormatError.Code {
  static let notSharedMIMEInfo = FormatError.Code(rawValue: "not-shared-mime-info")
}

extension SharedMIMEInfoReader {
  /// The media types (rule 2.3).
  private static let media: [StaticString] = [
    "application", "all", "audio", "chemical", "font", "image", "inode", "message", "model",
    "multipart", "print", "text", "uri", "video", "x-content", "x-epoc", "x-scheme-handler",
  ]

  func checkRoot(_ element: XMLElement) throws(FormatError) {
    guard element.name == "mime-info", element.namespace == Self.namespace else {
      throw FormatError(
        .notSharedMIMEInfo, at: element.position,
        "the root element is “\(element.name.string)” in the namespace"
          + " “\(element.namespace.string.prefix(100))”, which does not begin a shared-mime-info package",
        remedy: "write <mime-info xmlns=\"\(Self.namespace)\">")
    }
  }

  mutating func child(ofPackage element: XMLElement) throws(StatementError) -> Scope {
    guard element.name == "mime-type" else {
      throw unknown(element, known: ["mime-type"])
    }
    let name = try MIMEName(try element.required("type"))
    let position = element.position
    if !Self.media.contains(where: { name.hasMedia($0) }) {
      findings.report(
        .warning, "unknown-media-type", at: position,
        "“\(name.media.prefix(60))” is not a known media type",
        remedy: "use a registered one, such as application")
    }
    // Rule 2.5: both spellings name one type, and some programs lose one of them.
    let number = names.number(of: name.canonical)
    if number == spellings.count {
      spellings.append(name.spelling)
    } else if spellings[number] != name.spelling {
      findings.report(
        .warning, "case-variant", at: position,
        "“\(name)” is described above as “\(spellings[number])”; both are one type",
        remedy: "write the name in one way")
      spellings[number] = name.spelling
    }
    commentStarts.append(comments.count)
    types.append(MIMETypeDeclaration(name: name, position: position))
    return .mimeType
  }

  mutating func strangerInPackage(_ element: XMLElement) -> Scope {
    findings.report(
      .note, "foreign-element", at: element.position,
      "the element “\(element.name.string)” of another vocabulary is ignored outside of a type")
    return .skipped
  }

  func unknown(_ element: XMLElement, known: [String]) -> StatementError {
    let name = element.name.string
    let nearest = EditDistance.nearest(to: name, among: known)
    return StatementError(
      "unknown-element", "there is no element “\(name.prefix(100))” here",
      remedy: nearest.map { "write “\($0)” if that is meant" } ?? "remove it")
  }
}

/// Elements of other vocabularies (rule 2.7).
extension SharedMIMEInfoReader {
  mutating func startForeign(_ element: XMLElement) -> Scope {
    foreign = ForeignElement()
    foreignPosition = element.position
    foreign.start(element)
    return .foreign
  }

  /// Repeated namespace declarations may make their text larger than the document.
  mutating func boundForeignElements(at position: SourcePosition) throws(FormatError) {
    guard foreignSize + foreign.bytes.count > limits.documentSize else { return }
    throw .exceeds(
      "the bytes of elements of other vocabularies are", limits.documentSize, at: position)
  }

  mutating func endForeign() {
    foreign.end()
    guard foreign.isComplete else { return }
    foreignSize += foreign.bytes.count
    let stated = Located(foreign.text, at: foreignPosition)
    withType { $0.foreignElements.append(stated) }
  }
}
