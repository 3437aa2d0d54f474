package import UTITypeGraph

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
package struct UniformTypeElement: Equatable {
  package static let namespace: StaticString = "urn:swift-uniform-types:declarations"

  package var identifier: TypeIdentifier
  package var isExported = false
  package var bundleIdentifier: String?
  package var version: String?
  package var referenceURL: String?
  package var isWildcard = false
  /// True if the name of the MIME type is generated: the type has no MIME tag.
  package var hasNoMIMETag = false
  package var description: String?
  package var conformsTo: [TypeIdentifier] = []
  package var tags: [Tag] = []
  package var iconFiles: [String] = []

  package init(identifier: TypeIdentifier) {
    self.identifier = identifier
  }

  /// Returns the tags of a class, if the element lists them.
  package func tags(of tagClass: TagClass) -> [String]? {
    let values = tags.filter { $0.tagClass == tagClass }.map(\.value)
    return values.isEmpty ? nil : values
  }
}
