import TypeDeclarations
import UTICommandOutput
internal import UTIDataFormats
import UTITypeGraph
import UniformTypes

/// A report on the sources of a registry, its cache, dropped statements and contested extensions.
struct RegistryReport {
  let registry: TypeRegistry
  private let clashes: [(tag: Tag, types: [UTType])]
  private let signatures: SignatureReport

  init(_ registry: TypeRegistry, _ signatures: InstalledSignatures) {
    self.registry = registry
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
      ("sources", .array(registry.sources.map(Self.field))),
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
    registry.sources.map { ["source", "\($0.layer)", $0.format.rawValue, $0.path] }
      + signatures.columns
      + findings.map { ["finding", $0.severity.rawValue, $0.rule, $0.description] }
      + clashes.map {
        ["contested", $0.tag.value, "", $0.types.map(\.identifier).joined(separator: " ")]
      }
  }

  func lines(_ output: OutputOptions) -> [String] {
    var lines = ["\(registry.types.count) types in the \(registry.view.rawValue) view"]
    for layer in DeclarationSource.Layer.allCases.reversed() {
      let sources = registry.sources.filter { $0.layer == layer }
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
