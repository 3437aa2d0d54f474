import UTICommandOutput
internal import UTIFormatSignatures
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph
import UniformTypes

/// The relation of a format of PRONOM to a type, with its reason.
struct FormatRelation {
  let puid: String
  let type: UTType
  let kind: FormatTable.Relation
  /// The statements that the relation follows from.
  let reason: String

  /// The words before the type.
  var predicate: String {
    switch kind {
    case .same: "is"
    case .version: "is a version of"
    }
  }
}

/// The formats of PRONOM of types, and the types of formats, by the installed signatures.
struct FormatTypes {
  private let index: FormatIndex
  private let path: String

  /// nil if no signature file is installed.
  init?(_ signatures: InstalledSignatures) throws {
    guard let release = try signatures.release() else { return nil }
    index = FormatIndex(release.formats.formats)
    path = signatures.used(.binary)?.source.path ?? ""
  }

  static func missing(_ asking: String) -> CommandFailure {
    CommandFailure(
      .inputMissing,
      "\(asking) needs the signatures of PRONOM, and no signature file is installed; install one "
        + "with uti install DROID_SignatureFile.xml, or name it with --registry")
  }

  /// The formats that the type has as tags, also by the package's table, are first.
  func formats(of type: UTType) -> [FileFormat] {
    let stated = (type.tags[UTTagClass(rawValue: TagClass.format.rawValue)] ?? []).compactMap(
      index.format)
    if let puid = TypeIdentifier(canonical: type.identifier).puid {
      return stated.isEmpty ? [index.format(puid)].compactMap(\.self) : stated
    }
    return stated
      + joined(to: type).filter {
        FormatTable.type(ofFormat: $0.puid) == nil && !stated.contains($0)
      }
  }

  private func joined(to type: UTType) -> [FileFormat] {
    index.formats(
      mimeNames: type.tags[.mimeType] ?? [], extensions: type.tags[.filenameExtension] ?? [])
  }

  /// Throws ``CommandFailure`` for a text that no release can have as an identifier.
  static func checkForm(of puid: String) throws(CommandFailure) {
    guard puid.hasPrefix("fmt/") || puid.hasPrefix("x-fmt/"), !FileFormat.isPUID(puid) else {
      return
    }
    throw CommandFailure(
      .inputMissing,
      "\(puid): not an identifier of PRONOM, which is fmt/ or x-fmt/ and a number, as in fmt/18")
  }

  /// Throws ``CommandFailure`` for an unknown identifier.
  func check(format puid: String) throws {
    guard index.format(puid) == nil else { return }
    throw CommandFailure(.someFailed, "\(puid): the signature files have no such format")
  }

  /// Throws ``CommandFailure`` for an unknown identifier, and for a format without a type.
  func relations(ofFormat puid: String, in registry: TypeRegistry) throws -> [FormatRelation] {
    guard let format = index.format(puid) else {
      throw CommandFailure(.someFailed, "\(puid): the signature files have no such format")
    }
    var relations: [FormatRelation] = []
    for name in format.mimeTypes {
      for type in registry.candidates(for: Tag(tagClass: .mimeType, value: name)).types
      where !relations.contains(where: { $0.type == type })
        && format.isOfType(mimeNames: [name], extensions: type.tags[.filenameExtension] ?? [])
      {
        let isVersion = format.presentVersion != nil || joined(to: type).count > 1
        relations.append(
          FormatRelation(
            puid: puid, type: type, kind: isVersion ? .version : .same,
            reason: "\(name) in \(path):\(format.position.line):\(format.position.column)"))
      }
    }
    guard !relations.isEmpty else {
      throw CommandFailure(
        .someFailed, "\(puid): \(format.name): no type has its MIME name and extension")
    }
    return relations
  }
}

/// The types of formats by declarations, by the package's table, and else by signature files.
final class FormatLookup {
  private let registry: TypeRegistry
  private let options: RegistryOptions
  private var formats: FormatTypes?

  init(_ registry: TypeRegistry, _ options: RegistryOptions) {
    self.registry = registry
    self.options = options
  }

  /// Not empty; throws ``CommandFailure`` for a format that none of the sources relates to a type.
  func relations(ofFormat puid: String) throws -> [FormatRelation] {
    try FormatTypes.checkForm(of: puid)
    let known = registry.candidates(for: Tag(tagClass: .format, value: puid)).types
    guard known.isEmpty else {
      let row = FormatTable.type(ofFormat: puid)
      return known.map {
        FormatRelation(
          puid: puid, type: $0, kind: row?.relation ?? .same,
          reason: row == nil ? TagClass.format.rawValue : "Registry/pronom.tsv")
      }
    }
    return try signatures(asking: puid).relations(ofFormat: puid, in: registry)
  }

  /// Throws ``CommandFailure`` for a format that none of the sources has.
  func check(format puid: String) throws {
    try FormatTypes.checkForm(of: puid)
    guard registry.candidates(for: Tag(tagClass: .format, value: puid)).types.isEmpty else {
      return
    }
    try signatures(asking: puid).check(format: puid)
  }

  /// The files are read once, and only if a format needs them.
  private func signatures(asking: String) throws -> FormatTypes {
    if formats == nil {
      try options.sandbox.enter()
      formats = try FormatTypes(options.signatures())
    }
    guard let formats else { throw FormatTypes.missing(asking) }
    return formats
  }
}
