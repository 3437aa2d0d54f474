import SystemPackage
import UTICommandOutput
import UTIDesktopIntegration
import UTIPlatform
import UTITypeGraph
import UniformTypes

/// The implementation of `uti doctor --desktop`.
struct DesktopReport {
  private(set) var findings: [DeclarationDiagnostic] = []
  private var fileCount = 0
  /// The findings in files of the user.
  private var ownCount = 0

  /// A file that cannot be read is reported.
  init(_ registry: TypeRegistry, _ environment: DesktopEnvironment = DesktopEnvironment()) {
    let check = DesktopTypeCheck(registry)
    for path in DesktopTypeCheck.paths(environment) {
      guard let kind = DesktopTypeCheck.FileKind(fileAt: path.text) else { continue }
      do {
        let found = try check.findings(inFileAt: path, kind: kind)
        fileCount += 1
        if Self.isOfPackage(path) {
          findings += found.map(Self.forPackage)
        } else {
          findings += found
          ownCount += found.count
        }
      } catch {
        StandardError.report("\(path.text): note: cannot be read")
      }
    }
  }

  /// Only packages write below /usr, except /usr/local (Filesystem Hierarchy Standard, chapter 4).
  static func isOfPackage(_ path: FilePath) -> Bool {
    path.isWithin("/usr") && !path.isWithin("/usr/local")
  }

  private static func forPackage(_ finding: DeclarationDiagnostic) -> DeclarationDiagnostic {
    DeclarationDiagnostic(
      finding.severity, rule: finding.rule, file: finding.file, position: finding.position,
      message: finding.message,
      remedy: "a package owns this file, so report it there: \(finding.remedy)")
  }

  func print(_ output: OutputOptions) {
    var printer = ResultPrinter(output)
    for finding in findings { printer.print(CommandResult(finding, lines: [finding.description])) }
    if output.format == .text {
      let count = findings.isEmpty ? "no" : "\(findings.count)"
      let share = findings.isEmpty ? "" : "; \(ownCount) of them in files that no package owns"
      printer.print("\(count) wrong types in \(fileCount) files of the desktop\(share)")
    }
    printer.finish()
  }
}

extension CommandResult {
  init(_ finding: DeclarationDiagnostic, lines: [String]) {
    self.init(finding.fields, columns: RecordFormat.finding, lines: lines)
  }
}
