import ArgumentParser
import TypeGraph
import UniformTypes

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show all that is known of a type, and who says it.")

  @Argument(help: ArgumentHelp("The types to show.", valueName: "type"))
  var types: [TypeArgument]

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let registry = try registryOptions.load()
    try ResultPrinter.printEach(types, output.format) { argument in
      let report = TypeReport(try argument.type(in: registry), output: output)
      return CommandResult(fields: report.fields, columns: report.columns, text: report.text)
    }
  }
}
