import ArgumentParser
import TypeGraph
import UniformTypes

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show where types come from on this machine, and what is wrong there.",
    discussion: "Exit status 1 when a statement had to be dropped.")

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let registry = try registryOptions.load()
    let report = RegistryReport(registry)
    var printer = ResultPrinter(output.format)
    if output.format == .tsv {
      for row in report.rows { printer.print(CommandResult(fields: [], columns: row)) }
    } else {
      printer.print(
        CommandResult(fields: report.fields, columns: [], text: report.text(output)))
    }
    printer.finish()
    if registry.findings.contains(where: { $0.severity == .error }) {
      throw CommandFailure(.negative)
    }
  }
}
