/// One dictionary of `UTExportedTypeDeclarations` or `UTImportedTypeDeclarations`.
public struct TypeDeclaration: Hashable, Sendable {
  /// The identifier declared (`UTTypeIdentifier`).
  public var identifier: TypeIdentifier
  /// The place of the declaration.
  public var position: SourcePosition
  /// A Boolean value that indicates whether the declaring bundle owns the type.
  public var isExported: Bool
  /// The supertypes stated, in order (`UTTypeConformsTo`).
  public var conformsTo: [Located<TypeIdentifier>]
  /// The tags stated, in order (`UTTypeTagSpecification`).
  public var tags: [Located<Tag>]
  /// The description in the development language (`UTTypeDescription`).
  public var description: String?
  /// The version (`UTTypeVersion`), a number or a text.
  public var version: String?
  /// The address of a document that describes the type (`UTTypeReferenceURL`).
  public var referenceURL: String?
  /// Names of icon files, kept for conversion only.
  public var iconFiles: [String]
  /// A Boolean value that indicates whether the type represents kinds of items rather than a format
  /// (`UTTypeIsWildcard`).
  public var isWildcard: Bool

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - identifier: the identifier declared.
  ///   - position: the place of the declaration.
  ///   - isExported: whether the declaring bundle owns the type.
  ///   - conformsTo: the supertypes stated, in order.
  ///   - tags: the tags stated, in order.
  ///   - description: the description in the development language.
  ///   - version: the version, a number or a text.
  ///   - referenceURL: the address of a document that describes the type.
  ///   - iconFiles: names of icon files.
  ///   - isWildcard: whether the type represents kinds of items.
  public init(
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
