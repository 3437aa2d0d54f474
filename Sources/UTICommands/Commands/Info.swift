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
    var printer = ResultPrinter(output.format)
    var hasFailed = false
    for (index, argument) in types.enumerated() {
      do {
        let report = TypeReport(try argument.type(in: registry), output: output)
        let gap = index > 0 && output.format == .text ? "\n" : ""
        printer.print(
          CommandResult(
            fields: report.fields, columns: report.columns, text: gap + report.text))
      } catch let failure as CommandFailure where types.count > 1 {
        failure.report()
        hasFailed = true
      }
    }
    printer.finish()
    if hasFailed { throw CommandFailure(.someFailed) }
  }
}
