import TypeDeclarations
import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UTITypeGraph
import UniformTypes

/// The answer to the question whether a type, or the type of an item, conforms to another.
struct ConformanceAnswer {
  let type: UTType
  let supertype: UTType
  /// nil for a type that the user names.
  let path: String?
  let registry: TypeRegistry

  var conforms: Bool

  init(type: UTType, supertype: UTType, path: String?, registry: TypeRegistry) {
    self.type = type
    self.supertype = supertype
    self.path = path
    self.registry = registry
    conforms = type.conforms(to: supertype)
  }

  var fields: [(key: String, value: JSONValue)] {
    (path.map(LosslessText.fields) ?? []) + [
      ("type", .string(type.identifier)), ("supertype", .string(supertype.identifier)),
      ("view", .string(registry.view.rawValue)), ("conforms", .boolean(conforms)),
    ]
  }

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
