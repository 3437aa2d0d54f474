internal import UTIDataFormats
package import UTITypeGraph
internal import UTIXMLFormats

/// The part of a uniform type's declaration that shared-mime-info cannot express.
///
///     <uti:type xmlns:uti="urn:swift-uniform-types:declarations" identifier="com.example.note"
///         declared="exported" bundle="com.example.editor" version="2">
///       <uti:conforms-to type="public.text"/>
///       <uti:tag class="com.apple.ostype" value="NOTE"/>
///     </uti:type>
///
/// It always has the supertypes, since a `mime-type` names only parents with a MIME name. It has
/// the rest, and all tags of a class, only if name, aliases, globs and comment differ.
package struct UniformTypeElement: Equatable {
  package static let namespace: StaticString = "urn:swift-uniform-types:declarations"

  package var identifier: TypeIdentifier
  package var isExported = false
  package var bundleIdentifier: String?
  package var version: String?
  package var referenceURL: String?
  package var isWildcard = false
  /// The name of the MIME type is generated.
  package var hasNoMIMETag = false
  package var description: String?
  package var conformsTo: [TypeIdentifier] = []
  package var tags: [Tag] = []
  package var iconFiles: [String] = []

  package init(identifier: TypeIdentifier) {
    self.identifier = identifier
  }

  /// nil if the element does not list tags of the class.
  package func tags(of tagClass: TagClass) -> [String]? {
    let values = tags.filter { $0.tagClass == tagClass }.map(\.value)
    return values.isEmpty ? nil : values
  }
}

extension UniformTypeElement {
  /// nil for an element of another kind, or without a valid identifier.
  package init?(_ text: String) {
    var handler = Handler()
    // Stored elements of a package are well-formed, so there is nothing to report.
    _ = try? XMLEventReader.read(Array(text.utf8), limits: ReadingLimits(), handler: &handler)
    guard let element = handler.element else { return nil }
    self = element
  }
}

/// A handler that ignores unknown names of later versions.
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
  /// nil when it is missing or empty.
  fileprivate func text(_ attribute: StaticString) -> String? {
    attributes.value(of: attribute).flatMap { $0.bytes.isEmpty ? nil : $0.string }
  }
}
