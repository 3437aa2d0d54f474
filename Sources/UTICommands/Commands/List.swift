import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
import UniformTypes

struct List: Command {
  static let name = "list"
  static let abstract = "List all types, sorted by identifier."
  static var discussion: String {
    """
    Examples:
      uti list
      uti list --conforming-to public.image
      uti list --format tsv --view declared | cut -f 1
    """
  }

  private var supertype: TypeArgument?
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.option(
      &supertype, "--conforming-to", value: "type",
      help: "List only types that conform to this one.")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  func run() throws {
    let registry = try registryOptions.load()
    try registryOptions.sandbox.enter()
    let supertype = try supertype?.supertype(in: registry, asking: "--conforming-to")
    let types = registry.types.filter { supertype.map($0.conforms(to:)) ?? true }
    ResultPrinter.printSummaries(types, in: registry, output)
  }
}

extension ResultPrinter {
  /// Each type on one line.
  static func printSummaries(
    _ types: [UTType], in registry: TypeRegistry, _ output: OutputOptions
  ) {
    let languages = output.languages
    let mimeType = registry.canonicalMIMETypes()
    var printer = ResultPrinter(output)
    for type in types {
      let (name, description) = (mimeType(type), type.localizedDescription(in: languages))
      printer.print(
        CommandResult(
          in: output.format,
          fields: [
            ("type", .string(type.identifier)), ("mimeType", .optional(name)),
            ("filenameExtension", .optional(type.preferredFilenameExtension)),
            ("description", .optional(description)),
          ], columns: [type.identifier, name ?? "-", description ?? "-"]))
    }
    printer.finish()
  }
}
