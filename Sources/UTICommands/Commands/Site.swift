import UTICommandLineInterface
import UTICommandOutput
import UTIRegistrySite

struct Site: Command {
  static let name = "site"
  static let abstract = "Write pages about all types for a browser."
  static var discussion: String {
    """
    Every type has a page with its names in both vocabularies, its supertypes as a drawing and \
    with their origins, its subtypes, and its tags. The first page lists and searches all types. \
    The pages need no server, no script and no other files, and are the same each time.

    The directory must be empty or hold a site, which is updated. --drop-page adds the page for \
    dropped files that `make web` writes, which contains the engine and sends nothing.

    Examples:
      uti site --base types-of-files
      uti site --registry Declarations pages
    """
  }

  private var directory = ""
  private var isOfBaseOnly = false
  private var isForced = false
  private var dropPage: String?
  private var language = "en"
  private var registryOptions = RegistryOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.argument(
      &directory, "dir", help: "The directory to write.", completion: .directories)
    parameters.flag(
      &isOfBaseOnly, "--base",
      help: "Show the built-in registry alone, which is the same on every machine.")
    parameters.flag(
      &isForced, "--force", help: "Write into a directory with other files, which stay.")
    parameters.option(
      &dropPage, "--drop-page", value: "file",
      help: "Add a page that identifies dropped files: .build/web/index.html of make web.",
      completion: .files)
    parameters.option(
      &language, "--language", value: "locale",
      help: "The language of descriptions, such as pt_BR.")
    parameters.group(&registryOptions)
  }

  var fault: String? {
    directory == "-"
      ? "a site is a directory, and not output; name one, or ./- for one of this name" : nil
  }

  func run() throws {
    let registry = try registryOptions.load(
      writing: [directory], includesInstalledDeclarations: !isOfBaseOnly)
    try registryOptions.sandbox.enter(writing: [directory])
    let folder = try SiteFolder(
      directory, isForced: isForced,
      inputs: InputFiles(
        registry.inputs + registryOptions.directories + [dropPage].compactMap(\.self)))
    try RegistrySite(
      registry, languages: OutputOptions.languages(language),
      dropPage: dropPage.map(SiteDropPage.init)
    ).write(to: folder)
  }
}
