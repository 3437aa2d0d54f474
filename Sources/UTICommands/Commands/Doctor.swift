import UTICommandLineInterface
import UTICommandOutput
internal import UTIPlatform
import UniformTypes

struct Doctor: Command {
  static let name = "doctor"
  static let abstract = "Show this machine's sources of types, their errors, the sandbox."
  static var discussion: String {
    """
    Signature files of PRONOM are listed with their release and the number of their formats. Of several \
    files of a kind, one has precedence: the user's over the system's, and the newest in a folder.

    --desktop reads the desktop files, the descriptions of thumbnailers and the lists of associations, \
    and names each line with a MIME type that was renamed, that nothing declares, or that is not a \
    MIME type.

    Exit status: 0 all statements are used; 1 a statement was dropped, or --desktop found a wrong \
    type.

    Examples:
      uti doctor
      uti doctor --registry Declarations --format jsonl | jq .findings
      uti doctor --desktop
    """
  }

  private var checksDesktop = false
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.flag(
      &checksDesktop, "--desktop",
      help: "Check the MIME types in the desktop's files instead, and print the wrong ones.")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  func run() throws {
    let registry = try registryOptions.load()
    if checksDesktop { return try checkDesktop(registry) }
    let restriction = ProcessRestriction.enter()
    let report = RegistryReport(registry, try registryOptions.signatures())
    let sandbox = SandboxReport(restriction: restriction)
    let rows = (report.rows + sandbox.rows).map { CommandResult(columns: $0) }
    let result = CommandResult(
      fields: report.fields + sandbox.fields, lines: report.lines(output) + sandbox.lines(output))
    ResultPrinter.print(output.format == .tsv ? rows : [result], output)
    if report.findings.contains(where: { $0.severity == .error }) {
      throw CommandFailure(.negative)
    }
  }

  private func checkDesktop(_ registry: TypeRegistry) throws {
    _ = ProcessRestriction.enter()
    let report = DesktopReport(registry)
    report.print(output)
    if !report.findings.isEmpty { throw CommandFailure(.negative) }
  }
}
