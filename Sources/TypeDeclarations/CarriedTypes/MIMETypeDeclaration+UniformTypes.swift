internal import UTIPlatform
package import UTITypeGraph

extension MIMETypeDeclaration {
  /// The uniform types in the type's foreign elements.
  package var uniformTypes: [UniformTypeElement] {
    foreignElements.compactMap { UniformTypeElement($0.value) }
  }

  /// Returns the declaration of a uniform type from its element, completed by name, patterns and
  /// comment.
  ///
  /// - Parameters:
  ///   - element: an element of the type.
  ///   - identifier: returns the identifier of a parent, if the element has none.
  package func uniformType(
    _ element: UniformTypeElement, identifier: (MIMEName) -> TypeIdentifier
  ) -> TypeDeclaration {
    var result = TypeDeclaration(
      identifier: element.identifier, position: position, isExported: element.isExported,
      description: element.description ?? developmentComment?.text, version: element.version,
      referenceURL: element.referenceURL, iconFiles: element.iconFiles,
      isWildcard: element.isWildcard)
    result.conformsTo =
      element.conformsTo.isEmpty
      ? superclasses.map { Located(identifier($0.value), at: $0.position) }
      : element.conformsTo.map { Located($0, at: position) }
    result.tags = statedTags(.filenameExtension, element)
    if !element.hasNoMIMETag { result.tags += statedTags(.mimeType, element) }
    result.tags += element.tags
      .filter { $0.tagClass != .filenameExtension && $0.tagClass != .mimeType }
      .map { Located($0, at: position) }
    return result
  }

  /// Returns the tags of a class with their positions.
  package func statedTags(
    _ tagClass: TagClass, _ element: UniformTypeElement? = nil
  ) -> [Located<Tag>] {
    let isExtension = tagClass == .filenameExtension
    let statements =
      isExtension
      ? globs.map { ($0.pattern, $0.position) }
      : aliases.map { ($0.value.spelling, $0.position) }
    let places = Dictionary(statements, uniquingKeysWith: { first, _ in first })
    let values = element?.tags(of: tagClass) ?? tags(of: tagClass)
    return values.map { value in
      let place = places[isExtension ? "*.\(value)" : value]
      return Located(Tag(tagClass: tagClass, value: value), at: place ?? position)
    }
  }
}

/// The statements of a MIME type about its uniform type.
extension MIMETypeDeclaration {
  /// Returns the tags of a class that name, aliases and patterns express.
  package func tags(of tagClass: TagClass) -> [String] {
    switch tagClass {
    case .mimeType: [name.spelling] + aliases.map(\.value.spelling)
    case .filenameExtension:
      zip(globs, repeatedPatterns).compactMap { $1 ? nil : $0.filenameExtension }
    default: []
    }
  }

  /// A Boolean value for each pattern that indicates whether it equals an earlier one, ignoring case.
  package var repeatedPatterns: [Bool] {
    var seen: Set<String> = []
    return globs.map { !seen.insert(CaseFolding.ascii($0.pattern)).inserted }
  }

  /// The comment without a language; the last one is used.
  package var developmentComment: LocalizedText? { comments.last { $0.language.isEmpty } }
}

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
