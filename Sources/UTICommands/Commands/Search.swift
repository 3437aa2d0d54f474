import UTICommandLineInterface
import UTICommandOutput
import UTITypeGraph
import UniformTypes

struct Search: Command {
  static let name = "search"
  static let abstract = "Find types by words of their identifier, tags or description."
  static var discussion: String {
    """
    Types with the whole words, as an extension or as the end of their identifier, come first.

    Exit status: 0 a type was found; 1 no type was found.

    Examples:
      uti search spreadsheet
      uti search raw photo
      uti search --format tsv jpeg | head -n 1
    """
  }

  private var words: [String] = []
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(&words, "words", help: "The words, in any case.")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  var fault: String? {
    words.contains("") ? "an empty word is in every type; uti list has them all" : nil
  }

  func run() throws {
    let registry = try registryOptions.load()
    try registryOptions.sandbox.enter()
    let words = SearchWords(words)
    let languages = output.languages
    var found: [(fit: Int, type: UTType)] = []
    for type in registry.types {
      let fit = words.fit(
        identifier: type.identifier, description: type.localizedDescription(in: languages),
        tags: type.tagValues)
      if let fit { found.append((fit, type)) }
    }
    // Types are sorted by identifier; among equally good ones the shorter name is the more general.
    found.sort { left, right in
      let lengths = (left.type.identifier.utf8.count, right.type.identifier.utf8.count)
      return left.fit != right.fit
        ? left.fit > right.fit
        : lengths.0 != lengths.1
          ? lengths.0 < lengths.1 : left.type.identifier < right.type.identifier
    }
    ResultPrinter.printSummaries(found.map(\.type), in: registry, output)
    if found.isEmpty { throw CommandFailure(.negative, failure(in: registry)) }
  }

  private func failure(in registry: TypeRegistry) -> String {
    let joined = words.joined(separator: " and ")
    guard words.count == 1, let word = words.first,
      let tag = TypeArgument(argument: word).tag,
      !registry.candidates(for: tag).types.isEmpty
    else { return "no type has \(joined)" }
    return "no type has \(joined) in its words; uti lookup \(word) lists the types of the tag"
  }
}
