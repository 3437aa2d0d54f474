import ArgumentParser
import TypeGraph
import UniformTypes

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show all that is known of a type, and who says it.",
    discussion: """
      Exit status: 0 every type was found; 2 one was not, and all others were shown.

      Examples:
        uti info public.jpeg
        uti info .ts image/png
        uti info --format jsonl public.jpeg | jq .supertypes
      """)

  @Argument(help: ArgumentHelp("The types to show.", valueName: "type"))
  var types: [TypeArgument]

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let registry = try registryOptions.load()
    try ResultPrinter.printEach(queries: types, output) { argument in
      let report = TypeReport(try argument.type(in: registry), output: output)
      return [CommandResult(fields: report.fields, columns: report.columns, lines: report.lines)]
    }
  }
}
