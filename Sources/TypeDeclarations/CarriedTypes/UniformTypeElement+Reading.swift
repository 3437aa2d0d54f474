internal import UTIDataFormats
internal import UTITypeGraph
internal import UTIXMLFormats

extension UniformTypeElement {
  /// Reads an element of a package.
  ///
  /// - Parameter text: a foreign element, as the reader stores it.
  /// - Returns: nil when the element is of another kind, or has no valid identifier.
  package init?(_ text: String) {
    var handler = Handler()
    // Stored elements of a package are well-formed, so there is nothing to report.
    _ = try? XMLEventReader.read(
      Array(text.utf8), limits: ReadingLimits(), handler: &handler)
    guard let element = handler.element else { return nil }
    self = element
  }
}

/// A handler that reads the element and ignores unknown names of later versions.
private struct Handler: XMLEventHandler {
  var element: UniformTypeElement?
  private var depth = 0

  mutating func startElement(_ element: XMLElement) throws(FormatError) {
    depth += 1
    guard element.namespace == UniformTypeElement.namespace else { return }
    if depth == 1, element.name == "type" { start(element) }
    if depth == 2 { add(element) }
  }

  func text(_ text: XMLText) throws(FormatError) {}

  mutating func endElement(at offset: Int) throws(FormatError) { depth -= 1 }

  private mutating func start(_ start: XMLElement) {
    guard let identifier = start.text("identifier").flatMap(TypeIdentifier.init),
      !identifier.isDynamic
    else { return }
    var element = UniformTypeElement(identifier: identifier)
    element.isExported = start.text("declared") == "exported"
    element.bundleIdentifier = start.text("bundle")
    element.version = start.text("version")
    element.referenceURL = start.text("reference")
    element.isWildcard = start.isTrue("wildcard")
    element.hasNoMIMETag = start.text("mime-type") == "none"
    self.element = element
  }

  private mutating func add(_ child: XMLElement) {
    switch child.name {
    case "conforms-to":
      guard let parent = child.text("type").flatMap(TypeIdentifier.init) else { return }
      element?.conformsTo.append(parent)
    case "description": element?.description = child.text("text")
    case "tag":
      guard let tagClass = child.text("class"), let value = child.text("value") else { return }
      element?.tags.append(Tag(tagClass: TagClass(rawValue: tagClass), value: value))
    case "icon":
      if let file = child.text("file") { element?.iconFiles.append(file) }
    default: break
    }
  }
}

extension XMLElement {
  /// Returns the value of an attribute; nil when it is missing or empty.
  fileprivate func text(_ attribute: StaticString) -> String? {
    attributes.value(of: attribute).flatMap { $0.bytes.isEmpty ? nil : $0.string }
  }
}
