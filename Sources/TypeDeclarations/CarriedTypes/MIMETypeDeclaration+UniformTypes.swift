package import TypeGraph
internal import UTIPlatform

extension MIMETypeDeclaration {
  /// The uniform types that the type's elements of that vocabulary describe.
  package var uniformTypes: [UniformTypeElement] {
    foreignElements.compactMap { UniformTypeElement($0.value) }
  }

  /// A uniform type that an element of that vocabulary describes, with what name, patterns and comment say
  /// of it.
  ///
  /// - Parameters:
  ///   - element: one of the type's.
  ///   - identifier: gives the identifier of a parent, where the element has none.
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
      ? superclasses.map { Stated(identifier($0.value), at: $0.position) }
      : element.conformsTo.map { Stated($0, at: position) }
    result.tags = statedTags(.filenameExtension, element)
    if !element.hasNoMIMETag { result.tags += statedTags(.mimeType, element) }
    result.tags += element.tags
      .filter { $0.tagClass != .filenameExtension && $0.tagClass != .mimeType }
      .map { Stated($0, at: position) }
    return result
  }

  /// The tags of a class with the places that state them.
  package func statedTags(
    _ tagClass: TagClass, _ element: UniformTypeElement? = nil
  ) -> [Stated<Tag>] {
    let values = element?.tags(of: tagClass) ?? tags(of: tagClass)
    return values.map { value in
      let place =
        switch tagClass {
        case .filenameExtension: globs.first { $0.pattern == "*.\(value)" }?.position
        default: aliases.first { $0.value.spelling == value }?.position
        }
      return Stated(Tag(tagClass: tagClass, value: value), at: place ?? position)
    }
  }
}

/// What a MIME type says of the uniform type that it stands for.
extension MIMETypeDeclaration {
  /// The tags of a class that name, aliases and patterns amount to.
  package func tags(of tagClass: TagClass) -> [String] {
    switch tagClass {
    case .mimeType: [name.spelling] + aliases.map(\.value.spelling)
    case .filenameExtension:
      globs.indices.filter { !repeatsPattern($0) }.compactMap { globs[$0].filenameExtension }
    default: []
    }
  }

  /// Whether a pattern is one that stands before it, but for capitals.
  package func repeatsPattern(_ index: Int) -> Bool {
    globs[..<index].contains { $0.hasPattern(globs[index].pattern) }
  }

  /// The comment without a language; the last one counts.
  package var developmentComment: LocalizedText? { comments.last { $0.language.isEmpty } }
}

extension GlobDeclaration {
  /// Compares the pattern with another without regard to case.
  package func hasPattern(_ other: String) -> Bool {
    CaseFolding.ascii(pattern) == CaseFolding.ascii(other)
  }
}
