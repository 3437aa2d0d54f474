/// One dictionary of `CFBundleDocumentTypes`: a document type that a program handles.
package struct DocumentTypeDeclaration: Hashable, Sendable {
  /// The name of the document type (`CFBundleTypeName`).
  package var name: String?
  /// The place of the declaration.
  package var position: SourcePosition
  /// The role as written (`CFBundleTypeRole`), such as `Editor`.
  package var role: String?
  /// The rank as written (`LSHandlerRank`), such as `Owner`.
  package var handlerRank: String?
  /// The types handled (`LSItemContentTypes`).
  package var contentTypes: [Located<TypeIdentifier>]
  /// Extensions, MIME types and OSTypes of an entry without content types.
  package var tags: [Located<Tag>]
  /// True if an entry without content types means a directory shown
  /// as a file (`LSTypeIsPackage`).
  package var isPackage: Bool
  /// True if the program was the default before ranks existed
  /// (`LSIsAppleDefaultForType`).
  package var isDefault: Bool
  /// The class named by `NSDocumentClass`.
  package var documentClass: String?
  /// The class named by `UIDocumentClass`.
  package var userInterfaceDocumentClass: String?
  /// Types a document can also be written as (`NSExportableTypes`).
  package var exportableTypes: [Located<TypeIdentifier>]
  /// Names of icon files, kept for conversion only.
  package var iconFiles: [String]
  /// Other string values by key, kept for conversion and for the document classes.
  package var otherValues: [String: String]

  package init(position: SourcePosition) {
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
