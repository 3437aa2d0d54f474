import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
import UTITypeGraph
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
    """
  }

  private var pair = TypePair()
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.group(&pair)
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  func run() throws {
    let registry = try registryOptions.load(in: pair.sandbox)
    let answer = try pair.answer(in: registry)
    let (type, supertype) = (answer.type, answer.supertype)
    let path = type.conformancePath(to: supertype)
    let common = path == nil ? type.nearestCommonSupertypes(with: supertype) : []
    var printer = ResultPrinter(output)
    if output.format == .tsv {
      for step in path ?? [] {
        printer.print(
          CommandResult(
            fields: [],
            columns: [
              step.type.identifier, step.supertype.identifier, "\(step.kind)",
              step.origin?.description ?? "-",
            ]))
      }
    } else {
      printer.print(
        CommandResult(
          in: output.format,
          fields: answer.fields + [
            ("steps", .array((path ?? []).map(Self.field))),
            ("nearestCommonSupertypes", .strings(common.map(\.identifier))),
          ],
          columns: [], lines: lines(type, supertype, path, common)))
    }
    printer.finish()
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

  private func lines(
    _ type: UTType, _ supertype: UTType, _ path: [ConformanceStep]?, _ common: [UTType]
  ) -> [String] {
    guard let path else {
      let names = common.map(\.identifier).joined(separator: ", ")
      return [
        "\(type) does not conform to \(supertype); "
          + (common.isEmpty ? "they have no supertype in common" : "both conform to \(names)")
      ]
    }
    guard !path.isEmpty else { return ["\(type) is \(supertype)"] }
    var lines = [output.emphasized(type.identifier)]
    for step in path {
      let origin = step.origin.map { ", \($0)" } ?? ""
      lines.append("  conforms to \(step.supertype)" + output.dimmed("  (\(step.kind)\(origin))"))
    }
    return lines
  }
}
