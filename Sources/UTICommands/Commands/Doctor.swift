import ArgumentParser
import TypeGraph
import UniformTypes

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show where types come from on this machine, and what is wrong there.",
    discussion: """
      Exit status: 0 all statements are used; 1 one had to be dropped.

      Examples:
        uti doctor
        uti doctor --registry Declarations --format jsonl | jq .findings
      """)

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let registry = try registryOptions.load()
    let report = RegistryReport(registry)
    var printer = ResultPrinter(output)
    if output.format == .tsv {
      for row in report.rows { printer.print(CommandResult(fields: [], columns: row)) }
    } else {
      printer.print(
        CommandResult(fields: report.fields, columns: [], lines: report.lines(output)))
    }
    printer.finish()
    if registry.findings.contains(where: { $0.severity == .error }) {
      throw CommandFailure(.negative)
    }
  }
}
