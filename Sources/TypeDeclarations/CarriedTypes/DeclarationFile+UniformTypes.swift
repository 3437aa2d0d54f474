internal import UTIPlatform
package import UTITypeGraph

extension DeclarationFile {
  /// Returns the file as a registry reads it: the uniform types in a package are declared, so that
  /// a MIME type is merged with its original identifier.
  ///
  /// They are imported, even if their original declarations are exported: a package repeats the
  /// declaration of another file, and adds the MIME name.
  ///
  /// - Complexity: O(*n*) in the number of MIME types and the size of their elements.
  package func declaringUniformTypes() -> DeclarationFile {
    guard source.format == .sharedMIMEInfo else { return self }
    var file = self
    for type in mimeTypes {
      for element in type.uniformTypes {
        var declaration = type.uniformType(element, identifier: \.derivedIdentifier)
        declaration.isExported = false
        let name = Tag(tagClass: .mimeType, value: type.name.spelling)
        if !declaration.tags.contains(where: { $0.value == name }) {
          declaration.tags.append(Located(name, at: type.position))
        }
        file.types.append(declaration)
      }
    }
    return file
  }
}

extension MIMETypeDeclaration {
  /// The identifiers of the uniform types in the type's elements.
  package var carriedIdentifiers: [TypeIdentifier] { uniformTypes.map(\.identifier) }
}
