/// One dictionary of `CFBundleDocumentTypes`: what a program does with documents of a kind.
public struct DocumentTypeDeclaration: Hashable, Sendable {
  /// The name of the kind (`CFBundleTypeName`).
  public var name: String?
  /// The place of the declaration.
  public var position: SourcePosition
  /// The role as written (`CFBundleTypeRole`), such as `Editor`.
  public var role: String?
  /// The rank as written (`LSHandlerRank`), such as `Owner`.
  public var handlerRank: String?
  /// The types handled (`LSItemContentTypes`).
  public var contentTypes: [Stated<TypeIdentifier>]
  /// Extensions, MIME types and OSTypes of an entry without content types.
  public var tags: [Stated<Tag>]
  /// Whether such an entry means a directory shown as a file (`LSTypeIsPackage`).
  public var isPackage: Bool
  /// Whether the program was the default before ranks existed (`LSIsAppleDefaultForType`).
  public var isDefault: Bool
  /// The class named by `NSDocumentClass`.
  public var documentClass: String?
  /// The class named by `UIDocumentClass`.
  public var userInterfaceDocumentClass: String?
  /// Types a document can also be written as (`NSExportableTypes`).
  public var exportableTypes: [Stated<TypeIdentifier>]
  /// Names of icon files, kept for conversion only.
  public var iconFiles: [String]
  /// Other string values by key, kept for conversion and for the document classes.
  public var otherValues: [String: String]

  /// Makes an entry that states nothing yet.
  ///
  /// - Parameter position: the place of the declaration.
  public init(position: SourcePosition) {
    self.position = position
    contentTypes = []
    tags = []
    isPackage = false
    isDefault = false
    exportableTypes = []
    iconFiles = []
    otherValues = [:]
  }
}
