import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
import UniformTypes

struct Why: Command {
  static let name = "why"
  static let abstract = "Show the statements that make one type conform to another."
  static var discussion: String {
    """
    Without conformance the nearest common supertypes are shown, and the exit status is 1. The \
    first argument may be a path, and then the type of its item is used.

    Examples:
      uti why public.jpeg public.data
      uti why photo.jpg public.content
      uti why fmt/353 public.image
    """
  }

  private var question = ConformanceQuestion()

  mutating func declare(_ parameters: inout ParameterDeclarations) { parameters.group(&question) }

  func run() throws {
    let (answer, output) = (try question.answer(), question.output)
    let path =
      answer.supertype.type.map(answer.type.conformancePath) ?? (answer.conforms ? [] : nil)
    let common =
      path == nil
      ? answer.supertype.type.map(answer.type.nearestCommonSupertypes) ?? [] : []
    let rows = (path ?? []).map { step in
      CommandResult(columns: [
        step.type.identifier, step.supertype.identifier, "\(step.kind)",
        step.origin?.description ?? "-",
      ])
    }
    let result = CommandResult(
      fields: answer.fields + [
        ("steps", .array((path ?? []).map(Self.field))),
        ("nearestCommonSupertypes", .strings(common.map(\.identifier))),
      ], lines: lines(answer, path, common))
    ResultPrinter.print(output.format == .tsv ? rows : [result], output)
    if path == nil { throw CommandFailure(.negative) }
  }

  private static func field(_ step: ConformanceStep) -> JSONValue {
    .object([
      ("type", .string(step.type.identifier)),
      ("supertype", .string(step.supertype.identifier)), ("kind", .string("\(step.kind)")),
      ("file", .optional(step.origin?.source.path)),
      ("line", step.origin.map { .integer($0.position.line) } ?? .null),
    ])
  }

  /// The reason for a format, to which no type conforms.
  private static func line(_ answer: ConformanceAnswer) -> String {
    let target = answer.supertype.name
    if let path = answer.path {
      let formats = answer.formats ?? []
      if answer.conforms { return "\(path) has the format \(target)" }
      return "\(path) does not have the format \(target); "
        + (formats.isEmpty ? "it has none" : "it has \(formats.joined(separator: ", "))")
    }
    let name = answer.format?.puid ?? answer.type.identifier
    return answer.conforms
      ? "\(name) is \(target)"
      : "\(name) does not conform to \(target); only a format of PRONOM itself, and its files, do"
  }

  private func lines(
    _ answer: ConformanceAnswer, _ path: [ConformanceStep]?, _ common: [UTType]
  ) -> [String] {
    let (type, supertype) = (answer.type, answer.supertype.name)
    if case .format = answer.supertype { return [Self.line(answer)] }
    guard let path else {
      let names = common.map(\.identifier).joined(separator: ", ")
      return [
        "\(type) does not conform to \(supertype); "
          + (common.isEmpty ? "they have no supertype in common" : "both conform to \(names)")
      ]
    }
    let output = question.output
    let relation = answer.format.map {
      output.emphasized($0.puid) + " \($0.predicate) \(type)" + output.dimmed("  (\($0.reason))")
    }
    guard !path.isEmpty else { return [relation ?? "\(type) is \(supertype)"] }
    var lines = [relation ?? output.emphasized(type.identifier)]
    for step in path {
      let origin = step.origin.map { ", \($0)" } ?? ""
      lines.append("  conforms to \(step.supertype)" + output.dimmed("  (\(step.kind)\(origin))"))
    }
    return lines
  }
}
