import ArgumentParser
import TypeGraph
import UniformTypes

struct Lookup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lookup",
    abstract: "List the types that have a tag, the preferred one first.")

  @Argument(
    help: ArgumentHelp(
      "An extension with its dot, a MIME type, or a tag class and a value.",
      valueName: ".ext|media/type|class=value"))
  var queries: [TypeArgument]

  @Option(help: ArgumentHelp("List only types that conform to this one.", valueName: "type"))
  var conformingTo: TypeArgument?

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    for query in queries where query.tag == nil {
      throw ValidationError(
        "\(query.text) is no tag; write .ext, media/type or class=value "
          + "(uti info shows a type by its identifier)")
    }
  }

  func run() throws {
    let registry = try registryOptions.load()
    let supertype = try conformingTo?.type(in: registry)
    var printer = ResultPrinter(output.format)
    var hasFailed = false
    for query in queries {
      guard let tag = query.tag else { continue }
      let found = registry.candidates(for: tag, conformingTo: supertype)
      if found.types.isEmpty, found.dynamic == nil {
        hasFailed = true
        StandardError.print(
          "uti: \(query.text): no type can have this tag; an extension holds no period, space or "
            + "slash and is not empty")
      }
      for result in results(query.text, found) { printer.print(result) }
    }
    printer.finish()
    if hasFailed { throw CommandFailure(.someFailed) }
  }

  /// One answer with all candidates for JSON, one a candidate for tables.
  private func results(_ query: String, _ found: TypeRegistry.Candidates) -> [CommandResult] {
    let identifiers = found.types.map(\.identifier)
    if output.format == .json || output.format == .jsonl {
      let fields: [(key: String, value: JSONValue)] = [
        ("query", .string(query)), ("types", .strings(identifiers)),
        ("dynamic", .optional(found.dynamic?.identifier)),
      ]
      return [CommandResult(fields: fields, columns: [])]
    }
    return (found.types + (found.dynamic.map { [$0] } ?? [])).map { type in
      let description = type.localizedDescription(in: output.languages) ?? ""
      return CommandResult(fields: [], columns: [query, type.identifier, description])
    }
  }
}
