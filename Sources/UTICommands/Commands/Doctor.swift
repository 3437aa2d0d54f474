import CommandLineInterface
import CommandOutput
internal import DataFormats
import TypeGraph
internal import UTIPlatform
import UniformTypes

struct Doctor: Command {
  static let name = "doctor"
  static let abstract = "Show the sources of types on this machine, their errors, and the sandbox."
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
    let sandbox = SandboxReport(.enter())
    var printer = ResultPrinter(output)
    if output.format == .tsv {
      for row in report.rows + sandbox.rows {
        printer.print(CommandResult(fields: [], columns: row))
      }
    } else {
      printer.print(
        CommandResult(
          fields: report.fields + sandbox.fields, columns: [],
          lines: report.lines(output) + sandbox.lines(output)))
    }
    printer.finish()
    if registry.findings.contains(where: { $0.severity == .error }) {
      throw CommandFailure(.negative)
    }
  }
}
