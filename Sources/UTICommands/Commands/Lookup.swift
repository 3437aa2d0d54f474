import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
import UniformTypes

struct Lookup: Command {
  static let name = "lookup"
  static let abstract = "List the types that have a tag, the preferred one first."
  static var discussion: String {
    """
    The first type for an extension is the type of a name with it, as in uti identify --by name. \
    Without a declared type the result is the dynamic identifier of the tag; --declared omits it. \
    An identifier of PRONOM, such as fmt/18, has a type in the package's table of formats, or else the \
    types that share a MIME name and an extension with the format, if its signatures are installed. A \
    format without such a type then has a derived one, such as pronom.fmt-1000. The relation follows: \
    is, or version-of. The classes of tags have short names: extension, mime-type, \
    ostype, nspboard-type, url-scheme, puid.

    Exit status: 0 every tag has a result; 1 with --declared, one of them has no declared type; 2 \
    one of them is not a valid tag, and all others have a result.

    Examples:
      uti lookup .ts
      uti lookup --conforming-to public.movie .ts
      uti lookup application/pdf ostype=PNGf
      uti lookup fmt/18
      uti lookup --declared .xyz || echo unknown
    """
  }

  private var queries: [TypeArgument] = []
  private var supertype: TypeArgument?
  private var listsDeclaredOnly = false
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &queries, ".ext|media/type|class=value",
      help: "An extension, a MIME type, a tag class and a value, or an identifier of PRONOM.")
    parameters.option(
      &supertype, "--conforming-to", value: "type",
      help: "List only types that conform to this one.")
    parameters.flag(
      &listsDeclaredOnly, "--declared",
      help: "List declared types only; exit status 1 if a tag has none.")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  var fault: String? {
    for query in queries where query.tag ?? query.bareExtension == nil {
      return "\(query.text) is not a tag; write .ext, media/type or class=value "
        + "(uti info shows a type by its identifier)"
    }
    return nil
  }

  func run() throws {
    let registry = try registryOptions.load()
    let supertype = try self.supertype?.supertype(in: registry, asking: "--conforming-to")
    var isWithoutType = false
    let formats = FormatLookup(registry, registryOptions)
    func name(_ query: TypeArgument) -> [(key: String, value: JSONValue)] {
      [("query", .string(query.text)), ("types", .array([])), ("dynamic", .null)]
    }
    try ResultPrinter.printEach(queries, output, name: name) { query in
      if let tag = query.tag, tag.tagClass == .format {
        let relations = try formats.relations(ofFormat: tag.value)
          .filter { relation in supertype.map(relation.type.conforms) ?? true }
        isWithoutType = isWithoutType || relations.isEmpty
        return results(tag.value, relations.map(\.type), nil, relations.map(\.kind.rawValue))
      }
      guard let tag = query.tag ?? query.bareExtension else { return [] }
      try query.checkTagClass(of: tag)
      let found = registry.candidates(for: tag, conformingTo: supertype)
      if found.types.isEmpty, found.dynamic == nil {
        throw CommandFailure(
          .someFailed,
          "\(query.text): no type can have this tag; an extension holds no period, space or slash "
            + "and is not empty")
      }
      isWithoutType = isWithoutType || found.types.isEmpty
      return results(query.text, found.types, listsDeclaredOnly ? nil : found.dynamic)
    }
    if listsDeclaredOnly, isWithoutType { throw CommandFailure(.negative) }
  }

  /// One result with all candidates for JSON, and one for each candidate for tables.
  ///
  /// Formats have a relation to each type.
  private func results(
    _ query: String, _ types: [UTType], _ dynamic: UTType?, _ relations: [String] = []
  ) -> [CommandResult] {
    if output.format == .json || output.format == .jsonl {
      return [
        CommandResult(
          fields: [
            ("query", .string(query)), ("types", .strings(types.map(\.identifier))),
            ("dynamic", .optional(dynamic?.identifier)),
          ] + (relations.isEmpty ? [] : [("relations", .strings(relations))]))
      ]
    }
    return (types + (dynamic.map { [$0] } ?? [])).enumerated().map { place, type in
      let description = type.localizedDescription(in: output.languages)
      return CommandResult(
        columns: [query, type.identifier, type.canonicalMIMEType ?? "-", description ?? "-"]
          + relations.dropFirst(place).prefix(1))
    }
  }
}
