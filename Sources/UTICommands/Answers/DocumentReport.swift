import UTICommandOutput
internal import UTIDataFormats
import UTIDocumentTypes
internal import UTIPlatform
import UniformTypes

/// A report on the class that opens a file.
struct DocumentReport {
  private let path: String
  private let type: UTType
  private let matches: [DocumentTypeMatch]
  private let obstructed: [DocumentTypeMatch]
  private let output: OutputOptions

  init(path: String, type: UTType, catalog: DocumentTypeCatalog, output: OutputOptions) {
    self.path = path
    self.type = type
    matches = catalog.matches(for: type)
    obstructed = catalog.obstructedMatches(for: type)
    self.output = output
  }

  /// nil when no class opens the type.
  var best: DocumentTypeMatch? { matches.first }

  var result: CommandResult {
    let documentType = best?.documentType
    return CommandResult(
      in: output.format,
      fields: LosslessText.fields(path) + [
        ("type", .string(type.identifier)),
        ("class", .optional(documentType?.className)),
        ("role", .optional(documentType?.role?.rawValue)),
        ("rank", .optional(documentType?.rank?.rawValue)), ("reason", .string(reason)),
        ("others", .strings(matches.dropFirst().compactMap(\.documentType.className))),
      ],
      columns: [
        path, type.identifier, documentType?.className ?? "-", documentType?.role?.rawValue ?? "-",
      ],
      lines: lines)
  }

  private var reason: String {
    guard let best else {
      return obstructed.isEmpty
        ? "no declared document type handles \(type) or one of its supertypes"
        : "every document type that handles \(type) is ignored: "
          + obstructed.compactMap(\.documentType.obstacle).joined(separator: "; ")
    }
    guard let second = matches.dropFirst().first, best.isTied(with: second) else {
      return best.reason
    }
    return "\(best.reason); declared before \(Self.name(second)), which is as near"
  }

  private var lines: [String] {
    var lines = [output.emphasized(path), "  type    \(type)"]
    lines.append("  class   \(best?.documentType.className ?? "none")")
    lines.append("  why     \(reason)")
    for match in matches.dropFirst() {
      lines.append("  other   \(Self.name(match)): \(output.dimmed(match.reason))")
    }
    for match in obstructed {
      let obstacle = match.documentType.obstacle ?? ""
      lines.append(
        "  passed  \(Self.name(match)): \(output.dimmed("\(obstacle); \(match.reason)"))")
    }
    return lines
  }

  private static func name(_ match: DocumentTypeMatch) -> String {
    match.documentType.className ?? match.documentType.name.map { "\"\($0)\"" }
      ?? "entry \(match.documentType.entryIndex)"
  }
}
