/// One answer: its fields for machines, its columns or its text for people.
struct CommandResult: Sendable {
  /// The fields of JSON, in order.
  var fields: [(key: String, value: JSONValue)]
  /// The columns of a table.
  var columns: [String]
  /// What is printed instead of the columns in text form, when a table would not do.
  var text: String?

  init(fields: [(key: String, value: JSONValue)], columns: [String], text: String? = nil) {
    self.fields = fields
    self.columns = columns
    self.text = text
  }
}

/// Prints the answers of a command in the form asked for.
///
/// Text is a table on a terminal and tab-separated lines in a pipe. JSON lines are written as the
/// answers come; JSON is one object with the version of its schema.
struct ResultPrinter {
  private static let schemaVersion = 1

  /// How an answer is written, without the answers that wait.
  let form: ResultForm
  private var waiting: [CommandResult] = []

  init(_ format: OutputFormat) {
    form = ResultForm(format: format, isTerminal: StandardOutput.isTerminal)
  }

  mutating func print(_ result: CommandResult) {
    if let text = form.text(of: result) {
      StandardOutput.shared.print(text)
    } else {
      waiting.append(result)
    }
  }

  /// Prints what needs all answers: the object of JSON and the aligned table.
  mutating func finish() {
    switch form.format {
    case .json:
      let document = JSONValue.object([
        ("version", .integer(Self.schemaVersion)),
        ("results", .array(waiting.map { .object($0.fields) })),
      ])
      StandardOutput.shared.print(document.text(isIndented: true))
    case .text:
      for line in TextTable.lines(waiting.map(\.columns)) { StandardOutput.shared.print(line) }
    case .jsonl, .tsv:
      break
    }
    waiting = []
  }

  /// Prints the answer about each of several inputs, in text form with an empty line between them.
  ///
  /// - Throws: ``CommandFailure``, after everything that can be answered has been: that of a single
  ///   input, or one that says that some inputs failed.
  static func printEach<Input>(
    _ inputs: [Input], _ format: OutputFormat, answer: (Input) throws -> CommandResult
  ) throws {
    var printer = ResultPrinter(format)
    var hasFailed = false
    for (index, input) in inputs.enumerated() {
      do {
        var result = try answer(input)
        if index > 0, format == .text { result.text = result.text.map { "\n" + $0 } }
        printer.print(result)
      } catch let failure as CommandFailure {
        guard inputs.count > 1 else {
          printer.finish()
          throw failure
        }
        failure.report()
        hasFailed = true
      }
    }
    printer.finish()
    if hasFailed { throw CommandFailure(.someFailed) }
  }
}

/// How an answer is written.
struct ResultForm: Sendable {
  let format: OutputFormat
  let isTerminal: Bool

  /// The text of an answer that is printed at once; nil when it has to wait for all others.
  func text(of result: CommandResult) -> String? {
    switch format {
    case .jsonl: JSONValue.object(result.fields).text()
    case .json: nil
    case .tsv: Self.line(result.columns)
    case .text: result.text ?? (isTerminal ? nil : Self.line(result.columns))
    }
  }

  /// Tab-separated columns; a tab, a line break, a backslash or a stray byte inside a column
  /// is escaped.
  private static func line(_ columns: [String]) -> String {
    var result = ""
    for (index, column) in columns.enumerated() {
      if index > 0 { result += "\t" }
      // Hardly a column has anything to escape, and most of the time went into looking at characters.
      if column.utf8.contains(where: mayNeedEscape) {
        append(column, to: &result)
      } else {
        result += column
      }
    }
    return result
  }

  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == 0x5C || byte >= PathText.strayLead
  }

  private static func append(_ column: String, to result: inout String) {
    for scalar in column.unicodeScalars {
      switch scalar {
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\\": result += "\\\\"
      default:
        if let escape = PathText.escape(scalar) {
          result += escape
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
