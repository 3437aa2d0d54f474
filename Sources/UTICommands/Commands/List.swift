import UTICommandLineInterface
import UTICommandOutput
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
  private var sandbox = SandboxOptions()
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.option(
      &supertype, "--conforming-to", value: "type",
      help: "List only types that conform to this one.")
    parameters.group(&sandbox)
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  func run() throws {
    let registry = try registryOptions.load(in: sandbox)
    try sandbox.enter()
    let supertype = try supertype?.type(in: registry)
    let languages = output.languages
    let mimeType = registry.canonicalMIMETypes()
    var printer = ResultPrinter(output)
    for type in registry.types where supertype.map(type.conforms(to:)) ?? true {
      printer.print(
        TypeSummary.result(
          type, mimeType: mimeType(type), languages: languages, in: output.format))
    }
    printer.finish()
  }
}
