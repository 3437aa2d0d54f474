import SystemPackage
import UTICommandOutput
internal import UTIDataFormats
import UTIDesktopIntegration
import UTIPlatform
import UTITypeGraph
import UniformTypes

/// The implementation of `uti doctor --desktop`.
struct DesktopReport {
  private(set) var findings: [DeclarationDiagnostic] = []
  private var fileCount = 0

  /// Reads all files of the desktop; a file that cannot be read is reported.
  init(_ registry: TypeRegistry, _ environment: DesktopEnvironment = DesktopEnvironment()) {
    let check = DesktopTypeCheck(registry)
    for path in DesktopTypeCheck.paths(environment) {
      guard let kind = DesktopTypeCheck.FileKind(fileAt: path.text) else { continue }
      do {
        findings += try check.findings(inFileAt: path, kind: kind)
        fileCount += 1
      } catch {
        StandardError.report("\(path.text): note: cannot be read")
      }
    }
  }

  func print(_ output: OutputOptions) {
    var printer = ResultPrinter(output)
    for finding in findings { printer.print(CommandResult(finding, lines: [finding.description])) }
    if output.format == .text {
      let count = findings.isEmpty ? "no" : "\(findings.count)"
      printer.print("\(count) wrong types in \(fileCount) files of the desktop")
    }
    printer.finish()
  }
}

extension CommandResult {
  /// A finding as the result of a command.
  init(_ finding: DeclarationDiagnostic, lines: [String]) {
    let line = max(finding.position.line, 1)
    let column = max(finding.position.column, 1)
    self.init(
      fields: [
        ("file", .string(finding.file)), ("line", .integer(line)), ("column", .integer(column)),
        ("severity", .string(finding.severity.rawValue)), ("rule", .string(finding.rule)),
        ("message", .string(finding.message)), ("remedy", .string(finding.remedy)),
      ],
      columns: [
        finding.file, String(line), String(column), finding.severity.rawValue, finding.rule,
        finding.message,
      ],
      lines: lines)
  }
}
