import TypeDeclarations
import UTICommandOutput
internal import UTIDataFormats
internal import UTIFormatSignatures
import UTITypeGraph
import UniformTypes

/// A report on the signature files of PRONOM, the ones with the highest precedence first.
struct SignatureReport {
  private struct Row {
    let file: InstalledSignatures.File
    let isUsed: Bool
    /// The number of formats, or of container signatures; nil if the file cannot be read.
    let count: Int?
  }

  private var rows: [Row] = []
  /// The findings in the files that are used, and about directories.
  private(set) var findings: [DeclarationDiagnostic]

  init(_ signatures: InstalledSignatures) {
    findings = signatures.diagnostics.filter { $0.file.hasSuffix(SignatureSource.folder) }
    for file in signatures.files.reversed() {
      let isUsed = signatures.used(file.header.kind) == file
      do throws(DeclarationError) {
        let (contents, found) = try file.read()
        // Other findings are for the authors of the file, and `uti lint` reports them.
        if isUsed { findings += found.filter { $0.severity == .error } }
        rows.append(Row(file: file, isUsed: isUsed, count: contents.count))
      } catch {
        findings.append(error.finding)
        rows.append(Row(file: file, isUsed: isUsed, count: nil))
      }
    }
  }

  var field: JSONValue {
    .array(
      rows.map { row in
        .object([
          ("path", .string(row.file.source.path)), ("layer", .string("\(row.file.source.layer)")),
          ("format", .string(row.file.header.kind.rawValue)),
          ("release", .string(row.file.header.version)),
          ("count", row.count.map { .integer($0) } ?? .null), ("used", .boolean(row.isUsed)),
        ])
      })
  }

  var columns: [[String]] {
    rows.map { row in
      ["signatures", "\(row.file.source.layer)", row.file.header.kind.rawValue, Self.text(row)]
    }
  }

  func lines(_ output: OutputOptions) -> [String] {
    [output.emphasized("signature files of PRONOM") + (rows.isEmpty ? ": none" : "")]
      + rows.map { "  " + Self.text($0) }
  }

  private static func text(_ row: Row) -> String {
    let header = row.file.header
    let release = header.version.isEmpty ? "without a release" : "release \(header.version)"
    let date = header.date.isEmpty ? "" : " of \(header.date.prefix(10))"
    let noun = header.kind == .binary ? "formats" : "container signatures"
    let count = row.count.map { "\($0) \(noun)" } ?? "unreadable"
    let use = row.isUsed ? "" : "; another file has precedence"
    return "\(row.file.source.path) (\(release)\(date), \(count)\(use))"
  }
}

extension FormatSignatureReader.Contents {
  fileprivate var count: Int {
    switch self {
    case .signatures(let file): file.formats.count
    case .containers(let file): file.signatures.count
    }
  }
}
