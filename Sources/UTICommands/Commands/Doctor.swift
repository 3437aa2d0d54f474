import CommandLineInterface
import CommandOutput
import TypeGraph
import UniformTypes

struct Doctor: Command {
  static let name = "doctor"
  static let abstract = "Show the sources of types on this machine, and their errors."
  static var discussion: String {
    """
    Exit status: 0 all statements are used; 1 a statement was dropped.

    Examples:
      uti doctor
      uti doctor --registry Declarations --format jsonl | jq .findings
    """
  }

  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

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
