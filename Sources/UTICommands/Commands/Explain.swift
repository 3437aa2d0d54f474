import ArgumentParser
import TypeDetection
import UniformTypes

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tell why files have the types that identify gives.",
    discussion: "The story names each rule that was met, its place in the file and who declares it."
  )

  @Argument(help: ArgumentHelp("The items to explain.", valueName: "path"))
  var paths: [String]

  @Option(help: "What to look at: name, content or both. With name the item need not exist.")
  var by: DetectionBasis = .both

  @Flag(help: "Explain symbolic links themselves, not what they lead to.")
  var noDereference = false

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let registry = try registryOptions.load()
    var printer = ResultPrinter(output.format)
    var hasFailed = false
    for (index, path) in paths.enumerated() {
      do {
        let verdict = try registry.identify(pathText: path, by: by, followsLinks: !noDereference)
        let story = VerdictStory(path, verdict, registry: registry, output: output)
        let gap = index > 0 && output.format == .text ? "\n" : ""
        printer.print(
          CommandResult(fields: story.fields, columns: story.columns, text: gap + story.text))
      } catch {
        hasFailed = true
        StandardError.print("uti: \(error.description)")
      }
    }
    printer.finish()
    if hasFailed { throw CommandFailure(.someFailed) }
  }
}
