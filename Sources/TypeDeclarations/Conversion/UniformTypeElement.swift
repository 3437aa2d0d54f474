internal import TypeGraph

/// What a uniform type declares beyond what shared-mime-info can say, kept in its `mime-type`.
///
///     <uti:type xmlns:uti="urn:swift-uniform-types:declarations" identifier="com.example.note"
///         declared="exported" bundle="com.example.editor" version="2">
///       <uti:conforms-to type="public.text"/>
///       <uti:tag class="com.apple.ostype" value="NOTE"/>
///     </uti:type>
///
/// The element carries the identifier and the supertypes always, since the parents that the
/// `mime-type` names are only those with a MIME name. Tags, the description and the rest stand in
/// it only where name, aliases, globs and comment do not say the same; the tags of one class are
/// then all of that class, in order.
struct UniformTypeElement: Equatable {
  static let namespace: StaticString = "urn:swift-uniform-types:declarations"

  var identifier: TypeIdentifier
  var isExported = false
  var bundleIdentifier: String?
  var version: String?
  var referenceURL: String?
  var isWildcard = false
  /// Whether the name of the MIME type is made up: the type has no MIME tag.
  var hasNoMIMETag = false
  var description: String?
  var conformsTo: [TypeIdentifier] = []
  var tags: [Tag] = []
  var iconFiles: [String] = []

  init(identifier: TypeIdentifier) {
    self.identifier = identifier
  }

  /// The tags of a class, where the element lists them.
  func tags(of tagClass: TagClass) -> [String]? {
    let values = tags.filter { $0.tagClass == tagClass }.map(\.value)
    return values.isEmpty ? nil : values
  }

  /// The element as it stands in a package.
  var text: String {
    var writer = XMLWriter(indentation: "  ", level: 2)
    let isEmpty = conformsTo.isEmpty && tags.isEmpty && iconFiles.isEmpty && description == nil
    if isEmpty {
      writer.element("uti:type", attributes)
    } else {
      writer.element("uti:type", attributes) { writer in
        for parent in conformsTo {
          writer.element("uti:conforms-to", [("type", parent.rawValue)])
        }
        if let description { writer.element("uti:description", [("text", description)]) }
        for tag in tags {
          writer.element("uti:tag", [("class", tag.tagClass.rawValue), ("value", tag.value)])
        }
        for icon in iconFiles { writer.element("uti:icon", [("file", icon)]) }
      }
    }
    return String(writer.text.trimmingBlanks)
  }

  private var attributes: [(name: String, value: String)] {
    var result = [
      (name: "xmlns:uti", value: "\(Self.namespace)"),
      (name: "identifier", value: identifier.rawValue),
      (name: "declared", value: isExported ? "exported" : "imported"),
    ]
    if let bundleIdentifier { result.append(("bundle", bundleIdentifier)) }
    if let version { result.append(("version", version)) }
    if let referenceURL { result.append(("reference", referenceURL)) }
    if isWildcard { result.append(("wildcard", "true")) }
    if hasNoMIMETag { result.append(("mime-type", "none")) }
    return result
  }
}
