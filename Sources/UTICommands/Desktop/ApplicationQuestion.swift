import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform
import UTITypeGraph
import UniformTypes

/// The subject of a command about applications: a MIME type, or an item with its type.
struct ApplicationQuestion {
  /// nil for a type that the user names.
  let path: String?
  /// The word as given.
  let text: String
  let mimeType: MIMEName

  /// A path or a name of a type (also a scheme); a declared type precedes an item of the name.
  ///
  /// Throws ``CommandFailure`` when there is neither, or when the type has no MIME name.
  init(_ argument: TypeArgument, in registry: TypeRegistry) throws {
    text = argument.text
    path = argument.itemPath(in: registry)
    if let path {
      let verdict = try registry.identify(pathText: path)
      guard let name = verdict.mimeType.flatMap(MIMEName.init) else {
        throw CommandFailure(
          .someFailed, "\(path): \(verdict.type) has no MIME type, which applications require")
      }
      mimeType = name
    } else if case .tag(let tag) = argument.form, tag.tagClass == .mimeType,
      let name = MIMEName(tag.value)
    {
      mimeType = name
    } else {
      mimeType = try Self.mimeType(of: try argument.type(in: registry), argument, registry)
    }
  }

  /// The members of a record that identify the subject.
  var fields: [(key: String, value: JSONValue)] {
    path.map(LosslessText.fields) ?? [("query", .string(text))]
  }

  /// The MIME type does not belong to another type.
  static func hasOwnMIMEType(_ registry: TypeRegistry) -> (UTType) -> Bool {
    { type in
      // Types such as UTF-16 text have a name with parameters.
      guard let name = type.canonicalMIMEType, MIMEName(name) != nil else { return false }
      return type.tags[.mimeType] != nil || registry.type(canonicalMIMEType: name) == type
    }
  }

  private static func mimeType(
    of type: UTType, _ argument: TypeArgument, _ registry: TypeRegistry
  ) throws -> MIMEName {
    guard hasOwnMIMEType(registry)(type), let name = type.canonicalMIMEType.flatMap(MIMEName.init)
    else {
      throw CommandFailure(
        .someFailed,
        "\(argument.text): \(type) has no MIME type of its own, which applications require; "
          + "uti tree --down \(type) lists the types below it")
    }
    return name
  }
}
