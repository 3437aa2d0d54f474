import ArgumentParser
import UniformTypes

struct Search: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find types whose identifier, tags or description contain all of some words.")

  @Argument(help: "The words, in any case.")
  var words: [String]

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let registry = try registryOptions.load()
    let wanted = words.map { $0.lowercased() }
    var printer = ResultPrinter(output.format)
    var hasFound = false
    for type in registry.types {
      let texts = texts(of: type)
      guard wanted.allSatisfy({ word in texts.contains { $0.contains(word) } }) else { continue }
      hasFound = true
      printer.print(TypeSummary.result(type, languages: output.languages))
    }
    printer.finish()
    if !hasFound {
      throw CommandFailure(.negative, "uti: no type has \(words.joined(separator: " and "))")
    }
  }

  private func texts(of type: UTType) -> [String] {
    let tags = type.tags.values.flatMap { $0 }
    let description = type.localizedDescription(in: output.languages)
    return ([type.identifier] + tags + (description.map { [$0] } ?? [])).map { $0.lowercased() }
  }
}
