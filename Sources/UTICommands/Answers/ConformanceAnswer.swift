import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// The type or the format that a question names.
enum ConformanceTarget {
  case type(UTType)
  /// A format of PRONOM, to which only itself and its files conform.
  case format(String)

  var name: String {
    switch self {
    case .type(let type): type.identifier
    case .format(let puid): puid
    }
  }

  /// nil for a format.
  var type: UTType? {
    if case .type(let type) = self { type } else { nil }
  }
}

/// The answer to the question whether a type, or the type of an item, conforms to another.
struct ConformanceAnswer {
  let type: UTType
  let supertype: ConformanceTarget
  /// nil for a type that the user names.
  let path: String?
  let view: GraphView
  let conforms: Bool
  /// The format of PRONOM that the user names in place of the type.
  var format: FormatRelation?
  /// The formats of the item; nil if the signatures were not needed.
  var formats: [String]?

  var fields: [(key: String, value: JSONValue)] {
    (path.map(LosslessText.fields) ?? []) + formatFields + [
      ("type", .string(type.identifier)), ("supertype", .string(supertype.name)),
      ("view", .string(view.rawValue)), ("conforms", .boolean(conforms)),
    ]
  }

  private var formatFields: [(key: String, value: JSONValue)] {
    format.map { [("format", .string($0.puid)), ("relation", .string($0.kind.rawValue))] } ?? []
  }

  var result: CommandResult {
    let word = conforms ? "yes" : "no"
    return CommandResult(
      fields: fields, columns: [type.identifier, supertype.name, word], lines: [word])
  }
}

/// The two types that a command relates.
struct ConformanceQuestion: ParameterGroup {
  private var type = TypeArgument()
  private var supertype = TypeArgument()
  private var registryOptions = RegistryOptions()
  private(set) var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.argument(
      &type, "type|path", help: "The type to test, or an item with that type.",
      completion: .typesAndFiles)
    parameters.argument(&supertype, "supertype", help: "The supertype to test for.")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  /// A declared type precedes an item of the name; throws with the nearest name for unknown ones.
  func answer() throws -> ConformanceAnswer {
    let registry = try registryOptions.load()
    let lookup = FormatLookup(registry, registryOptions)
    let target: ConformanceTarget =
      try supertype.format.map { .format($0) } ?? .type(supertype.type(in: registry))
    if let path = type.itemPath(in: registry) { return try answer(about: path, target, registry) }
    if let puid = supertype.format { try lookup.check(format: puid) }
    var format: FormatRelation?
    if let puid = type.format {
      let relations = try lookup.relations(ofFormat: puid)
      format =
        relations.first { relation in target.type.map(relation.type.conforms) ?? false }
        ?? relations.first
    }
    let subject = try format?.type ?? type.type(in: registry)
    let conforms =
      switch target {
      case .type(let supertype): subject.conforms(to: supertype)
      case .format(let puid):
        type.format == puid || TypeIdentifier(canonical: subject.identifier).puid == puid
      }
    return ConformanceAnswer(
      type: subject, supertype: target, path: nil, view: registry.view, conforms: conforms,
      format: format)
  }

  private func answer(
    about path: String, _ target: ConformanceTarget, _ registry: TypeRegistry
  ) throws -> ConformanceAnswer {
    try registryOptions.sandbox.enter()
    var reader: FormatReader?
    if case .format(let puid) = target {
      reader = try FormatReader(
        registryOptions.signatures(), asking: puid, readsNames: true, searchLimit: nil)
      try reader?.check(format: puid)
    }
    do {
      let seen = try registry.identify(pathText: path)
      let verdict =
        FormatTyping(registry, registryOptions, by: .both, reader)?
        .narrowed(seen, of: path, followsLinks: true) ?? seen
      let type = registry.type(of: verdict)
      let formats = try reader.map { try $0.formats(of: path, followsLinks: true) }
      let conforms =
        switch target {
        case .type(let supertype): type.conforms(to: supertype)
        case .format(let puid): formats?.contains(puid) ?? false
        }
      return ConformanceAnswer(
        type: type, supertype: target, path: path, view: registry.view, conforms: conforms,
        formats: formats)
    } catch let error as DetectionError {
      throw CommandFailure(.inputMissing, error.description)
    }
  }
}
