import ArgumentParser
import TypeDetection
import UniformTypes

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tell why files have the types that identify gives.",
    discussion: "The story names each rule that was met, its place in the file and who declares it."
  )

  @Argument(
    help: ArgumentHelp("The items to explain; - is standard input.", valueName: "path"))
  var paths: [String]

  @Option(help: "What to look at: name, content or both. With name the item need not exist.")
  var by: DetectionBasis = .both

  @Flag(help: "Explain symbolic links themselves, not what they lead to.")
  var noDereference = false

  @Option(help: "The name that standard input goes by.")
  var name: String?

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let fault = StandardInput.fault(paths: paths, name: name, by: by) {
      throw ValidationError(fault)
    }
  }

  func run() throws {
    let registry = try registryOptions.load()
    try ResultPrinter.printEach(paths, output.format) { path in
      do throws(DetectionError) {
        let verdict = try registry.identify(
          argument: path, named: name, by: by, followsLinks: !noDereference)
        let story = VerdictStory(path, verdict, registry: registry, output: output)
        return CommandResult(fields: story.fields, columns: story.columns, text: story.text)
      } catch {
        throw CommandFailure(
          .someFailed, "uti: \(TextTable.visible(error.description))")
      }
    }
  }
}
