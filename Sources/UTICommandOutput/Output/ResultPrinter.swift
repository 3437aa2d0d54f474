package import UTIDataFormats
internal import UTIPlatform

/// One result: its fields for machine-readable forms, and its columns or lines for text.
package struct CommandResult: Sendable {
  package var fields: [(key: String, value: JSONValue)]
  package var columns: [String]
  /// The lines for text form in place of the columns.
  package var lines: [String]?
  /// Text form prints it unchanged.
  package var verbatim: String?

  package init(
    fields: [(key: String, value: JSONValue)] = [], columns: [String] = [], lines: [String]? = nil,
    verbatim: String? = nil
  ) {
    self.fields = fields
    self.columns = columns
    self.lines = lines
    self.verbatim = verbatim
  }

  /// Makes only the parts that a format prints; nil lines mean the columns.
  package init(
    in format: OutputFormat, fields: @autoclosure () -> [(key: String, value: JSONValue)],
    columns: @autoclosure () -> [String], lines: @autoclosure () -> [String]? = nil
  ) {
    switch format {
    case .json, .jsonl: self.init(fields: fields())
    case .tsv, .csv, .droidCSV, .siegfriedCSV: self.init(columns: columns())
    case .text:
      let lines = lines()
      self.init(columns: lines == nil ? columns() : [], lines: lines)
    }
  }

  /// The texts of the fields are the columns.
  package init(
    _ fields: [(key: String, value: JSONValue)], columns: [String], lines: [String]? = nil
  ) {
    self.init(
      fields: fields,
      columns: columns.map { column in
        switch fields.first(where: { $0.key == column })?.value {
        case .string(let text): text
        case .integer(let number): String(number)
        default: "-"
        }
      }, lines: lines)
  }
}

