import CommandOutput
internal import DataFormats
import TypeDeclarations
import TypeGraph
internal import UTIPlatform
import UniformTypes

/// Whether a type conforms to another, or the type of an item does.
struct ConformanceAnswer {
  let type: UTType
  let supertype: UTType
  /// The item whose type it is; nil when the type itself is meant.
  let path: String?
  let registry: TypeRegistry

  var conforms: Bool { type.conforms(to: supertype) }

  var fields: [(key: String, value: JSONValue)] {
    (path.map(LosslessText.fields) ?? []) + [
      ("type", .string(type.identifier)), ("supertype", .string(supertype.identifier)),
      ("view", .string(registry.view.rawValue)), ("conforms", .boolean(conforms)),
    ]
  }

  /// The answer as it is printed.
  var result: CommandResult {
    CommandResult(
      fields: fields,
      columns: [type.identifier, supertype.identifier, conforms ? "yes" : "no"],
      lines: [conforms ? "yes" : "no"])
  }

  func print(_ output: OutputOptions) {
    var printer = ResultPrinter(output)
    printer.print(result)
    printer.finish()
  }
}
