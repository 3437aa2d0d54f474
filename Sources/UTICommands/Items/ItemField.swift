import UTICommandOutput
internal import UTIDataFormats
internal import UTIFormatSignatures
internal import UTIPlatform
import UTITypeDeclarations
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// The fields of an item, by their names in `--print`.
///
/// Columns, JSON, CSV, templates, the schema and the help are made from the descriptions here.
enum ItemField: String, CaseIterable, Sendable {
  case path, url, type, mime, description
  case `extension`
  case extensions, encoding, confidence, basis, support, supertypes, alternatives, disagreement
  case size, mtime, kind
  case md5, sha1, sha256, sha512, crc32
  case puid, formatName, formatVersion, formatBasis, formats, extensionMismatch, formatBounded

  /// The part of a result that determines a field.
  enum Source { case path, type, verdict, status, contents, formats }

  private var row: (key: String, source: Source, meaning: String) {
    switch self {
    case .path: ("path", .path, "the path of an item; an invalid byte is U+FFFD")
    case .url:
      ("url", .path, "the file URL of an item; null for standard input and members of archives")
    case .type: ("type", .type, "the identifier of a type")
    case .mime: ("mimeType", .type, "its MIME type")
    case .description: ("description", .type, "its description, in the user's language")
    case .extension: ("filenameExtension", .type, "the preferred extension of the type")
    case .extensions: ("filenameExtensions", .type, "all extensions of the type")
    case .encoding:
      ("encoding", .verdict, "the encoding of a text; null, in rows binary, for other contents")
    case .confidence: ("confidence", .verdict, "the reliability: certain, likely or guess")
    case .basis:
      ("basis", .verdict, "the deciding evidence: name, content, container, text, kind ...")
    case .support:
      ("support", .verdict, "the support of the bytes for the type: sign, agreement or none")
    case .supertypes: ("supertypes", .type, "all types that it conforms to")
    case .alternatives: ("alternatives", .verdict, "other types that fit, likeliest first")
    case .disagreement:
      ("disagreement", .verdict, "the types of the name and of the content if they differ")
    case .size: ("size", .status, "the size of the contents in bytes")
    case .mtime: ("date", .status, "the modification time of the contents, in UTC")
    case .kind:
      ("kind", .status, "file, directory, symlink, fifo, socket, blockdevice or chardevice")
    case .md5: ("md5", .contents, "the MD5 of a file's contents in hexadecimal digits")
    case .sha1: ("sha1", .contents, "the SHA-1 of a file's contents in hexadecimal digits")
    case .sha256: ("sha256", .contents, "the SHA-256 of a file's contents in hexadecimal digits")
    case .sha512: ("sha512", .contents, "the SHA-512 of a file's contents in hexadecimal digits")
    case .crc32: ("crc32", .contents, "the CRC-32 of a file's contents in hexadecimal digits")
    case .puid: ("puid", .formats, "the identifier in PRONOM of the first format that remains")
    case .formatName: ("formatName", .formats, "the name of this format in PRONOM")
    case .formatVersion: ("formatVersion", .formats, "the version of this format in PRONOM")
    case .formatBasis:
      ("formatBasis", .formats, "the evidence for this format, in the words of PRONOM's programs")
    case .formats: ("formats", .formats, "the identifiers of PRONOM of all formats that remain")
    case .extensionMismatch:
      ("extensionMismatch", .formats, "whether no format that remains has the extension")
    case .formatBounded:
      ("formatBounded", .formats, "whether a search of more bytes could find another format")
    }
  }

  /// nil for other fields.
  var digest: ContentDigest? { ContentDigest(rawValue: rawValue) }

  /// The name in JSON.
  var key: String { row.key }

  var source: Source { row.source }

  var meaning: String { row.meaning }

  /// The kind in JSON.
  var valueKind: RecordKey.Kind {
    switch self {
    case .path, .type: .string
    case .url, .mime, .description, .extension, .mtime: .optional(.string)
    case .md5, .sha1, .sha256, .sha512, .crc32: .optional(.string)
    case .puid, .formatName, .formatVersion, .formatBasis: .optional(.string)
    case .extensionMismatch, .formatBounded: .optional(.boolean)
    case .extensions, .supertypes, .formats: .list(.string)
    case .size: .optional(.integer)
    case .encoding: .optional(.word(TextEncoding.allCases.map(\.rawValue)))
    case .confidence: .word(Verdict.Confidence.allCases.map(\.rawValue))
    case .basis: .word(Evidence.Basis.allCases.map(\.rawValue))
    case .support: .word(ByteSupport.allCases.map(\.rawValue))
    case .kind: .optional(.word(FileKind.words))
    case .alternatives:
      .list(
        .object([
          RecordKey(.type), RecordKey(.mime),
          RecordKey("basis", .string, "the kind of its evidence"),
        ]))
    case .disagreement:
      .optional(
        .object([
          RecordKey("nameType", .string, "the type of the name"),
          RecordKey("contentType", .string, "the type of the bytes"),
          RecordKey("winner", .word(["name", "content"]), "the one that decides"),
          RecordKey("margin", .integer, "the margin in bits"),
          RecordKey("reason", .string, "the reason, in one sentence"),
        ]))
    }
  }

  /// The value of a field; nil and empty lists are absent values.
  enum Value {
    case path(String)
    case text(String?)
    case list([String])
    case number(Int?)
    case boolean(Bool?)
    case encoding(TextEncoding?)
    case alternatives([Verdict.Alternative])
    case disagreement(Verdict.Disagreement?)
  }
}

extension RecordKey {
  init(_ field: ItemField) {
    self.init(field.key, field.valueKind, field.meaning)
  }
}

