internal import UTIPlatform
package import UTITypeGraph

extension MIMETypeDeclaration {
  /// The type's foreign elements have them.
  package var uniformTypes: [UniformTypeElement] {
    foreignElements.compactMap { UniformTypeElement($0.value) }
  }

  /// Completed by name, patterns and comment; `identifier` is for parents that the element lacks.
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
  /// Name, aliases and patterns express the tags.
  package func tags(of tagClass: TagClass) -> [String] {
    switch tagClass {
    case .mimeType: [name.spelling] + aliases.map(\.value.spelling)
    case .filenameExtension:
      zip(globs, repeatedPatterns).compactMap { $1 ? nil : $0.filenameExtension }
    default: []
    }
  }

  /// True for a pattern that equals an earlier one, ignoring case.
  package var repeatedPatterns: [Bool] {
    var seen: Set<String> = []
    return globs.map { !seen.insert(CaseFolding.ascii($0.pattern)).inserted }
  }

  /// The last comment without a language.
  package var developmentComment: LocalizedText? { comments.last { $0.language.isEmpty } }
}

extension DeclarationFile {
  /// The file as a registry reads it: with the uniform types, merged under their identifiers.
  ///
  /// They are imported: a package repeats the declaration of another file, and adds the MIME name.
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
  package var carriedIdentifiers: [TypeIdentifier] { uniformTypes.map(\.identifier) }
}
