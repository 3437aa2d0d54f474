public import UTITypeGraph
public import UniformTypes

/// A document type that a program declares: one dictionary of `CFBundleDocumentTypes`.
public struct DocumentType: Hashable, Sendable {
  /// The name of the document type (`CFBundleTypeName`).
  public let name: String?
  /// The handled types.
  ///
  /// They come from `LSItemContentTypes`. An entry without that key handles the types of its legacy
  /// extensions, MIME types and OSTypes, and all data for the wildcard.
  public let contentTypes: [UTType]
  /// A Boolean value that indicates whether the types come from legacy keys.
  public let isLegacy: Bool
  /// The role for the documents; nil if the entry has an unknown role.
  public let role: DocumentRole?
  /// The rank of the claim; nil if the entry has an unknown rank.
  public let rank: HandlerRank?
  /// The class names, `UIDocumentClass` before `NSDocumentClass`, without duplicates.
  public let classNames: [String]
  /// Other types in which the documents can be written (`NSExportableTypes`).
  public let exportableTypes: [UTType]
  /// The origin of the declaration.
  public let origin: DeclarationOrigin
  /// The index of the dictionary in its array, from 0.
  public let entryIndex: Int

  /// The name of the document class; nil if the entry has none.
  public var className: String? { classNames.first }

  /// The reason why this entry opens no document; nil if it opens documents.
  public var obstacle: String? {
    guard let role else { return "its role is none of those known" }
    guard let rank else { return "its rank is none of those known" }
    if !role.opensDocuments { return "its role \(role.rawValue) opens no documents" }
    if rank == .none { return "its rank None asks not to be chosen" }
    if classNames.isEmpty { return "it names no class" }
    return nil
  }
}
