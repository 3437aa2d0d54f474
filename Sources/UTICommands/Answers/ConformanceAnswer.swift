import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// The answer to the question whether a type, or the type of an item, conforms to another.
struct ConformanceAnswer {
  let type: UTType
  let supertype: UTType
  /// nil for a type that the user names.
  let path: String?
  let view: GraphView
  let conforms: Bool
  /// The format of PRONOM that the user names in place of the type.
  var format: FormatRelation?

  var fields: [(key: String, value: JSONValue)] {
    (path.map(LosslessText.fields) ?? []) + formatFields + [
      ("type", .string(type.identifier)), ("supertype", .string(supertype.identifier)),
      ("view", .string(view.rawValue)), ("conforms", .boolean(conforms)),
    ]
  }

  private var formatFields: [(key: String, value: JSONValue)] {
    format.map { [("format", .string($0.puid)), ("relation", .string($0.kind.rawValue))] } ?? []
  }

  var result: CommandResult {
    let word = conforms ? "yes" : "no"
    return CommandResult(
      fields: fields, columns: [type.identifier, supertype.identifier, word], lines: [word])
  }
}

/// The two types that a command relates.
struct ConformanceQuestion: ParameterGroup {
  private var type = TypeArgument()
  private var supertype = TypeArgument()
  private var sandbox = SandboxOptions()
  private var registryOptions = RegistryOptions()
  private(set) var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.argument(
      &type, "type|path", help: "The type to test, or an item with that type.",
      completion: .typesAndFiles)
    parameters.argument(&supertype, "supertype", help: "The supertype to test for.")
    parameters.group(&sandbox)
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  /// A declared type precedes an item of the name; throws with the nearest name for unknown ones.
  func answer() throws -> ConformanceAnswer {
    let registry = try registryOptions.load(in: sandbox)
    let formats = FormatLookup(registry, registryOptions, sandbox)
    let supertype = try supertype.type(in: registry, formats: formats)
    let path = type.itemPath(in: registry)
    var format: FormatRelation?
    let subject: UTType
    do {
      if let path {
        try sandbox.enter()
        subject = registry.type(of: try registry.identify(pathText: path))
      } else {
        if let tag = type.tag, tag.tagClass == .format {
          let relations = try formats.relations(ofFormat: tag.value)
          format = relations.first { $0.type.conforms(to: supertype) } ?? relations.first
        }
        subject = try format?.type ?? type.type(in: registry)
      }
    } catch let error as DetectionError {
      throw CommandFailure(.inputMissing, error.description)
    }
    return ConformanceAnswer(
      type: subject, supertype: supertype, path: path, view: registry.view,
      conforms: subject.conforms(to: supertype), format: format)
  }
}
