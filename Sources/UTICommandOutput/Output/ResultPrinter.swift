package import UTIDataFormats
internal import UTIPlatform

/// One result: its fields for machine-readable forms, and its columns or lines for text.
package struct CommandResult: Sendable {
  /// The fields of JSON, in order.
  package var fields: [(key: String, value: JSONValue)]
  /// The columns of a table.
  package var columns: [String]
  /// The lines for text form in place of the columns.
  package var lines: [String]?
  /// The text that text form prints unchanged.
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

  /// Makes a result with only the parts that a format prints: a query for one line does not wait
  /// for all fields of a record.
  ///
  /// - Parameters:
  ///   - format: the format of the output.
  ///   - lines: returns the lines for text form in place of the columns; nil for the columns.
  package init(
    in format: OutputFormat, fields: @autoclosure () -> [(key: String, value: JSONValue)],
    columns: @autoclosure () -> [String], lines: @autoclosure () -> [String]? = nil
  ) {
    switch format {
    case .json, .jsonl: self.init(fields: fields(), columns: [])
    case .tsv, .csv: self.init(fields: [], columns: columns())
    case .text:
      let lines = lines()
      self.init(fields: [], columns: lines == nil ? columns() : [], lines: lines)
    }
  }
}

/// A printer of the results of a command in the requested format.
///
/// Text is a table on a terminal and tab-separated lines in a pipe. JSON is one object with the
/// version of its schema. Every form except the table is written as the results arrive.
package struct ResultPrinter {
  package static let schemaVersion = 1

  /// The form of results, without the results that wait.
  package let form: ResultForm
  /// The rows of the table that wait for their widths.
  private var waiting: [CommandResult] = []
  /// True if the object of JSON has a result.
  private var hasJSONResult = false
  private var table = TextTable()

  package init(_ output: OutputOptions, endsWithNUL: Bool = false) {
    form = ResultForm(
      format: output.format, color: output.color, isTerminal: StandardOutput.isTerminal,
      endsWithNUL: endsWithNUL)
  }

  package mutating func print(_ result: CommandResult) {
    if let text = form.text(of: result) {
      print(text)
    } else if form.format == .json {
      printJSON(result)
    } else {
      waiting.append(result)
    }
  }

  /// Prints a result as a member of the list in the object of JSON, which the first one opens.
  private mutating func printJSON(_ result: CommandResult) {
    StandardOutput.shared.write(hasJSONResult ? Self.jsonSeparator : Self.jsonStart + "\n")
    hasJSONResult = true
    var bytes = Array(Self.jsonIndentation.utf8)
    JSONValue.object(result.fields).write(to: &bytes, indentation: Self.jsonLevel)
    StandardOutput.shared.write(bytes)
  }

  /// The level of a result in the object of JSON.
  private static let jsonLevel = 2
  private static let jsonIndentation = String(repeating: "  ", count: jsonLevel)
  private static let jsonSeparator = ",\n"
  private static let jsonStart = "{\n  \"version\": \(schemaVersion),\n  \"results\": ["

  /// Prints a result in the text of ``form``.
  package func print(_ text: String) {
    StandardOutput.shared.write(text, end: form.terminator)
  }

  /// Prints the failure of an input as a separate record, in the machine-readable forms.
  ///
  /// - Parameter input: the fields that name the input.
  package mutating func printFailure(of input: [(key: String, value: JSONValue)], _ message: String)
  {
    guard form.isForMachines else { return }
    print(
      CommandResult(
        fields: input + [("error", .string(VisibleText.shortened(message)))], columns: []))
  }

  /// Prints the rows of a table that are complete so far, if the output is a table.
  ///
  /// Its columns keep their widths, or become wider.
  package mutating func printRows() {
    guard form.format == .text, !waiting.isEmpty else { return }
    for line in table.lines(waiting.map(\.columns)) { print(line) }
    waiting = []
  }

  /// Prints the end of the object of JSON, and the rows of the aligned table.
  package mutating func finish() {
    printRows()
    guard form.format == .json else { return }
    StandardOutput.shared.print(hasJSONResult ? "\n  ]\n}" : Self.jsonStart + "]\n}")
  }
}

/// The form in which results are written.
package struct ResultForm: Sendable {
  package let format: OutputFormat
  package let color: ColorChoice
  package let isTerminal: Bool
  /// True if NUL ends each field and each record, and nothing is escaped.
  package let endsWithNUL: Bool

  /// True if fields are printed instead of columns.
  package var isForMachines: Bool { format == .json || format == .jsonl }

  /// True if results are the rows of a table with aligned columns.
  package var isTable: Bool { format == .text && isTerminal && !endsWithNUL }

  /// The text that ends a result.
  package var terminator: String { endsWithNUL ? "\0" : "\n" }

  /// Returns the text of a result that is printed immediately; nil when it has to wait for all
  /// others.
  package func text(of result: CommandResult) -> String? {
    switch format {
    case .jsonl: return JSONValue.object(result.fields).text()
    case .json: return nil
    case .tsv: return record(result.columns)
    case .csv: return commaSeparated(result.columns)
    case .text:
      if let verbatim = result.verbatim { return verbatim }
      if let lines = result.lines {
        let usesColor = color.isUsed
        return lines.map { VisibleText.styled($0, usesColor: usesColor) }.joined(separator: "\n")
      }
      return isTable ? nil : record(result.columns)
    }
  }

  private func commaSeparated(_ columns: [String]) -> String {
    var bytes: [UInt8] = []
    for (index, column) in columns.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      CSVField.append(column, to: &bytes)
    }
    return LosslessText.text(bytes)
  }

  /// Returns columns separated by tabs; tabs and line breaks inside them are escaped.
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
