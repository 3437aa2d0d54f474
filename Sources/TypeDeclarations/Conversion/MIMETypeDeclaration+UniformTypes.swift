internal import TypeGraph

extension MIMETypeDeclaration {
  /// The uniform types in the type's foreign elements.
  var uniformTypes: [UniformTypeElement] {
    foreignElements.compactMap { UniformTypeElement($0.value) }
  }

  /// Returns the declaration of a uniform type from its element, completed by name, patterns and
  /// comment.
  ///
  /// - Parameters:
  ///   - element: an element of the type.
  ///   - identifier: returns the identifier of a parent, if the element has none.
  func uniformType(
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

  /// Returns the tags of a class with their positions.
  func statedTags(
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
