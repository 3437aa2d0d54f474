import UTICommandOutput
internal import UTIDataFormats
internal import UTIFormatSignatures
internal import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph
import UniformTypes

/// A report on the sources of a registry, its cache, dropped statements and contested extensions.
struct RegistryReport {
  let registry: TypeRegistry
  private let clashes: [(tag: Tag, types: [UTType])]
  private let signatures: SignatureReport
  /// Without signature files, which are reported separately.
  private let sources: [DeclarationSource]

  init(_ registry: TypeRegistry, _ signatures: InstalledSignatures) {
    self.registry = registry
    let paths = Set(signatures.files.map(\.source.path))
    sources = registry.sources.filter { !paths.contains($0.path) }
    self.signatures = SignatureReport(signatures)
    clashes = registry.contestedExtensions
  }

  /// The errors in declarations and signature files.
  var findings: [DeclarationDiagnostic] { registry.findings + signatures.findings }

  var fields: [(key: String, value: JSONValue)] {
    [
      ("view", .string(registry.view.rawValue)), ("typeCount", .integer(registry.types.count)),
      ("cache", .optional(registry.cachePath)),
      ("cacheState", .string(registry.cacheState)),
      ("sources", .array(sources.map(Self.field))),
      ("signatureFiles", signatures.field),
      ("findings", .array(findings.map { .object($0.fields) })),
      (
        "contestedExtensions",
        .array(
          clashes.map { clash in
            .object([
              ("filenameExtension", .string(clash.tag.value)),
              ("types", .strings(clash.types.map(\.identifier))),
            ])
          })
      ),
    ]
  }

  var rows: [[String]] {
    sources.map { ["source", "\($0.layer)", $0.format.rawValue, $0.path] }
      + signatures.columns
      + findings.map { ["finding", $0.severity.rawValue, $0.rule, $0.description] }
      + clashes.map {
        ["contested", $0.tag.value, "", $0.types.map(\.identifier).joined(separator: " ")]
      }
  }

  func lines(_ output: OutputOptions) -> [String] {
    var lines = ["\(registry.types.count) types in the \(registry.view.rawValue) view"]
    for layer in DeclarationSource.Layer.allCases.reversed() {
      let sources = sources.filter { $0.layer == layer }
      lines.append(output.emphasized("\(layer) layer") + (sources.isEmpty ? ": nothing" : ""))
      // The files of the base are many, and all of them are part of this program.
      if layer == .base, !sources.isEmpty {
        lines.append("  \(sources.count) files, built in")
      } else {
        lines += sources.map { "  \($0.path)" }
      }
    }
    lines += signatures.lines(output)
    lines.append(output.emphasized("cache"))
    lines.append("  \(registry.cachePath ?? "no place for one") (\(registry.cacheState))")
    lines.append(output.emphasized("findings") + (findings.isEmpty ? ": none" : ""))
    lines += findings.map { "  \($0)" }
    lines.append(
      output.emphasized("extensions that several types claim") + ": \(clashes.count)"
        + output.dimmed("  (uti lookup .ext lists the claimants; --format json lists all)"))
    return lines
  }

  private static func field(_ source: DeclarationSource) -> JSONValue {
    .object([
      ("path", .string(source.path)), ("layer", .string("\(source.layer)")),
      ("format", .string(source.format.rawValue)), ("bundle", .optional(source.bundleIdentifier)),
    ])
  }
}

extension DeclarationDiagnostic {
  /// Its members in records of findings.
  var fields: [(key: String, value: JSONValue)] {
    [
      ("file", .string(file)), ("line", .integer(max(position.line, 1))),
      ("column", .integer(max(position.column, 1))), ("severity", .string(severity.rawValue)),
      ("rule", .string(rule)), ("message", .string(message)), ("remedy", .string(remedy)),
    ]
  }
}

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

/// A report on the restriction that commands impose on themselves before they read files.
struct SandboxReport {
  let restriction: ProcessRestriction

  var fields: [(key: String, value: JSONValue)] { [("sandbox", .string(restriction.summary))] }

  var rows: [[String]] { [["sandbox", restriction.summary, "", explanation]] }

  func lines(_ output: OutputOptions) -> [String] {
    [output.emphasized("sandbox") + ": \(restriction.summary)", "  \(explanation)"]
      + Self.commands.map { "  \($0)" }
  }

  /// Possible changes while the command is restricted.
  private static let commands = [
    "nothing: identify, explain, mimetype, info, lookup, search, list, tree, conforms, why, apps, "
      + "default TYPE, document, diff, lint, convert, export, graph, install --dry-run, doctor",
    "removals in the folder of the output, with Landlock only: identify --resume",
    "files in the folder of the output, with Landlock only: convert, export and graph --output, "
      + "compile, lint --fix, site, default TYPE APPLICATION",
    "files in the folder of the installation, with Landlock only: install, uninstall; a process "
      + "that reads nothing starts update-mime-database",
    "also the registry's cache while declarations are parsed, with Landlock only: all of these",
    "not restricted: graph to SVG and PNG, which starts dot, versions, decode, encode",
  ]

  private var explanation: String {
    let gaps = restriction.gaps
    if gaps.isEmpty {
      let promise =
        "commands that read files cannot change files, start programs or use the network"
      guard let error = restriction.error else { return promise }
      return promise + "; Landlock would refuse it a second time, but is not available (\(error))"
    }
    let missing = restriction.restrictsFiles ? "seccomp is" : "Landlock and seccomp are"
    return
      "\(missing) not available (\(restriction.error.map { "\($0)" } ?? "no error")), so commands that "
      + "read files can \(gaps.joined(separator: ", ")); a newer kernel or other rights of the "
      + "container provide it"
  }
}
