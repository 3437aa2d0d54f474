internal import TypeGraph

/// The part of a uniform type's declaration that shared-mime-info cannot express, stored in its
/// `mime-type`.
///
///     <uti:type xmlns:uti="urn:swift-uniform-types:declarations" identifier="com.example.note"
///         declared="exported" bundle="com.example.editor" version="2">
///       <uti:conforms-to type="public.text"/>
///       <uti:tag class="com.apple.ostype" value="NOTE"/>
///     </uti:type>
///
/// The element always has the identifier and the supertypes, since the `mime-type` names only
/// parents with a MIME name. It has tags, the description and the rest only if name, aliases, globs
/// and comment differ from them; the element then has all tags of a class, in order.
struct UniformTypeElement: Equatable {
  static let namespace: StaticString = "urn:swift-uniform-types:declarations"

  var identifier: TypeIdentifier
  var isExported = false
  var bundleIdentifier: String?
  var version: String?
  var referenceURL: String?
  var isWildcard = false
  /// A Boolean value that indicates whether the name of the MIME type is generated: the type has no
  /// MIME tag.
  var hasNoMIMETag = false
  var description: String?
  var conformsTo: [TypeIdentifier] = []
  var tags: [Tag] = []
  var iconFiles: [String] = []

  init(identifier: TypeIdentifier) {
    self.identifier = identifier
  }

  /// Returns the tags of a class, if the element lists them.
  func tags(of tagClass: TagClass) -> [String]? {
    let values = tags.filter { $0.tagClass == tagClass }.map(\.value)
    return values.isEmpty ? nil : values
  }

  /// The element in its form in a package.
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
