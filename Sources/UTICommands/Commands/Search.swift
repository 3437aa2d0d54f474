import UTICommandLineInterface
import UTICommandOutput
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
    let words = SearchWords(words)
    let languages = output.languages
    var found: [(fit: Int, type: UTType)] = []
    for type in registry.types {
      if let fit = words.fit(of: type, languages: languages) { found.append((fit, type)) }
    }
    // Types are sorted by identifier; among equally good ones the shorter name is the more general.
    found.sort { left, right in
      let lengths = (left.type.identifier.utf8.count, right.type.identifier.utf8.count)
      return left.fit != right.fit
        ? left.fit > right.fit
        : lengths.0 != lengths.1
          ? lengths.0 < lengths.1 : left.type.identifier < right.type.identifier
    }
    let mimeType = registry.canonicalMIMETypes()
    var printer = ResultPrinter(output)
    for (_, type) in found {
      printer.print(
        TypeSummary.result(
          type, mimeType: mimeType(type), languages: languages, in: output.format))
    }
    printer.finish()
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

/// The words of a search, with the quality of a type's match.
struct SearchWords {
  private let words: [String]

  init(_ words: [String]) {
    self.words = words.map { $0.lowercased() }
  }

  /// The sum of the quality; nil when a type lacks a word.
  ///
  /// Best is a whole extension, subtype or end of an identifier, then whole words of the identifier
  /// and of the description, then prefixes, then any place.
  func fit(of type: UTType, languages: [String]) -> Int? {
    let identifier = type.identifier.lowercased()
    let description = type.localizedDescription(in: languages)?.lowercased() ?? ""
    let tags = type.tagValues.map { $0.lowercased() }
    var sum = 0
    for word in words {
      let best = max(
        Self.fit(of: word, inIdentifier: identifier),
        max(Self.fit(of: word, inDescription: description), Self.fit(of: word, inTags: tags)))
      guard best > 0 else { return nil }
      sum += best
    }
    return sum
  }

  /// A comparison of characters instead of bytes would take fifty times as long.
  private static func holds(_ text: String, _ word: String) -> Bool {
    var (text, word) = (text, word)
    return text.withUTF8 { text in
      word.withUTF8 { word in
        guard let first = word.first, text.count >= word.count else { return false }
        return (0...text.count - word.count).contains { start in
          text[start] == first
            && text[start...].prefix(word.count).elementsEqual(word)
        }
      }
    }
  }

  private static func fit(of word: String, inIdentifier identifier: String) -> Int {
    guard holds(identifier, word) else { return 0 }
    if identifier == word { return 120 }
    let parts = identifier.split { $0 == "." || $0 == "-" }
    if let last = identifier.split(separator: ".").last, last == word { return 100 }
    if parts.contains(where: { $0 == word }) { return 70 }
    return parts.contains { $0.hasPrefix(word) } ? 30 : 10
  }

  private static func fit(of word: String, inDescription description: String) -> Int {
    guard holds(description, word) else { return 0 }
    if description == word { return 90 }
    let parts = description.split { !$0.isLetter && !$0.isNumber }
    if let first = parts.first, first == word { return 65 }
    if parts.contains(where: { $0 == word }) { return 60 }
    return parts.contains { $0.hasPrefix(word) } ? 25 : 10
  }

  private static func fit(of word: String, inTags tags: [String]) -> Int {
    var best = 0
    for tag in tags where holds(tag, word) {
      let subtype = tag.split(separator: "/").last ?? ""
      best = max(best, tag == word ? 95 : subtype == word ? 90 : tag.hasPrefix(word) ? 20 : 10)
    }
    return best
  }
}
