import UTICommandOutput
internal import UTIDataFormats
import UTIDesktopIntegration
internal import UTIFormatSignatures
internal import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

/// A release of PRONOM's signatures that a command compares.
struct ComparedSignatures {
  struct Format {
    let name: String
    let version: String
    let facts: [TypeFact]
  }

  let kind: SignatureFileHeader.Kind
  /// By PUID.
  private(set) var formats: [String: Format] = [:]

  /// nil for another file; throws the place of an error.
  init?(_ path: String) throws {
    guard let header = SignatureFileHeader(fileAt: path) else { return nil }
    kind = header.kind
    let limits = ReadingLimits()
    let (contents, findings) = try FormatSignatureReader.read(
      RegularFile(declarationsAt: path, limits: limits).bytes, path: path, limits: limits)
    for finding in findings where finding.severity == .error {
      StandardError.print(finding.description)
    }
    switch contents {
    case .signatures(let file): read(file)
    case .containers(let file): read(file)
    }
  }

  private mutating func read(_ file: FormatSignatureFile) {
    let signatures = Dictionary(
      file.signatures.map { ($0.id, $0.text) }, uniquingKeysWith: { first, _ in first })
    let puids = Dictionary(
      file.formats.map { ($0.id, $0.puid) }, uniquingKeysWith: { first, _ in first })
    for format in file.formats {
      formats[format.puid] = Format(
        name: format.name, version: format.version,
        facts: [
          TypeFact("name", format.name), TypeFact("version", format.presentVersion),
          TypeFact("mimeTypes", format.mimeTypes.sorted()),
          TypeFact("extensions", format.extensions.sorted()),
          TypeFact("priorityOver", format.supersededIDs.compactMap { puids[$0] }.sorted()),
          TypeFact("signatures", format.signatureIDs.compactMap { signatures[$0] }.sorted()),
        ])
    }
  }

  private mutating func read(_ file: ContainerSignatureFile) {
    var names: [String: [String]] = [:]
    var signatures: [String: [String]] = [:]
    for signature in file.signatures {
      for puid in signature.puids {
        signatures[puid, default: []].append(signature.text)
        if !signature.summary.isEmpty { names[puid, default: []].append(signature.summary) }
      }
    }
    for (puid, texts) in signatures {
      let name = names[puid]?.first ?? ""
      formats[puid] = Format(
        name: name, version: "",
        facts: [
          TypeFact("name", names[puid]?.sorted() ?? []), TypeFact("signatures", texts.sorted()),
        ])
    }
  }

  /// In the order of the prefixes and numbers of PUIDs.
  func differences(to later: ComparedSignatures) -> [FormatDifference] {
    Set(formats.keys).union(later.formats.keys)
      .sorted { ($0.utf8.first ?? 0, $0.utf8.count, $0) < ($1.utf8.first ?? 0, $1.utf8.count, $1) }
      .compactMap { puid in
        let (old, new) = (formats[puid], later.formats[puid])
        let fields = TypeFacts.differences(old?.facts ?? [], new?.facts ?? [])
        let change: TypeDifference.Change =
          old == nil ? .added : new == nil ? .removed : .changed
        if change == .changed, fields.isEmpty { return nil }
        let shown = new ?? old
        return FormatDifference(
          puid: puid, name: shown?.name ?? "", version: shown?.version ?? "", change: change,
          fields: fields)
      }
  }
}

/// The difference of one format between two releases, with all statements of an added or removed one.
struct FormatDifference {
  let puid: String
  let name: String
  /// Empty for a format without versions.
  let version: String
  let change: TypeDifference.Change
  let fields: [FieldDifference]
}
