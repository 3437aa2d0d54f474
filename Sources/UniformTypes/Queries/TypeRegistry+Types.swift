import UTITypeGraph

extension TypeRegistry {
  /// Returns the type of an identifier.
  ///
  /// - Parameters:
  ///   - identifier: an identifier in any case.
  ///   - allowUndeclared: whether a valid identifier without a declaration gives a type.
  /// - Returns: nil when the identifier is invalid, or when it is undeclared and this is not
  ///   allowed.
  /// - Complexity: O(1) on average.
  public func type(_ identifier: String, allowUndeclared: Bool = false) -> UTType? {
    UTType(identifier, in: snapshot, allowUndeclared: allowUndeclared)
  }

  /// Returns the preferred type of a filename extension.
  ///
  /// - Parameters:
  ///   - filenameExtension: the extension without its dot, in any case.
  ///   - supertype: the type that the result must conform to; nil for data.
  /// - Returns: as `UTType(filenameExtension:conformingTo:)`, from this registry.
  /// - Complexity: O(1) on average.
  public func type(filenameExtension: String, conformingTo supertype: UTType? = nil) -> UTType? {
    UTType(
      filenameExtension: filenameExtension, conformingTo: supertype ?? data, in: snapshot)
  }

  /// Returns the preferred type of a MIME type.
  ///
  /// - Parameters:
  ///   - mimeType: the MIME type, in any case.
  ///   - supertype: the type that the result must conform to; nil for data.
  /// - Returns: as `UTType(mimeType:conformingTo:)`, from this registry.
  /// - Complexity: O(1) on average.
  public func type(mimeType: String, conformingTo supertype: UTType? = nil) -> UTType? {
    UTType(mimeType: mimeType, conformingTo: supertype ?? data, in: snapshot)
  }

  /// Returns all types of a tag, the preferred one first.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - tagClass: its vocabulary.
  ///   - supertype: the type that results must conform to; nil for any.
  /// - Returns: the declared types that have the tag and conform, else one dynamic type; nothing
  ///   when the tag is invalid in its class.
  /// - Complexity: O(*n*) in the number of types that have the tag.
  public func types(
    tag: String, tagClass: UTTagClass, conformingTo supertype: UTType? = nil
  ) -> [UTType] {
    UTType.types(
      Tag(tagClass: TagClass(rawValue: tagClass.rawValue), value: tag), conformingTo: supertype,
      in: snapshot)
  }

  /// All types that the view describes, sorted by identifier.
  ///
  /// - Complexity: O(*n*) in the number of types.
  public var types: [UTType] {
    snapshot.image.typeIndices
      .filter { snapshot.image.isDescribed($0, in: view) }
      .map { UTType(snapshot, $0) }
  }

  /// `public.data` in this registry.
  var data: UTType {
    UTType(TypeIdentifier.data.rawValue, in: snapshot, allowUndeclared: true)
      ?? UTType(ComputedType(undeclared: .data, in: snapshot))
  }
}
