/// The text of `uti help formats`.
enum FormatsTopic {
  /// Made from the same tables as the schema.
  static var text: String {
    var lines = [
      "The output of the commands", "",
      "  --format text   a table on a terminal; in a pipe its rows, with a tab between columns",
      "  --format tsv    those rows on a terminal too",
      "  --format jsonl  one JSON object a line, printed as results arrive",
      "  --format csv    comma-separated values for uti identify, after a line of column names",
      "  --format droid-csv, siegfried-csv  the columns of these programs, for uti identify",
      "  --format json   one object: {\"version\": 1, \"results\": [those objects]}", "",
      "In rows a tab, a line feed, a backslash, a control character and a character that changes the",
      "direction of text are escaped as \\t, \\n, \\\\, \\x1B and \\u{202E}, and a byte that is not UTF-8",
      "as \\xE9. An empty column is -. With --null, which uti identify and uti versions have, nothing",
      "is escaped, and NUL ends every column and every row.", "",
      "CSV has the quotation marks of RFC 4180 and ends a row with a line feed. Values are unchanged,",
      "line feeds in paths included; on a terminal they are escaped as in rows. An absent value is an",
      "empty field.", "",
      "The formats of PRONOM need its signature files, which uti install takes. A report of DROID or",
      "Siegfried has one row for each format that remains, and one for an item that failed. Its columns",
      "have the values of these programs, with times in UTC. PARENT_ID and class are empty.", "",
      "An input that failed is reported on standard error; in JSON it is a record with",
      "error with path, query, identifier or id. A key means the same in every command. Keys may be",
      "added; programs should ignore unknown keys.", "",
      "uti help formats --format json prints this as a JSON Schema.", "",
      "Fields of uti identify --print", "",
    ]
    lines += rows(ItemField.allCases.map { ($0.rawValue, $0.meaning) })
    lines += ["", "Columns", ""]
    lines += rows(RecordFormat.all.map { ($0.command, $0.columns.joined(separator: ", ")) })
    lines += rows([
      ("identify, droid-csv", ArchiveReport.droid.columns(digest: nil).joined(separator: ", ")),
      (
        "identify, siegfried-csv",
        ArchiveReport.siegfried.columns(digest: nil).joined(separator: ", ")
      ),
    ])
    lines += ["", "Keys of JSON by command (optional keys are in brackets)", ""]
    lines += rows(
      RecordFormat.all.map { format in
        let optional = format.optionalKeys.map { "[\($0)]" }
        return (format.command, (format.keys + optional).joined(separator: ", "))
      })
    lines += ["", "The meaning of the keys", ""]
    lines += rows(RecordKey.all.map { ($0.name, $0.meaning) })
    return lines.joined(separator: "\n")
  }

  /// Meanings are to the right of the names, with long lines broken.
  private static func rows(_ rows: [(name: String, text: String)]) -> [String] {
    let indentation = 28
    var lines: [String] = []
    for (name, text) in rows {
      var line = "  " + name
      if line.count > indentation - 2 {
        lines.append(line)
        line = ""
      }
      line += String(repeating: " ", count: indentation - line.count)
      var isFirst = true
      for word in text.split(separator: " ") {
        if !isFirst, line.count + word.count + 1 > 98 {
          lines.append(line)
          line = String(repeating: " ", count: indentation)
          isFirst = true
        }
        line += (isFirst ? "" : " ") + word
        isFirst = false
      }
      lines.append(line)
    }
    return lines
  }
}
