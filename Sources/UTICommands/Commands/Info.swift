import UTICommandLineInterface
import UTICommandOutput

struct Info: Command {
  static let name = "info"
  static let abstract = "Show all facts about a type, and their origins."
  static var discussion: String {
    """
    With signatures of PRONOM installed, the formats of the type are listed with names and versions.

    Exit status: 0 every type was found; 2 a type was not found, and all others were shown.

    Examples:
      uti info public.jpeg
      uti info .ts image/png fmt/353
      uti info --format jsonl public.jpeg | jq .supertypes
    """
  }

  private var types: [TypeArgument] = []
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(&types, "type", help: "The types to show.")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  func run() throws {
    let registry = try registryOptions.load()
    try registryOptions.sandbox.enter()
    let formats = try FormatTypes(registryOptions.signatures())
    let lookup = FormatLookup(registry, registryOptions)
    try ResultPrinter.printEach(queries: types, output) { argument in
      let type = try argument.type(in: registry, formats: lookup)
      let report = TypeReport(type, output: output, formats: formats?.formats(of: type))
      return [
        CommandResult(
          in: output.format, fields: report.fields, columns: report.columns, lines: report.lines)
      ]
    }
  }
}
