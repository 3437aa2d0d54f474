internal import UTIDataFormats
internal import UTIPlatform
package import UTITypeGraph
internal import UTIXMLFormats

/// The keys of type declarations (Apple, Uniform Type Identifiers, "Declaring new types").
package enum TypeKey {
  package static let exported = "UTExportedTypeDeclarations"
  package static let imported = "UTImportedTypeDeclarations"

  package static let identifier = "UTTypeIdentifier"
  package static let conformsTo = "UTTypeConformsTo"
  package static let tags = "UTTypeTagSpecification"
  package static let description = "UTTypeDescription"
  package static let version = "UTTypeVersion"
  package static let referenceURL = "UTTypeReferenceURL"
  package static let isWildcard = "UTTypeIsWildcard"
  package static let icons = [
    "UTTypeIconFile", "UTTypeIconFiles", "UTTypeIcons", "UTTypeSize64IconFile",
    "UTTypeSize320IconFile", "UTTypeGlyphName",
  ]
  package static let known =
    [identifier, conformsTo, tags, description, version, referenceURL, isWildcard] + icons
    + ["UTKEXTIdentifier"]
}

/// The keys of kinds, which this project defines.
package enum KindKey {
  package static let kinds = "UTKindDeclarations"

  package static let identifier = TypeKey.identifier
  package static let reason = "UTKindReason"
  package static let mimeTypes = "UTKindMIMETypes"
  package static let genericIcons = "UTKindGenericIcons"
  package static let exceptions = "UTKindExceptions"
  package static let known = [identifier, reason, mimeTypes, genericIcons, exceptions]
}

/// The keys of document types (Apple, Information Property List Key Reference).
package enum DocumentKey {
  package static let types = "CFBundleDocumentTypes"

  package static let name = "CFBundleTypeName"
  package static let role = "CFBundleTypeRole"
  package static let rank = "LSHandlerRank"
  package static let contentTypes = "LSItemContentTypes"
  package static let isPackage = "LSTypeIsPackage"
  package static let isDefault = "LSIsAppleDefaultForType"
  package static let documentClass = "NSDocumentClass"
  package static let userInterfaceDocumentClass = "UIDocumentClass"
  package static let exportableTypes = "NSExportableTypes"
  package static let tags: [(key: String, tagClass: TagClass)] = [
    ("CFBundleTypeExtensions", .filenameExtension),
    ("CFBundleTypeMIMETypes", .mimeType),
    ("CFBundleTypeOSTypes", .osType),
  ]
  package static let icons = ["CFBundleTypeIconFile", "CFBundleTypeIconFiles"]
  /// The keys with a member in ``DocumentTypeDeclaration``.
  package static let modelled =
    [
      name, role, rank, contentTypes, isPackage, isDefault, documentClass,
      userInterfaceDocumentClass, exportableTypes,
    ] + tags.map(\.key) + icons
  package static let known =
    modelled + [
      "CFBundleTypeIconSystemGenerated", "NSPersistentStoreTypeKey", "NSIsRelatedItemType",
      "NSUbiquitousDocumentUserActivityType",
    ]
}

/// The keys of the root dictionary that are read.
package enum RootKey {
  package static let bundleIdentifier = "CFBundleIdentifier"
  package static let known = [
    TypeKey.exported, TypeKey.imported, KindKey.kinds, DocumentKey.types, bundleIdentifier,
  ]
}

extension PropertyListDeclarationReader {
  /// The greatest edit distance of a misspelling; a key beyond it may be another vendor's.
  private static let greatestSlipCount = 2

  /// Only keys that resemble keys of declarations.
  mutating func reportUnknownKeys(
    in dictionary: PropertyListValue, known: [String], prefixes: [String]
  ) {
    guard case .dictionary(let entries) = dictionary.content else { return }
    reportUnknown(entries, known: known, prefixes: prefixes)
  }

  /// Only likely misspellings, because an Info.plist has hundreds of other keys.
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
