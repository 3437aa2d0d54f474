package import TypeGraph

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
package struct UniformTypeElement: Equatable {
  package static let namespace: StaticString = "urn:swift-uniform-types:declarations"

  package var identifier: TypeIdentifier
  package var isExported = false
  package var bundleIdentifier: String?
  package var version: String?
  package var referenceURL: String?
  package var isWildcard = false
  /// Whether the name of the MIME type is made up: the type has no MIME tag.
  package var hasNoMIMETag = false
  package var description: String?
  package var conformsTo: [TypeIdentifier] = []
  package var tags: [Tag] = []
  package var iconFiles: [String] = []

  package init(identifier: TypeIdentifier) {
    self.identifier = identifier
  }

  /// The tags of a class, where the element lists them.
  package func tags(of tagClass: TagClass) -> [String]? {
    let values = tags.filter { $0.tagClass == tagClass }.map(\.value)
    return values.isEmpty ? nil : values
  }
}
