import ArgumentParser
import UniformTypes

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List all types, sorted by identifier.",
    discussion: """
      Examples:
        uti list
        uti list --conforming-to public.image
        uti list --format tsv --view declared | cut -f 1
      """)

  @Option(help: ArgumentHelp("List only types that conform to this one.", valueName: "type"))
  var conformingTo: TypeArgument?

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let registry = try registryOptions.load()
    let supertype = try conformingTo?.type(in: registry)
    var printer = ResultPrinter(output)
    for type in registry.types where supertype.map(type.conforms(to:)) ?? true {
      printer.print(TypeSummary.result(type, languages: output.languages))
    }
    printer.finish()
  }
}