extension IdentifiedItem {
  func value(_ field: ItemField) -> ItemField.Value {
    switch field {
    case .path: .path(path)
    case .url: .text(path == "-" || isMember ? nil : FileURL.text(path))
    case .type: .text(verdict.type.rawValue)
    case .mime: .text(verdict.mimeType)
    case .description: .text(type.localizedDescription(in: languages))
    case .extension: .text(type.preferredFilenameExtension)
    case .extensions: .list(type.tags[.filenameExtension] ?? [])
    case .encoding: .encoding(verdict.encoding)
    case .confidence: .text(verdict.confidence.rawValue)
    case .basis: .text(verdict.basis.rawValue)
    case .support: .text(verdict.support.rawValue)
    case .supertypes: .list(type.supertypes.map(\.identifier).sorted())
    case .alternatives: .alternatives(verdict.alternatives)
    case .disagreement: .disagreement(verdict.disagreement)
    case .size: .number(properties.size)
    case .mtime: .text(properties.modified?.timestamp)
    case .kind: .text(properties.kind?.word)
    case .md5, .sha1, .sha256, .sha512, .crc32: .text(field.digest.flatMap { digests[$0] })
    case .puid: .text(formats?.matches.first?.format.puid)
    case .formatName: .text(formats?.matches.first?.format.name)
    case .formatVersion: .text(formats?.matches.first?.format.presentVersion)
    case .formatBasis: .text(formats?.matches.first?.basis)
    case .formats: .list(formats?.matches.map(\.format.puid) ?? [])
    case .extensionMismatch: .boolean(formats?.extensionMismatch)
    case .formatBounded: .boolean(formats?.isBounded)
    }
  }
}

extension FileFormat {
  /// nil for a format without versions.
  var presentVersion: String? { version.isEmpty ? nil : version }
}

/// The properties of an item in its file system; nil if there are none, as for standard input.
struct ItemProperties: Sendable {
  var size: Int?
  var modified: FileTime?
  var kind: FileKind?

  init(size: Int? = nil, modified: FileTime? = nil, kind: FileKind? = nil) {
    self.size = size
    self.modified = modified
    self.kind = kind
  }

  init(of path: String, followsLinks: Bool) {
    // The item of a link that leads nowhere is the link.
    guard path != "-",
      let status = FileStatus.present(at: path, followsLinks: followsLinks)
        ?? FileStatus.present(at: path, followsLinks: false)
    else { return }
    size = Int(status.size)
    modified = status.modified
    kind = status.kind
  }
}

extension FileKind {
  /// All kinds that have a name.
  static let words = [
    regular, .directory, .symbolicLink, .namedPipe, .socket, .blockDevice, .characterDevice,
  ].compactMap(\.word)

  /// The word in the types of `inode/`.
  var word: String? {
    switch self {
    case .regular: "file"
    case .directory: "directory"
    case .symbolicLink: "symlink"
    case .namedPipe: "fifo"
    case .socket: "socket"
    case .blockDevice: "blockdevice"
    case .characterDevice: "chardevice"
    case .other: nil
    }
  }
}

struct IdentifiedItem {
  let path: String
  let verdict: Verdict
  let type: UTType
  /// The languages of descriptions, best first.
  let languages: [String]
  var properties = ItemProperties()
  /// Those that the output has.
  var digests: [ContentDigest: String] = [:]
  /// The formats of PRONOM, if the output has them.
  var formats: FormatAnswer?
  /// It is in an archive, where no URL leads.
  var isMember = false

  /// `-` when it has no value.
  func text(_ field: ItemField) -> String { presentText(field) ?? "-" }

  /// nil when it has no value.
  func presentText(_ field: ItemField) -> String? {
    switch value(field) {
    case .path(let path): path
    case .text(let text): text
    case .list(let values): Self.joined(values)
    case .number(let number): number.map(String.init)
    case .boolean(let value): value.map { $0 ? "true" : "false" }
    case .encoding(let encoding): encoding?.rawValue ?? (isText ? nil : "binary")
    case .alternatives(let all): Self.joined(all.map(\.type.rawValue))
    case .disagreement(let types): types.map { "\($0.typeOfName),\($0.typeOfContent)" }
    }
  }

  func members(_ field: ItemField) -> [(key: String, value: JSONValue)] {
    switch value(field) {
    case .path(let path): LosslessText.fields(path)
    case .text(let text): [(field.key, .optional(text))]
    case .list(let values): [(field.key, .strings(values))]
    case .number(let number): [(field.key, number.map { .integer($0) } ?? .null)]
    case .boolean(let value): [(field.key, value.map { .boolean($0) } ?? .null)]
    case .encoding(let encoding): [(field.key, .optional(encoding?.rawValue))]
    case .alternatives(let all): [(field.key, .array(all.map(Self.record)))]
    case .disagreement(let types): [(field.key, types.map(Self.record) ?? .null)]
    }
  }

  private var isText: Bool {
    type.identifier == TypeIdentifier.text.rawValue
      || type.supertypes.contains { $0.identifier == TypeIdentifier.text.rawValue }
  }

  private static func joined(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ",")
  }

  static func record(_ alternative: Verdict.Alternative) -> JSONValue {
    .object([
      ("type", .string(alternative.type.rawValue)), ("mimeType", .optional(alternative.mimeType)),
      ("basis", .string(alternative.basis.rawValue)),
    ])
  }

  static func record(_ disagreement: Verdict.Disagreement) -> JSONValue {
    .object([
      ("nameType", .string(disagreement.typeOfName.rawValue)),
      ("contentType", .string(disagreement.typeOfContent.rawValue)),
      ("winner", .string(disagreement.winner.rawValue)),
      ("margin", .integer(disagreement.margin)), ("reason", .string(disagreement.reason)),
    ])
  }
}
