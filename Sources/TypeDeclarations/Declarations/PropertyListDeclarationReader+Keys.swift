internal import TypeGraph
internal import UTIPlatform

/// The keys of type declarations (Apple, Uniform Type Identifiers, "Declaring new types").
enum TypeKey {
  static let exported = "UTExportedTypeDeclarations"
  static let imported = "UTImportedTypeDeclarations"

  static let identifier = "UTTypeIdentifier"
  static let conformsTo = "UTTypeConformsTo"
  static let tags = "UTTypeTagSpecification"
  static let description = "UTTypeDescription"
  static let version = "UTTypeVersion"
  static let referenceURL = "UTTypeReferenceURL"
  static let isWildcard = "UTTypeIsWildcard"
  static let icons = [
    "UTTypeIconFile", "UTTypeIconFiles", "UTTypeIcons", "UTTypeSize64IconFile",
    "UTTypeSize320IconFile", "UTTypeGlyphName",
  ]
  static let known =
    [identifier, conformsTo, tags, description, version, referenceURL, isWildcard] + icons
    + ["UTKEXTIdentifier"]
}

/// The keys of kinds, which are this project's own.
enum KindKey {
  static let kinds = "UTKindDeclarations"

  static let identifier = TypeKey.identifier
  static let reason = "UTKindReason"
  static let mimeTypes = "UTKindMIMETypes"
  static let genericIcons = "UTKindGenericIcons"
  static let exceptions = "UTKindExceptions"
  static let known = [identifier, reason, mimeTypes, genericIcons, exceptions]
}

/// The keys of document types (Apple, Information Property List Key Reference).
enum DocumentKey {
  static let types = "CFBundleDocumentTypes"

  static let name = "CFBundleTypeName"
  static let role = "CFBundleTypeRole"
  static let rank = "LSHandlerRank"
  static let contentTypes = "LSItemContentTypes"
  static let isPackage = "LSTypeIsPackage"
  static let isDefault = "LSIsAppleDefaultForType"
  static let documentClass = "NSDocumentClass"
  static let userInterfaceDocumentClass = "UIDocumentClass"
  static let exportableTypes = "NSExportableTypes"
  static let tags: [(key: String, tagClass: TagClass)] = [
    ("CFBundleTypeExtensions", .filenameExtension),
    ("CFBundleTypeMIMETypes", .mimeType),
    ("CFBundleTypeOSTypes", .osType),
  ]
  static let icons = ["CFBundleTypeIconFile", "CFBundleTypeIconFiles"]
  /// What ``DocumentTypeDeclaration`` has a member for.
  static let modelled =
    [
      name, role, rank, contentTypes, isPackage, isDefault, documentClass,
      userInterfaceDocumentClass, exportableTypes,
    ] + tags.map(\.key) + icons
  static let known =
    modelled + [
      "CFBundleTypeIconSystemGenerated", "NSPersistentStoreTypeKey", "NSIsRelatedItemType",
      "NSUbiquitousDocumentUserActivityType",
    ]
}

/// The keys of the root dictionary that are read.
enum RootKey {
  static let bundleIdentifier = "CFBundleIdentifier"
  static let known = [
    TypeKey.exported, TypeKey.imported, KindKey.kinds, DocumentKey.types, bundleIdentifier,
  ]
}

extension PropertyListDeclarationReader {
  /// How many slips make a key one that was meant, whatever it begins with; more might be a key of
  /// somebody else.
  private static let greatestSlipCount = 2

  /// Reports keys that look like keys of declarations and are none.
  mutating func reportUnknownKeys(
    in dictionary: PropertyListValue, known: [String], prefixes: [String]
  ) {
    guard case .dictionary(let entries) = dictionary.content else { return }
    reportUnknown(entries, known: known, prefixes: prefixes)
  }

  /// An Info.plist has hundreds of other keys, so only likely misspellings are reported.
  mutating func reportUnknownRootKeys(in entries: [PropertyListEntry]) {
    reportUnknown(entries, known: RootKey.known, prefixes: ["UT", "CFBundleDocument"])
  }

  private mutating func reportUnknown(
    _ entries: [PropertyListEntry], known: [String], prefixes: [String]
  ) {
    for entry in entries where !known.contains(entry.key) {
      let isLikely = prefixes.contains(where: entry.key.hasPrefix)
      let nearest = EditDistance.nearest(
        to: entry.key, among: known, within: isLikely ? nil : Self.greatestSlipCount)
      if isLikely || nearest != nil { reportUnknown(entry, nearest: nearest) }
    }
  }

  private mutating func reportUnknown(_ entry: PropertyListEntry, nearest: String?) {
    report(
      .warning, "unknown-key", at: entry.keyPlace,
      "the key “\(entry.key.prefix(100))” is unknown here and is ignored",
      remedy: nearest.map { "write “\($0)” if that is meant" } ?? "remove it")
  }
}
