package import TypeGraph
internal import UTIPlatform

extension DeclarationFile {
  /// The file as a registry takes it: the uniform types that a package carries beside its MIME types are
  /// declared, so that a MIME type joins the identifier it was written for.
  ///
  /// They are imported, whatever they were where they come from: a package repeats what somebody else
  /// declares, and says what its MIME type is called here.
  ///
  /// - Complexity: O(*n*) in the number of MIME types and the size of what they carry.
  package func declaringUniformTypes() -> DeclarationFile {
    guard source.format == .sharedMIMEInfo else { return self }
    var file = self
    for type in mimeTypes {
      for element in type.uniformTypes {
        var declaration = type.uniformType(element, identifier: \.derivedIdentifier)
        declaration.isExported = false
        let name = Tag(tagClass: .mimeType, value: type.name.spelling)
        if !declaration.tags.contains(where: { $0.value == name }) {
          declaration.tags.append(Stated(name, at: type.position))
        }
        file.types.append(declaration)
      }
    }
    return file
  }
}

extension MIMETypeDeclaration {
  /// The identifiers of the uniform types that the type carries.
  package var carriedIdentifiers: [TypeIdentifier] { uniformTypes.map(\.identifier) }
}
