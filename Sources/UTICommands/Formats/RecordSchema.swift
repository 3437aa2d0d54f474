import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats

/// The JSON Schema (draft 2020-12) of `--format jsonl`, and of the object of `--format json`.
enum RecordSchema {
  static var document: JSONValue {
    .object([
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("title", .string("Answers of uti")),
      ("description", .string("With --format json: the object below. With jsonl: one of results.")),
      ("type", .string("object")),
      (
        "properties",
        .object([
          ("version", .object([("const", .integer(ResultPrinter.schemaVersion))])),
          (
            "results",
            .object([
              ("type", .string("array")),
              (
                "items",
                .object([("anyOf", .array(RecordFormat.all.map { reference($0.command) }))])
              ),
            ])
          ),
        ])
      ),
      ("required", .strings(["version", "results"])),
      (
        "$defs",
        .object(RecordFormat.all.map { ($0.command, record($0)) } + [("failure", failure)])
      ),
    ])
  }

  private static var failure: JSONValue {
    let names = ["path", "pathBytes", "query", "identifier", "id", "error"]
    return .object([
      ("type", .string("object")),
      (
        "properties",
        .object(
          RecordKey.all.filter { names.contains($0.name) }.map { ($0.name, value($0, in: "")) })
      ),
      ("required", .strings(["error"])), ("additionalProperties", .boolean(false)),
    ])
  }

  private static func record(_ format: RecordFormat) -> JSONValue {
    let keys = (format.keys + format.optionalKeys).compactMap { name in
      RecordKey.all.first { $0.name == name }
    }
    let object = object(keys, required: format.keys, in: format.command)
    return .object([("anyOf", .array([object, reference("failure")]))])
  }

  private static func reference(_ command: String) -> JSONValue {
    let name = String(command.map { $0 == " " ? "%20" : String($0) }.joined())
    return .object([("$ref", .string("#/$defs/\(name)"))])
  }

  private static func object(
    _ keys: [RecordKey], required: [String], in command: String
  ) -> JSONValue {
    .object([
      ("type", .string("object")),
      ("properties", .object(keys.map { ($0.name, value($0, in: command)) })),
      ("required", .strings(required)), ("additionalProperties", .boolean(false)),
    ])
  }

  private static func value(_ key: RecordKey, in command: String) -> JSONValue {
    guard case .object(let members) = schema(of: key.kind, in: command) else { return .null }
    return .object(members + [("description", .string(key.meaning))])
  }

  private static func schema(of kind: RecordKey.Kind, in command: String) -> JSONValue {
    switch kind {
    case .string: .object([("type", .string("string"))])
    case .integer: .object([("type", .string("integer"))])
    case .number: .object([("type", .string("number"))])
    case .boolean: .object([("type", .string("boolean"))])
    case .word(let words): .object([("enum", .strings(words))])
    case .optional(let kind):
      .object([
        ("anyOf", .array([schema(of: kind, in: command), .object([("type", .string("null"))])]))
      ])
    case .either(let one, let other):
      .object([("anyOf", .array([schema(of: one, in: command), schema(of: other, in: command)]))])
    case .list(let kind):
      .object([("type", .string("array")), ("items", schema(of: kind, in: command))])
    case .listsByName:
      .object([
        ("type", .string("object")),
        ("additionalProperties", schema(of: .list(.string), in: command)),
      ])
    case .object(let keys): object(keys, required: keys.map(\.name), in: command)
    case .record: reference(command)
    }
  }
}

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
      "as \\xE9. An empty column is -. With --null, which uti identify and uti versions have, NUL",
      "ends every column and every row, and nothing is escaped, except on a terminal, which would obey",
      "control characters.", "",
      "CSV has the quotation marks of RFC 4180 and ends a row with a line feed. Values are unchanged,",
      "line feeds in paths included; on a terminal they are escaped as in rows. An absent value is an",
      "empty field.", "",
      "The formats of PRONOM need its signature files, which uti install takes. A report of DROID or",
      "Siegfried has one row for each format that remains, and one for an item that failed. Its columns",
      "have the values of these programs, with times in UTC. PARENT_ID is empty but for",
      "members of archives, and class is empty.", "",
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

  private static func rows(_ rows: [(name: String, text: String)]) -> [String] {
    rows.map { HelpText.row($0.name, $0.text, indentation: 28, width: 98) }
  }
}
