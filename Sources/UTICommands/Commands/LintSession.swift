internal import DeclarationTools
import SystemPackage
import TypeDeclarations
import UTICommandOutput
internal import UTIDataFormats
import UTIDesktopIntegration
import UTIDocumentStorage
import UTIPlatform
import UTITypeGraph
import UniformTypes

/// Checks the files of one command, prints the findings and keeps the worst status.
struct LintSession {
  private let options: Lint
  private let lint: DeclarationLint
  private var desktopLint: DesktopLint
  private var printer: ResultPrinter
  private var log = SARIFLog()
  private var status = ExitStatus.answered

  init(_ options: Lint, _ lint: DeclarationLint, _ desktopLint: DesktopLint) {
    self.options = options
    self.lint = lint
    self.desktopLint = desktopLint
    printer = ResultPrinter(options.output)
  }

  mutating func check(_ file: String) {
    do {
      let report: LintReport
      if let kind = DesktopLint.kind(ofFileAt: file) {
        let (findings, bytes) = try desktopLint.check(fileAt: file, kind)
        return print(findings, in: bytes)
      }
      if options.fixes {
        report = try fix(file)
      } else if file == "-" {
        let bytes = try StandardInput.readAll(limit: ReadingLimits().documentSize + 1)
        report = try lint.report(on: bytes, path: "standard input")
      } else {
        report = try lint.report(onFile: file)
      }
      print(report.findings, in: report.bytes)
    } catch let error as DeclarationError {
      fail(error)
    } catch {
      let failure = CommandFailure(input: error)
      failure.report()
      raise(failure.status)
    }
  }

  /// Only safe changes, and only if no other process has changed the file meanwhile.
  private func fix(_ path: String) throws -> LintReport {
    let read = try RegularFile(declarationsAt: path, limits: ReadingLimits())
    let fixed = try lint.fix(read.bytes, ofFile: path)
    if !fixed.changes.isEmpty {
      try UserFile(FilePath(text: path), read).replace(with: fixed.report.bytes)
    }
    for change in fixed.changes { StandardError.print(change.description) }
    return fixed.report
  }

  /// A directory without files to check.
  mutating func refuse(_ path: String, _ reason: String) {
    StandardError.report("\(path): \(reason)")
    log.addFailure("\(path): \(reason)")
    raise(.inputMissing)
  }

  /// Prints the forms that need all findings; throws the worst status, unless it is success.
  mutating func finish() throws {
    if options.writesSARIF {
      StandardOutput.shared.print(log.text)
    } else {
      printer.finish()
    }
    if status != .answered { throw CommandFailure(status) }
  }

  private mutating func print(_ findings: [DeclarationDiagnostic], in bytes: [UInt8]) {
    var lines = SourceLines(bytes)
    for finding in findings {
      print(finding, line: lines.excerpt(ofLine: finding.position.line))
      if finding.severity == .error
        || options.treatsWarningsAsErrors && finding.severity == .warning
      {
        raise(.negative)
      }
    }
  }

  private mutating func print(_ finding: DeclarationDiagnostic, line: SourceExcerpt?) {
    if options.writesSARIF { return log.add(finding, line: line) }
    printer.print(CommandResult(finding, lines: lines(finding, line)))
  }

  private func lines(_ finding: DeclarationDiagnostic, _ line: SourceExcerpt?) -> [String] {
    let excerpt = line.flatMap { $0.marked(atColumn: finding.position.column) }
    return [finding.description] + (excerpt ?? []).map(options.output.dimmed)
  }

  /// An unreadable file is a finding, a missing one is a failure.
  private mutating func fail(_ error: DeclarationError) {
    let failure = error.failure
    raise(failure.status)
    let isMissing = failure.status == .inputMissing
    if isMissing || options.output.format == .text && !options.writesSARIF { failure.report() }
    if isMissing {
      log.addFailure(error.description)
    } else if options.writesSARIF || options.output.format != .text {
      print(error.finding, line: nil)
    }
  }

  private mutating func raise(_ other: ExitStatus) {
    if other.rawValue > status.rawValue { status = other }
  }
}
