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
        .object(
          RecordFormat.all.map { ($0.command, record($0)) } + [("failure", failure)])
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
        (
          "anyOf",
          .array([schema(of: kind, in: command), .object([("type", .string("null"))])])
        )
      ])
    case .either(let one, let other):
      .object([
        ("anyOf", .array([schema(of: one, in: command), schema(of: other, in: command)]))
      ])
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
