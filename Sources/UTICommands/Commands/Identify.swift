public import ArgumentParser
public import TypeDetection
import UniformTypes

extension DetectionBasis: ExpressibleByArgument {}

struct Identify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Tell what type files are.",
    discussion: "Of several paths each is answered; one that fails is named on standard error.")

  @Argument(help: ArgumentHelp("The items to identify; - is standard input.", valueName: "path"))
  var paths: [String] = []

  @Option(help: "What to look at: name, content or both. With name the item need not exist.")
  var by: DetectionBasis = .both

  @Flag(name: .shortAndLong, help: "Walk into directories; packages are identified as a whole.")
  var recursive = false

  @Flag(help: "Identify symbolic links themselves, not what they lead to.")
  var noDereference = false

  @Option(
    name: .customLong("files0-from"),
    help: ArgumentHelp(
      "Read paths that end in NUL from a file, or from standard input for -.", valueName: "file"))
  var pathList: String?

  @Option(help: ArgumentHelp("The name that standard input goes by.", valueName: "name"))
  var name: String?

  @Flag(name: [.customShort("0"), .long], help: "End each path in text output with NUL.")
  var null = false

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let fault = request.fault { throw ValidationError(fault) }
  }

  func run() throws {
    try request.run()
  }

  /// What is asked for, without the means of the argument parser.
  var request: IdentifyRequest {
    IdentifyRequest(
      paths: paths, by: by, isRecursive: recursive, followsLinks: !noDereference,
      pathList: pathList, name: name, endsPathsWithNUL: null, view: registryOptions.view,
      directories: registryOptions.directories, format: output.format, color: output.color,
      language: output.language)
  }
}
