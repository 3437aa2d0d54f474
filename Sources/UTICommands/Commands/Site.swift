import CommandLineInterface
import CommandOutput
import RegistrySite
import TypeGraph
import UniformTypes

struct Site: Command {
  static let name = "site"
  static let abstract = "Write pages about all types, to read in a browser."
  static var discussion: String {
    """
    Every type has a page with its names in both vocabularies, what it conforms to, drawn and with \
    the places that say so, what conforms to it, and its tags. The first page lists and searches \
    all types. The pages need neither a server nor a script nor anything from elsewhere, and are \
    the same each time.

    A directory that is not empty is refused unless it holds a site, which is brought up to date.

    Examples:
      uti site --base types-of-files
      uti site --registry Declarations pages
    """
  }

  private var directory = ""
  private var isOfBaseOnly = false
  private var isForced = false
  private var language = "en"
  private var registryOptions = RegistryOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.argument(
      &directory, "dir", help: "The directory to write.", completion: .directories)
    parameters.flag(
      &isOfBaseOnly, "--base",
      help: "Show the built-in registry alone, which is the same on every machine.")
    parameters.flag(
      &isForced, "--force", help: "Write into a directory that holds other files, which stay.")
    parameters.option(
      &language, "--language", value: "locale",
      help: "The language of descriptions, such as pt_BR.")
    parameters.group(&registryOptions)
  }

  func run() throws {
    let registry = try registryOptions.load(includesInstalledDeclarations: !isOfBaseOnly)
    let folder = try SiteFolder(directory, isForced: isForced)
    try RegistrySite(registry, languages: OutputOptions.languages(language)).write(to: folder)
  }
}
