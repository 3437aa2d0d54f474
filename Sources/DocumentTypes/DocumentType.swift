public import TypeGraph
public import UniformTypes

/// A kind of document that a program declares: one dictionary of `CFBundleDocumentTypes`.
public struct DocumentType: Hashable, Sendable {
  /// The name of the document type (`CFBundleTypeName`).
  public let name: String?
  /// The types handled.
  ///
  /// They are those of `LSItemContentTypes`; an entry without that key handles the types of its
  /// legacy extensions, MIME types and OSTypes, all data for the wildcard.
  public let contentTypes: [UTType]
  /// Whether the types were derived from legacy keys.
  public let isLegacy: Bool
  /// What is done with the documents; nil where the entry names an unknown role.
  public let role: DocumentRole?
  /// How strongly they are claimed; nil where the entry names an unknown rank.
  public let rank: HandlerRank?
  /// The classes named, `UIDocumentClass` before `NSDocumentClass`, without repetition.
  public let classNames: [String]
  /// Types that the documents can also be written as (`NSExportableTypes`).
  public let exportableTypes: [UTType]
  /// The file that declares the kind, and where.
  public let origin: Origin
  /// The place of the dictionary in its array, counted from 0.
  public let entryIndex: Int

  /// The class to make documents of, by name; nil when the entry names none.
  public var className: String? { classNames.first }

  /// Why no document is opened by this entry; nil when it opens documents.
  public var obstacle: String? {
    guard let role else { return "its role is none of those known" }
    guard let rank else { return "its rank is none of those known" }
    if !role.opensDocuments { return "its role \(role.rawValue) opens no documents" }
    if rank == .none { return "its rank None asks not to be chosen" }
    if classNames.isEmpty { return "it names no class" }
    return nil
  }
}
