/// One dictionary of `CFBundleDocumentTypes`: a document type that a program handles.
public struct DocumentTypeDeclaration: Hashable, Sendable {
  /// The name of the document type (`CFBundleTypeName`).
  public var name: String?
  /// The place of the declaration.
  public var position: SourcePosition
  /// The role as written (`CFBundleTypeRole`), such as `Editor`.
  public var role: String?
  /// The rank as written (`LSHandlerRank`), such as `Owner`.
  public var handlerRank: String?
  /// The types handled (`LSItemContentTypes`).
  public var contentTypes: [Located<TypeIdentifier>]
  /// Extensions, MIME types and OSTypes of an entry without content types.
  public var tags: [Located<Tag>]
  /// A Boolean value that indicates whether an entry without content types means a directory shown
  /// as a file (`LSTypeIsPackage`).
  public var isPackage: Bool
  /// A Boolean value that indicates whether the program was the default before ranks existed
  /// (`LSIsAppleDefaultForType`).
  public var isDefault: Bool
  /// The class named by `NSDocumentClass`.
  public var documentClass: String?
  /// The class named by `UIDocumentClass`.
  public var userInterfaceDocumentClass: String?
  /// Types a document can also be written as (`NSExportableTypes`).
  public var exportableTypes: [Located<TypeIdentifier>]
  /// Names of icon files, kept for conversion only.
  public var iconFiles: [String]
  /// Other string values by key, kept for conversion and for the document classes.
  public var otherValues: [String: String]

  /// Makes an entry without values.
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
