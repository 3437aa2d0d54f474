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

  private let format: OutputFormat
  private let isTerminal: Bool
  private var waiting: [CommandResult] = []

  init(_ format: OutputFormat) {
    self.format = format
    isTerminal = StandardOutput.isTerminal
  }

  mutating func print(_ result: CommandResult) {
    switch format {
    case .jsonl:
      StandardOutput.shared.print(JSONValue.object(result.fields).text())
    case .json:
      waiting.append(result)
    case .tsv:
      StandardOutput.shared.print(Self.line(result.columns))
    case .text:
      if let text = result.text {
        StandardOutput.shared.print(text)
      } else if isTerminal {
        waiting.append(result)
      } else {
        StandardOutput.shared.print(Self.line(result.columns))
      }
    }
  }

  /// Prints what needs all answers: the object of JSON and the aligned table.
  mutating func finish() {
    switch format {
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

  /// Tab-separated columns; a tab, a line break, a backslash or a stray byte inside a column
  /// is escaped.
  private static func line(_ columns: [String]) -> String {
    var result = ""
    for (index, column) in columns.enumerated() {
      if index > 0 { result += "\t" }
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
    return result
  }
}
