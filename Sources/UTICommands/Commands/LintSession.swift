import SystemPackage
import UTICommandOutput
internal import UTIDataFormats
internal import UTIDeclarationTools
import UTIDesktopIntegration
import UTIDocumentStorage
import UTIPlatform
import UTITypeDeclarations
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
  /// The files that were corrected together and not yet written, by their paths.
  private var fixed: [String: Result<(read: RegularFile, fixed: Linter.FixedFile), any Error>] = [:]

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
        report = try writeFixed(file)
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

  /// Corrects files together, so that they are not merged for each of them; writes none.
  mutating func fix(_ paths: [String]) {
    var files: [(path: String, read: RegularFile)] = []
    // The contents of a file that is named again are those after its first correction.
    var items: Set<FileStatus.Item> = []
    for path in paths {
      do {
        let read = try RegularFile(declarationsAt: path, limits: ReadingLimits())
        if items.insert(read.status.item).inserted { files.append((path, read)) }
      } catch {
        fixed[path] = .failure(error)
      }
    }
    let results = lint.fix(files.map { ($0.path, $0.read.bytes) })
    for (file, result) in zip(files, results) {
      fixed[file.path] = result.map { (file.read, $0) }.mapError { $0 }
    }
  }

  /// Only safe changes, and only if no other process has changed the file meanwhile.
  private mutating func writeFixed(_ path: String) throws -> LintReport {
    if fixed[path] == nil { fix([path]) }
    guard let (read, fixed) = try fixed.removeValue(forKey: path)?.get() else {
      throw CommandFailure(.inputOutput, "\(path): cannot be corrected")
    }
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

/// The lines of a file, for the excerpt of a finding.
struct SourceLines {
  private let bytes: [UInt8]
  private let index: LineIndex
  /// Most following findings are in the last line if it is long.
  private var last: (number: Int, excerpt: SourceExcerpt?)?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = LineIndex(bytes)
  }

  /// Counted from 1; nil when there is none or it is not text.
  mutating func excerpt(ofLine line: Int) -> SourceExcerpt? {
    if let last, last.number == line { return last.excerpt }
    let excerpt = readExcerpt(ofLine: line)
    last = (line, excerpt)
    return excerpt
  }

  private func readExcerpt(ofLine line: Int) -> SourceExcerpt? {
    guard let range = index.range(ofLine: line) else { return nil }
    let content = bytes[range].prefix { $0 != 0x0A && $0 != 0x0D }
    guard !content.contains(0), let text = String(validating: content, as: UTF8.self) else {
      return nil
    }
    return SourceExcerpt(line: line, text: text)
  }
}

struct SourceExcerpt {
  let line: Int
  /// The line without its end.
  let text: String

  /// Characters that are shown before and after the place.
  private static let margin = 60

  /// A caret below a place in bytes from 1; nil when the line has no such place.
  func marked(atColumn column: Int) -> [String]? {
    guard column > 0, column <= text.utf8.count + 1 else { return nil }
    let place = text.utf8.index(text.startIndex, offsetBy: column - 1)
    let head = text[..<place].suffix(Self.margin)
    let tail = text[place...].prefix(Self.margin)
    let isCutBefore = head.startIndex != text.startIndex
    let isCutAfter = tail.endIndex != text.endIndex
    let number = String(line)
    let shown =
      (isCutBefore ? "…" : "") + Self.printable(String(head)) + Self.printable(String(tail))
      + (isCutAfter ? "…" : "")
    // Tabs are repeated, so that the caret is below the place at any tab width.
    let room =
      (isCutBefore ? " " : "") + head.map { $0 == "\t" ? TextStyle.tab.mark : " " }.joined()
    return [" \(number) | \(shown)", " \(String(repeating: " ", count: number.count)) | \(room)^"]
  }

  /// Both columns are counted from 1.
  func utf16Column(ofByteColumn column: Int) -> Int {
    let place = text.utf8.index(
      text.startIndex, offsetBy: max(column - 1, 0), limitedBy: text.endIndex)
    return text.utf16.distance(from: text.startIndex, to: place ?? text.endIndex) + 1
  }

  /// A mark replaces each control or invisible character, so that the caret is below its place.
  private static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\t" {
        result += TextStyle.tab.mark
      } else {
        result.unicodeScalars.append(isHidden(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .control || category == .format
  }
}
