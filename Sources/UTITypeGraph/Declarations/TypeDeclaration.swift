/// One dictionary of `UTExportedTypeDeclarations` or `UTImportedTypeDeclarations`.
package struct TypeDeclaration: Hashable, Sendable {
  /// The identifier declared (`UTTypeIdentifier`).
  package var identifier: TypeIdentifier
  /// The place of the declaration.
  package var position: SourcePosition
  /// True if the declaring bundle owns the type.
  package var isExported: Bool
  /// The supertypes stated, in order (`UTTypeConformsTo`).
  package var conformsTo: [Located<TypeIdentifier>]
  /// The tags stated, in order (`UTTypeTagSpecification`).
  package var tags: [Located<Tag>]
  /// The description in the development language (`UTTypeDescription`).
  package var description: String?
  /// The version (`UTTypeVersion`), a number or a text.
  package var version: String?
  /// The address of a document that describes the type (`UTTypeReferenceURL`).
  package var referenceURL: String?
  /// Names of icon files, kept for conversion only.
  package var iconFiles: [String]
  /// True if the type represents kinds of items rather than a format
  /// (`UTTypeIsWildcard`).
  package var isWildcard: Bool

  package init(
    identifier: TypeIdentifier, position: SourcePosition, isExported: Bool,
    conformsTo: [Located<TypeIdentifier>] = [], tags: [Located<Tag>] = [],
    description: String? = nil, version: String? = nil, referenceURL: String? = nil,
    iconFiles: [String] = [], isWildcard: Bool = false
  ) {
    self.identifier = identifier
    self.position = position
    self.isExported = isExported
    self.conformsTo = conformsTo
    self.tags = tags
    self.description = description
    self.version = version
    self.referenceURL = referenceURL
    self.iconFiles = iconFiles
    self.isWildcard = isWildcard
  }
}
