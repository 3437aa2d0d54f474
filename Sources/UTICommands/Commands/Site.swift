import ArgumentParser
import TypeGraph
import UniformTypes

struct Site: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Write pages about all types, to read in a browser.",
    discussion: """
      Every type has a page with its names in both vocabularies, what it conforms to, drawn and with \
      the places that say so, what conforms to it, and its tags. The first page lists and searches \
      all types. The pages need neither a server nor a script nor anything from elsewhere, and are \
      the same each time.

      A directory that is not empty is refused unless it holds a site, which is brought up to date.

      Examples:
        uti site --base types-of-files
        uti site --registry Declarations pages
      """)

  @Argument(help: ArgumentHelp("The directory to write.", valueName: "dir"), completion: .directory)
  var directory: String

  @Flag(help: "Show the built-in registry alone, which is the same on every machine.")
  var base = false

  @Flag(help: "Write into a directory that holds other files, which stay.")
  var force = false

  @Option(
    help: ArgumentHelp("The language of descriptions, such as pt_BR.", valueName: "locale"))
  var language = "en"

  @OptionGroup var registryOptions: RegistryOptions

  func run() throws {
    let registry = try registryOptions.load(includesInstalledDeclarations: !base)
    let folder = try SiteFolder(directory, isForced: force)
    do {
      try RegistrySite(registry, languages: OutputOptions.languages(language)).write(to: folder)
    } catch let failure as AtomicFile.Failure {
      throw CommandFailure(.inputOutput, failure.description)
    }
  }
}
