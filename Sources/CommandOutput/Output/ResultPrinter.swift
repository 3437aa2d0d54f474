package import DataFormats
internal import UTIPlatform

/// One answer: its fields for machines, its columns or its lines for people.
package struct CommandResult: Sendable {
  /// The fields of JSON, in order.
  package var fields: [(key: String, value: JSONValue)]
  /// The columns of a table.
  package var columns: [String]
  /// What is printed instead of the columns in text form, when a table would not do.
  package var lines: [String]?
  /// What is printed in text form exactly as it is.
  package var verbatim: String?

  package init(
    fields: [(key: String, value: JSONValue)], columns: [String], lines: [String]? = nil,
    verbatim: String? = nil
  ) {
    self.fields = fields
    self.columns = columns
    self.lines = lines
    self.verbatim = verbatim
  }

  /// An answer of which only what a format prints is made: who asks once for one line should not wait
  /// for all fields of a record.
  ///
  /// - Parameters:
  ///   - format: the format that it is printed in.
  ///   - lines: what text form prints instead of the columns; nil for the columns.
  package init(
    in format: OutputFormat, fields: @autoclosure () -> [(key: String, value: JSONValue)],
    columns: @autoclosure () -> [String], lines: @autoclosure () -> [String]? = nil
  ) {
    switch format {
    case .json, .jsonl: self.init(fields: fields(), columns: [])
    case .tsv: self.init(fields: [], columns: columns())
    case .text:
      let lines = lines()
      self.init(fields: [], columns: lines == nil ? columns() : [], lines: lines)
    }
  }
}

/// Prints the answers of a command in the form asked for.
///
/// Text is a table on a terminal and tab-separated lines in a pipe. JSON lines are written as the
/// answers come; JSON is one object with the version of its schema.
package struct ResultPrinter {
  package static let schemaVersion = 1

  /// How an answer is written, without the answers that wait.
  package let form: ResultForm
  private var waiting: [CommandResult] = []
  private var table = TextTable()

  package init(_ output: OutputOptions, endsWithNUL: Bool = false) {
    form = ResultForm(
      format: output.format, color: output.color, isTerminal: StandardOutput.isTerminal,
      endsWithNUL: endsWithNUL)
  }

  package mutating func print(_ result: CommandResult) {
    if let text = form.text(of: result) {
      print(text)
    } else {
      waiting.append(result)
    }
  }

  /// Prints an answer that ``form`` has written.
  package func print(_ text: String) {
    StandardOutput.shared.write(text, end: form.terminator)
  }

  /// Prints the failure of an input as a record of its own, in the forms for machines.
  ///
  /// - Parameter input: the fields that name the input.
  package mutating func printFailure(of input: [(key: String, value: JSONValue)], _ message: String)
  {
    guard form.isForMachines else { return }
    print(
      CommandResult(
        fields: input + [("error", .string(VisibleText.shortened(message)))], columns: []))
  }

  /// Prints the rows of a table that have come so far, where a table is what is printed.
  ///
  /// Its columns keep the widths they have, or get wider.
  package mutating func printRows() {
    guard form.format == .text, !waiting.isEmpty else { return }
    for line in table.lines(waiting.map(\.columns)) { print(line) }
    waiting = []
  }

  /// Prints what needs all answers: the object of JSON and the aligned table.
  package mutating func finish() {
    printRows()
    guard form.format == .json else { return }
    let document = JSONValue.object([
      ("version", .integer(Self.schemaVersion)),
      ("results", .array(waiting.map { .object($0.fields) })),
    ])
    StandardOutput.shared.print(document.text(isIndented: true))
    waiting = []
  }
}

/// How an answer is written.
package struct ResultForm: Sendable {
  package let format: OutputFormat
  package let color: ColorChoice
  package let isTerminal: Bool
  /// Whether NUL ends each field and each record, and nothing is escaped.
  package let endsWithNUL: Bool

  /// Whether fields are printed, and not columns.
  package var isForMachines: Bool { format == .json || format == .jsonl }

  /// Whether answers are the rows of a table whose columns are aligned.
  package var isTable: Bool { format == .text && isTerminal && !endsWithNUL }

  /// What ends an answer.
  package var terminator: String { endsWithNUL ? "\0" : "\n" }

  /// The text of an answer that is printed at once; nil when it has to wait for all others.
  package func text(of result: CommandResult) -> String? {
    switch format {
    case .jsonl: return JSONValue.object(result.fields).text()
    case .json: return nil
    case .tsv: return record(result.columns)
    case .text:
      if let verbatim = result.verbatim { return verbatim }
      if let lines = result.lines {
        let usesColor = color.isUsed
        return lines.map { VisibleText.styled($0, usesColor: usesColor) }.joined(separator: "\n")
      }
      return isTable ? nil : record(result.columns)
    }
  }

  /// Columns with a tab between them; what would make two of one column is escaped.
  private func record(_ columns: [String]) -> String {
    if endsWithNUL { return columns.joined(separator: "\0") }
    var result = ""
    for (index, column) in columns.enumerated() {
      if index > 0 { result += "\t" }
      VisibleText.appendField(column, to: &result)
    }
    return result
  }
}