/// Prints a table on a terminal, tab-separated lines in a pipe, or JSON with its schema version.
///
/// Every form except the table is written as the results arrive.
package struct ResultPrinter {
  package static let schemaVersion = 1

  /// The form of results, without the results that wait.
  package let form: ResultForm
  private var waiting: [CommandResult] = []
  /// The object of JSON has a result.
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

  package func print(_ text: String) {
    StandardOutput.shared.write(text, end: form.terminator)
  }

  /// A separate record in machine-readable forms; the input is the fields that name it.
  package mutating func printFailure(of input: [(key: String, value: JSONValue)], _ message: String)
  {
    guard form.isForMachines else { return }
    print(CommandResult(fields: input + [("error", .string(VisibleText.shortened(message)))]))
  }

  /// Only in a table, whose columns keep their widths, or become wider.
  package mutating func printRows() {
    guard form.format == .text, !waiting.isEmpty else { return }
    for line in table.lines(waiting.map(\.columns)) { print(line) }
    waiting = []
  }

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
  /// NUL ends each field and each record.
  package let endsWithNUL: Bool

  /// Fields are printed instead of columns.
  package var isForMachines: Bool { format == .json || format == .jsonl }

  /// Columns are aligned.
  package var isTable: Bool { format == .text && isTerminal && !endsWithNUL }

  /// A terminal, which would obey control characters, receives no field unchanged.
  package var escapesFields: Bool { isTerminal || !endsWithNUL }

  /// It ends a result.
  package var terminator: String { endsWithNUL ? "\0" : "\n" }

  /// nil when the result has to wait for all others.
  package func text(of result: CommandResult) -> String? {
    switch format {
    case .jsonl: return JSONValue.object(result.fields).text()
    case .json: return nil
    case .tsv: return record(result.columns)
    case .csv, .droidCSV, .siegfriedCSV: return commaSeparated(result.columns)
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

  /// Tabs and line breaks inside columns are escaped.
  private func record(_ columns: [String]) -> String {
    guard escapesFields else { return columns.joined(separator: "\0") }
    var bytes: [UInt8] = []
    for (index, column) in columns.enumerated() {
      if index > 0 { bytes.append(endsWithNUL ? 0 : UInt8(ascii: "\t")) }
      VisibleText.appendField(column, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ResultPrinter {
  package static func print(_ results: [CommandResult], _ output: OutputOptions) {
    var printer = ResultPrinter(output)
    for result in results { printer.print(result) }
    printer.finish()
  }

  /// Inputs are requested in turn; a failed one is reported, and is a record with `error` in JSON.
  ///
  /// Returns whether a result was printed; throws after all other inputs.
  @discardableResult
  package static func printEach<Input>(
    _ inputs: some Sequence<Input>, _ output: OutputOptions,
    name: (Input) -> [(key: String, value: JSONValue)],
    answers: (Input) throws -> [CommandResult]
  ) throws -> Bool {
    var printer = ResultPrinter(output)
    var hasFailed = false
    var hasAnswered = false
    for input in inputs {
      do {
        for var result in try answers(input) {
          if hasAnswered, output.format == .text { result.lines = result.lines.map { [""] + $0 } }
          hasAnswered = true
          printer.print(result)
        }
      } catch {
        hasFailed = true
        let failure = CommandFailure(input: error)
        failure.report()
        printer.printFailure(of: name(input), failure.messages.joined(separator: "; "))
      }
    }
    printer.finish()
    if hasFailed { throw CommandFailure(.someFailed) }
    return hasAnswered
  }
}

/// Comma-separated values (RFC 4180) with a line feed alone at the end of a record.
///
/// An absent value is nothing between its commas, and an empty value is two quotation marks.
package enum CSVField {
  /// The fields that are written in quotation marks.
  package enum Quoting: Hashable, Sendable {
    case needed, all
  }

  /// The bytes of ``LosslessText`` are written unchanged, in quotation marks if needed.
  package static func append(_ text: String?, to bytes: inout [UInt8], quoting: Quoting = .needed) {
    guard let text else { return }
    let field = LosslessText.hasStrayBytes(text) ? LosslessText.bytes(text) : Array(text.utf8)
    guard quoting == .all || field.isEmpty || field.contains(where: needsQuotationMarks) else {
      bytes += field
      return
    }
    bytes.append(quotationMark)
    for byte in field {
      if byte == quotationMark { bytes.append(quotationMark) }
      bytes.append(byte)
    }
    bytes.append(quotationMark)
  }

  /// The line has its line feed.
  package static func header(_ names: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, name) in names.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(name, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The field ends at a comma or a line end; nil if its quotation marks are wrong (RFC 4180).
  package static func next(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard rest.first == quotationMark else {
      let field = rest.prefix { $0 != UInt8(ascii: ",") && $0 != 0x0A && $0 != 0x0D }
      rest = rest.dropFirst(field.count)
      return Array(field)
    }
    rest.removeFirst()
    var field: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == quotationMark else {
        field.append(byte)
        continue
      }
      guard rest.first == quotationMark else { return field }
      field.append(quotationMark)
      rest.removeFirst()
    }
    return nil
  }

  /// An apostrophe precedes each beginning of a formula, in the first line and in others.
  package static func defused(_ field: String) -> String {
    var isLineStart = true
    var result: [UInt8] = []
    for byte in field.utf8 {
      if isLineStart, beginsFormula(byte) { result.append(UInt8(ascii: "'")) }
      isLineStart = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      result.append(byte)
    }
    return result.count == field.utf8.count ? field : String(decoding: result, as: UTF8.self)
  }

  /// A spreadsheet may compute a line of a field with this first byte.
  private static func beginsFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      true
    default: false
    }
  }

  private static let quotationMark = UInt8(ascii: "\"")

  private static func needsQuotationMarks(_ byte: UInt8) -> Bool {
    switch byte {
    case quotationMark, UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}

/// Columns aligned for a terminal; rows may come in several batches.
///
/// A column is as wide as its widest cell so far, except the last one and overlong cells.
package struct TextTable {
  private var widths: [Int] = []
  /// Wider cells do not widen their column.
  private static let widthLimit = 48

  package mutating func lines(_ rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map(VisibleText.shown) }
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        let width = Self.width(of: cell)
        if width <= Self.widthLimit { widths[column] = max(widths[column], width) }
      }
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        if column < row.count - 1 {
          let missing = max(0, widths[column] - Self.width(of: cell))
          line += String(repeating: " ", count: missing + 2)
        }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Terminal cells: two for wide East Asian characters and emoji.
  package static func width(of text: String) -> Int {
    text.reduce(0) { sum, character in
      guard let scalar = character.unicodeScalars.first else { return sum }
      let isWide =
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
          0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
          true
        default: false
        }
      return sum + (isWide ? 2 : 1)
    }
  }
}
