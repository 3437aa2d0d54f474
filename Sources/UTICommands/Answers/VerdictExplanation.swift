import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// An explanation of a verdict with its evidence, for machine-readable forms and for text.
struct VerdictExplanation {
  let path: String
  let verdict: Verdict
  let registry: TypeRegistry
  let output: OutputOptions

  private var description: String? {
    registry.type(of: verdict).localizedDescription(in: output.languages)
  }

  var columns: [String] {
    [
      path, verdict.type.rawValue, verdict.mimeType ?? "-", description ?? "-",
      verdict.confidence.rawValue, verdict.basis.rawValue,
      verdict.evidence.map(\.description).joined(separator: "; "),
    ]
  }

  var fields: [(key: String, value: JSONValue)] {
    LosslessText.fields(path) + [
      ("type", .string(verdict.type.rawValue)),
      ("mimeType", .optional(verdict.mimeType)),
      ("description", .optional(description)),
      ("confidence", .string(verdict.confidence.rawValue)),
      ("basis", .string(verdict.basis.rawValue)),
      ("support", .string(verdict.support.rawValue)),
      ("encoding", .optional(verdict.encoding?.rawValue)),
      ("evidence", .array(verdict.evidence.map(Self.field))),
      ("alternatives", .array(verdict.alternatives.map(IdentifiedItem.record))),
      ("candidates", .array(verdict.candidates.map(Self.field))),
      ("replacements", .array(verdict.replacements.map(Self.field))),
      ("disagreement", verdict.disagreement.map(IdentifiedItem.record) ?? .null),
      ("reads", .integer(verdict.cost.reads)), ("bytesRead", .integer(verdict.cost.bytes)),
    ] + (undeclaredExtension.map { [("undeclaredExtension", .string($0))] } ?? [])
  }

  var lines: [String] {
    let description = description.map { ", \($0)" } ?? ""
    let mimeType = verdict.mimeType.map { ", \($0)" } ?? ""
    var lines = [
      output.emphasized(path),
      "  is \(verdict.type)\(mimeType)\(description)",
      "  \(verdict.confidence.rawValue), decided by \(Self.words(verdict.basis))",
      "  support of the bytes: \(verdict.support.rawValue)",
    ]
    for reason in verdict.evidence {
      lines.append("  because of \(reason.description)")
    }
    if let encoding = verdict.encoding { lines.append("  the text is \(encoding.rawValue)") }
    if let disagreement = verdict.disagreement {
      lines.append(
        "  name and content disagree: the name says \(disagreement.typeOfName), the content "
          + "\(disagreement.typeOfContent); the \(disagreement.winner.rawValue) wins by "
          + "\(disagreement.margin), because \(disagreement.reason)")
    }
    if let undeclaredExtension {
      lines.append("  no type has the extension .\(undeclaredExtension)")
    }
    lines += weighing
    for step in verdict.replacements {
      lines.append("  replaced \(step.from) by \(step.to): \(step.reason)")
    }
    for alternative in verdict.alternatives {
      lines.append("  might also be \(alternative.type), by \(Self.words(alternative.basis))")
    }
    let reads = verdict.cost.reads
    lines.append(
      output.dimmed(
        "  read \(verdict.cost.bytes) bytes in \(reads) \(reads == 1 ? "read" : "reads")"))
    return lines
  }

  /// Only if no type has the extension and the name is not evidence otherwise.
  private var undeclaredExtension: String? {
    guard verdict.basis != .kind, verdict.candidates.allSatisfy({ $0.name == 0 }) else {
      return nil
    }
    let name = path.lastPathComponent
    guard let period = name.lastIndex(of: "."), period > name.startIndex,
      !LosslessText.hasStrayBytes(path)
    else { return nil }
    let value = String(name[name.index(after: period)...])
    let tag = Tag(tagClass: .filenameExtension, value: value)
    return value.isEmpty || !registry.candidates(for: tag).types.isEmpty ? nil : value
  }

  private var weighing: [String] {
    verdict.candidates.map { candidate in
      let parts =
        [
          (candidate.name, "name \(candidate.name)"),
          (candidate.content, "bytes \(candidate.content)"),
        ].filter { $0.0 != 0 }.map(\.1)
        + (candidate.contradiction == 0
          ? []
          : ["-\(candidate.contradiction): \(candidate.contradictions.joined(separator: "; "))"])
      return "  weighs \(candidate.total) for \(candidate.type) (\(parts.joined(separator: ", ")))"
    }
  }

  private static func words(_ basis: Evidence.Basis) -> String {
    switch basis {
    case .explicit: "a stated type"
    case .kind: "the kind of item"
    case .name: "its name"
    case .content: "a signature in its bytes"
    case .container: "the contents of the container"
    case .rootElement: "the root element of the document"
    case .text: "the structure of the text"
    case .empty: "its emptiness"
    case .none: "nothing: neither name nor bytes are known"
    }
  }

  private static func field(_ evidence: Evidence) -> JSONValue {
    .object([
      ("basis", .string(evidence.basis.rawValue)), ("rule", .string(evidence.rule)),
      ("type", .optional(evidence.type?.rawValue)),
      ("offset", evidence.offset.map { .integer($0) } ?? .null),
      ("bytes", .string(Hexadecimal.text(evidence.bytes))),
      ("file", .optional(evidence.origin?.source.path)),
      ("line", evidence.origin.map { .integer($0.position.line) } ?? .null),
    ])
  }

  private static func field(_ candidate: Verdict.Candidate) -> JSONValue {
    .object([
      ("type", .string(candidate.type.rawValue)), ("mimeType", .optional(candidate.mimeType)),
      ("name", .integer(candidate.name)), ("content", .integer(candidate.content)),
      ("contradiction", .integer(candidate.contradiction)), ("total", .integer(candidate.total)),
    ])
  }

  private static func field(_ step: Verdict.Replacement) -> JSONValue {
    .object([
      ("from", .string(step.from.rawValue)), ("to", .string(step.to.rawValue)),
      ("reason", .string(step.reason)),
    ])
  }
}
