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

/// The role of a program for documents of a type (`CFBundleTypeRole`).
public enum DocumentRole: String, Hashable, Sendable, CaseIterable {
  /// The program reads, changes and writes them.
  case editor = "Editor"
  /// The program reads and shows them.
  case viewer = "Viewer"
  /// The program offers runtime services to other programs, such as an interpreter.
  case shell = "Shell"
  /// The program draws previews of them.
  case quickLookGenerator = "QLGenerator"
  /// The program extracts their metadata.
  case metadataImporter = "MDImporter"
  /// The program does not open them; the entry only has a name and an icon.
  case none = "None"

  /// Creates the role of an entry.
  ///
  /// - Parameter declared: the value of `CFBundleTypeRole`, compared case-insensitively. An entry
  ///   without a value is a viewer.
  /// - Returns: nil for an unknown value.
  public init?(declared: String?) {
    guard let role = Self.named(declared, byDefault: .viewer) else { return nil }
    self = role
  }

  /// A Boolean value that indicates whether the role opens documents.
  public var opensDocuments: Bool { self == .editor || self == .viewer || self == .shell }
}

extension DocumentType {
  /// The values that match all documents in legacy lists of extensions and OSTypes.
  private static let wildcards: Set<String> = ["*", "****"]

  /// Uses legacy keys only without `LSItemContentTypes`, as Launch Services does.
  ///
  /// - Complexity: O(*n*) in the number of types and tags of the entry.
  package init(
    _ declaration: DocumentTypeDeclaration, origin: DeclarationOrigin, entryIndex: Int,
    registry: TypeRegistry
  ) {
    func types(_ identifiers: [Located<TypeIdentifier>]) -> [UTType] {
      identifiers.compactMap { registry.type($0.value.rawValue, allowUndeclared: true) }
    }
    name = declaration.name
    isLegacy = declaration.contentTypes.isEmpty
    contentTypes =
      isLegacy
      ? Self.types(ofTagsIn: declaration, registry: registry) : types(declaration.contentTypes)
    role = DocumentRole(declared: declaration.role)
    rank = HandlerRank(declared: declaration.handlerRank)
    var names: [String] = []
    for name in [declaration.userInterfaceDocumentClass, declaration.documentClass] {
      if let name, !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    classNames = names
    exportableTypes = types(declaration.exportableTypes)
    self.origin = origin
    self.entryIndex = entryIndex
  }

  private static func types(
    ofTagsIn declaration: DocumentTypeDeclaration, registry: TypeRegistry
  ) -> [UTType] {
    let package = registry.type("com.apple.package", allowUndeclared: true)
    let data = registry.type("public.data", allowUndeclared: true)
    var types: [UTType] = []
    for tag in declaration.tags.map(\.value) {
      if wildcards.contains(tag.value) {
        if let everything = declaration.isPackage ? package : data { types.append(everything) }
        continue
      }
      let tagClass = UTTagClass(rawValue: tag.tagClass.rawValue)
      let required = declaration.isPackage ? package : nil
      let declared = registry.types(tag: tag.value, tagClass: tagClass, conformingTo: required)
        .filter(\.isDeclared)
      // A file without a declared type has the dynamic type that a search by name returns.
      types +=
        declared.isEmpty
        ? registry.types(tag: tag.value, tagClass: tagClass, conformingTo: required ?? data)
        : declared
    }
    var seen: Set<UTType> = []
    return types.filter { seen.insert($0).inserted }
  }
}
