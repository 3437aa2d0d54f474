import TypeDeclarations
import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// The fields of an item, by their names in `--print`.
enum ItemField: String, CaseIterable, Sendable {
  case path, type, mime, description
  case `extension`
  case extensions, encoding, confidence, basis, supertypes, alternatives, disagreement
  case size, mtime, kind

  /// The name of the field in JSON.
  var key: String {
    switch self {
    case .mime: "mimeType"
    case .extension: "filenameExtension"
    case .extensions: "filenameExtensions"
    case .mtime: "date"
    default: rawValue
    }
  }

  /// The meaning of the field, in a few words.
  var meaning: String {
    switch self {
    case .path: "the path that was given or found"
    case .type: "the identifier of the type"
    case .mime: "its MIME type"
    case .description: "its description"
    case .extension: "the preferred extension of the type"
    case .extensions: "all extensions of the type"
    case .encoding: "the encoding of a text; binary for other contents"
    case .confidence: "certain, likely or guess"
    case .basis: "the deciding evidence: name, content, container, text, kind ..."
    case .supertypes: "all types that it conforms to"
    case .alternatives: "other types that fit, the likeliest first"
    case .disagreement: "the types of the name and of the content if they disagree"
    case .size: "the size in bytes"
    case .mtime: "the modification time, in UTC"
    case .kind: "file, directory, symlink, fifo, socket, blockdevice or chardevice"
    }
  }
}

/// The properties of an item in its file system; nil where there is none, as for standard input.
struct ItemProperties: Sendable {
  var size: Int?
  var modified: FileTime?
  var kind: FileKind?

  init(size: Int? = nil) {
    self.size = size
  }

  /// Reads the properties of the item at a path.
  init(of path: String, followsLinks: Bool) {
    guard path != "-", let status = FileStatus.present(at: path, followsLinks: followsLinks) else {
      return
    }
    size = Int(status.size)
    modified = status.modified
    kind = status.kind
  }
}

extension FileKind {
  /// The name of the kind, as in the types of `inode/`.
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

/// An item with its verdict.
struct IdentifiedItem {
  let path: String
  let verdict: Verdict
  let type: UTType
  /// The languages of descriptions, best first.
  let languages: [String]
  /// The properties of the item in its file system.
  var properties = ItemProperties()

  /// Returns a field as text; `-` when it has no value.
  func text(_ field: ItemField) -> String { value(field) ?? "-" }

  /// Returns a field as text; nil when it has no value.
  func value(_ field: ItemField) -> String? {
    switch field {
    case .path: path
    case .type: verdict.type.rawValue
    case .mime: verdict.mimeType
    case .description: type.localizedDescription(in: languages)
    case .extension: type.preferredFilenameExtension
    case .extensions: Self.joined(extensions)
    case .encoding: verdict.encoding?.rawValue ?? (isText ? nil : "binary")
    case .confidence: verdict.confidence.rawValue
    case .basis: verdict.basis.rawValue
    case .supertypes: Self.joined(supertypes)
    case .alternatives: Self.joined(verdict.alternatives.map(\.type.rawValue))
    case .disagreement:
      verdict.disagreement.map { "\($0.typeOfName),\($0.typeOfContent)" }
    case .size: properties.size.map(String.init)
    case .mtime: properties.modified?.timestamp
    case .kind: properties.kind?.word
    }
  }

  /// Returns a field as the members of a record.
  func members(_ field: ItemField) -> [(key: String, value: JSONValue)] {
    switch field {
    case .path: LosslessText.fields(path)
    case .type, .confidence, .basis: [(field.key, .string(text(field)))]
    case .mime: [(field.key, .optional(verdict.mimeType))]
    case .description: [(field.key, .optional(type.localizedDescription(in: languages)))]
    case .extension: [(field.key, .optional(type.preferredFilenameExtension))]
    case .extensions: [(field.key, .strings(extensions))]
    case .encoding: [(field.key, .optional(verdict.encoding?.rawValue))]
    case .supertypes: [(field.key, .strings(supertypes))]
    case .alternatives: [(field.key, .array(verdict.alternatives.map(Self.value)))]
    case .disagreement: [(field.key, verdict.disagreement.map(Self.value) ?? .null)]
    case .size: [(field.key, properties.size.map { .integer($0) } ?? .null)]
    case .mtime, .kind: [(field.key, .optional(value(field)))]
    }
  }

  private var extensions: [String] { type.tags[.filenameExtension] ?? [] }

  private var supertypes: [String] { type.supertypes.map(\.identifier).sorted() }

  private var isText: Bool {
    type.identifier == TypeIdentifier.text.rawValue
      || type.supertypes.contains { $0.identifier == TypeIdentifier.text.rawValue }
  }

  private static func joined(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ",")
  }

  static func value(_ alternative: Verdict.Alternative) -> JSONValue {
    .object([
      ("type", .string(alternative.type.rawValue)), ("mimeType", .optional(alternative.mimeType)),
      ("basis", .string(alternative.basis.rawValue)),
    ])
  }

  static func value(_ disagreement: Verdict.Disagreement) -> JSONValue {
    .object([
      ("nameType", .string(disagreement.typeOfName.rawValue)),
      ("contentType", .string(disagreement.typeOfContent.rawValue)),
      ("winner", .string(disagreement.winner.rawValue)),
      ("margin", .integer(disagreement.margin)), ("reason", .string(disagreement.reason)),
    ])
  }
}
