import ArgumentParser
import TypeDeclarations
import TypeGraph
import UniformTypeIdentifiers

struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check property lists and shared-mime-info packages.",
    discussion: """
      Exit status: 0 without errors; 1 when a declaration has an error; 65 when a file cannot be \
      read as declarations; 66 when a file cannot be opened.
      """)

  @Argument(help: ArgumentHelp("Declaration files of either format.", valueName: "file"))
  var files: [String]

  @OptionGroup var output: OutputOptions

  func run() throws {
    var printer = ResultPrinter(output.format)
    var status = ExitStatus.answered
    func raise(_ other: ExitStatus) {
      if other.rawValue > status.rawValue { status = other }
    }
    for file in files {
      do throws(DeclarationError) {
        for finding in try DeclarationLint.findings(file: file) {
          printer.print(Self.result(finding))
          if finding.severity == .error { raise(.negative) }
        }
      } catch {
        let failure = CommandFailure(error)
        raise(failure.status)
        if output.format == .text || failure.status == .inputMissing {
          failure.report()
        }
        if failure.status != .inputMissing, output.format != .text {
          printer.print(Self.result(error.finding))
        }
      }
    }
    printer.finish()
    if status != .answered { throw CommandFailure(status) }
  }

  private static func result(_ finding: Diagnostic) -> CommandResult {
    CommandResult(
      fields: [
        ("file", .string(finding.file)), ("line", .integer(max(finding.position.line, 1))),
        ("column", .integer(max(finding.position.column, 1))),
        ("severity", .string(finding.severity.rawValue)), ("rule", .string(finding.rule)),
        ("message", .string(finding.message)), ("remedy", .string(finding.remedy)),
      ],
      columns: [
        finding.file, String(max(finding.position.line, 1)),
        String(max(finding.position.column, 1)), finding.severity.rawValue, finding.rule,
        finding.message,
      ],
      text: finding.description)
  }
}
