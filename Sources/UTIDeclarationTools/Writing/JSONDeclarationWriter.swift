internal import UTIDataFormats
internal import UTIPlatform
package import UTITypeGraph

/// A writer of declarations as JSON, which represents both vocabularies without loss.
///
///     { "schema": "urn:swift-uniform-types:declarations", "version": 1,
///       "bundleIdentifier": "com.example.editor",
///       "types": [ { "identifier": "com.example.note", "declared": "exported",
///         "description": "Note", "isWildcard": false, "referenceURL": null, "version": null,
///         "conformsTo": ["public.text"],
///         "tags": [ { "class": "public.filename-extension", "values": ["note"] } ],
///         "iconFiles": [] } ],
///       "kinds": [ { "identifier": "public.disk-image", "reason": "Sectors of a disk.",
///         "mimeTypes": ["application/x-disk"], "genericIcons": [], "exceptions": [] } ],
///       "documentTypes": [ { "name": "Note", "role": "Editor", ... } ],
///       "mimeTypes": [ { "name": "application/x-note",
///         "comments": [ { "language": "", "text": "Note" } ],
///         "globs": [ { "pattern": "*.note", "weight": 50, "isCaseSensitive": false } ],
///         "magic": [ { "priority": 50, "matches": [ { "type": "string", "offsets": [0, 0],
///           "value": "4e4f5445", "mask": null, "children": [] } ] } ], ... } ] }
///
/// Members without a value (null, false, an empty array) are omitted. The bytes of magic values and
/// masks are in memory order, as pairs of hexadecimal digits. The version increases when a member
/// changes its meaning.
package enum JSONDeclarationWriter {
  private static let schema = "urn:swift-uniform-types:declarations"
  private static let version = 1

  package static func bytes(of file: DeclarationFile) -> [UInt8] {
    let document = JSONValue.stating([
      ("schema", .string(schema)), ("version", .integer(version)),
      ("bundleIdentifier", .optional(file.source.bundleIdentifier)),
      ("types", .array(file.types.map(value))),
      ("kinds", .array(file.kinds.map(value))),
      ("documentTypes", .array(file.documentTypes.map(value))),
      ("mimeTypes", .array(file.mimeTypes.map(value))),
    ])
    return Array((document.text(isIndented: true) + "\n").utf8)
  }

  private static func value(_ type: TypeDeclaration) -> JSONValue {
    .stating([
      ("identifier", .string(type.identifier.rawValue)),
      ("declared", .string(type.isExported ? "exported" : "imported")),
      ("description", .optional(type.description)), ("isWildcard", .boolean(type.isWildcard)),
      ("referenceURL", .optional(type.referenceURL)), ("version", .optional(type.version)),
      ("conformsTo", identifiers(type.conformsTo)), ("tags", tags(type.tags)),
      ("iconFiles", .strings(type.iconFiles)),
    ])
  }

  private static func value(_ kind: KindDeclaration) -> JSONValue {
    .stating([
      ("identifier", .string(kind.identifier.rawValue)), ("reason", .optional(kind.reason)),
      ("mimeTypes", .strings(kind.mimeTypes.map(\.value.spelling))),
      ("genericIcons", .strings(kind.genericIcons.map(\.value))),
      ("exceptions", .strings(kind.exceptions.map(\.value.spelling))),
    ])
  }

  private static func value(_ type: DocumentTypeDeclaration) -> JSONValue {
    .stating([
      ("name", .optional(type.name)), ("role", .optional(type.role)),
      ("handlerRank", .optional(type.handlerRank)),
      ("contentTypes", identifiers(type.contentTypes)), ("tags", tags(type.tags)),
      ("isPackage", .boolean(type.isPackage)), ("isDefault", .boolean(type.isDefault)),
      ("documentClass", .optional(type.documentClass)),
      ("userInterfaceDocumentClass", .optional(type.userInterfaceDocumentClass)),
      ("exportableTypes", identifiers(type.exportableTypes)),
      ("iconFiles", .strings(type.iconFiles)),
      (
        "otherValues",
        .array(
          type.otherValues.sorted { $0.key < $1.key }.map { key, value in
            .object([("key", .string(key)), ("value", .string(value))])
          })
      ),
    ])
  }

  private static func value(_ type: MIMETypeDeclaration) -> JSONValue {
    .stating([
      ("name", .string(type.name.spelling)), ("comments", texts(type.comments)),
      ("acronyms", texts(type.acronyms)), ("expandedAcronyms", texts(type.expandedAcronyms)),
      ("superclasses", .strings(type.superclasses.map(\.value.spelling))),
      ("icon", .optional(type.icon)), ("genericIcon", .optional(type.genericIcon)),
      ("deletesGlobs", .boolean(type.deletesGlobs)), ("globs", .array(type.globs.map(value))),
      ("deletesMagic", .boolean(type.deletesMagic)),
      ("magic", .array(type.magic.map { value($0, value) })),
      ("treeMagic", .array(type.treeMagic.map { value($0, value) })),
      (
        "rootElements",
        .array(
          type.rootElements.map { root in
            .object([
              ("namespace", .string(root.namespace)), ("localName", .string(root.localName)),
            ])
          })
      ),
      ("aliases", .strings(type.aliases.map(\.value.spelling))),
      ("foreignElements", .strings(type.foreignElements.map(\.value))),
    ])
  }

  private static func value(_ glob: GlobDeclaration) -> JSONValue {
    .stating([
      ("pattern", .string(glob.pattern)), ("weight", .integer(glob.weight)),
      ("isCaseSensitive", .boolean(glob.isCaseSensitive)),
    ])
  }

  private static func value<Match>(
    _ rule: MatchRule<Match>, _ match: (Match) -> JSONValue
  ) -> JSONValue {
    .object([("priority", .integer(rule.priority)), ("matches", .array(rule.matches.map(match)))])
  }

  private static func value(_ match: MagicMatch) -> JSONValue {
    let offsets = [match.offsets.lowerBound, match.offsets.upperBound]
    return .stating([
      ("type", .string(match.type.rawValue)), ("offsets", .array(offsets.map { .integer($0) })),
      ("value", .string(Hexadecimal.text(match.value))),
      ("mask", .optional(match.mask.map(Hexadecimal.text))),
      ("children", .array(match.children.map(value))),
    ])
  }

  private static func value(_ match: TreeMagicMatch) -> JSONValue {
    .stating([
      ("path", .string(match.path)), ("kind", .optional(match.kind?.rawValue)),
      ("matchesCase", .boolean(match.matchesCase)),
      ("isExecutable", .boolean(match.isExecutable)),
      ("isNonEmpty", .boolean(match.isNonEmpty)),
      ("mimeType", .optional(match.mimeType?.spelling)),
      ("children", .array(match.children.map(value))),
    ])
  }

  private static func identifiers(_ list: [Located<TypeIdentifier>]) -> JSONValue {
    .strings(list.map(\.value.rawValue))
  }

  private static func texts(_ texts: [LocalizedText]) -> JSONValue {
    .array(
      texts.map { text in
        .object([("language", .string(text.language)), ("text", .string(text.text))])
      })
  }

  private static func tags(_ tags: [Located<Tag>]) -> JSONValue {
    .array(
      TagGroup.groups(of: tags.map(\.value)).map { group in
        .object([("class", .string(group.tagClass.rawValue)), ("values", .strings(group.values))])
      })
  }
}

extension JSONValue {
  fileprivate static func stating(_ members: [(key: String, value: JSONValue)]) -> JSONValue {
    .object(
      members.filter { member in
        switch member.value {
        case .null, .boolean(false): false
        case .array(let values): !values.isEmpty
        default: true
        }
      })
  }
}
