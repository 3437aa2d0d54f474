import ArgumentParser
import TypeDeclarations

/// The words of a command line, and what is said about those that cannot be understood.
struct CommandWords {
  /// The words that the argument parser is given.
  let words: [String]

  /// - Parameter words: the words after the name of the program; where the first one is no command
  ///   but an item, it and all others are those of `identify`.
  /// - Throws: ``CommandFailure`` when the first word is neither.
  init(_ words: [String]) throws {
    guard let first = words.first, first == "-" || !first.hasPrefix("-"), first != "help",
      Self.command(first) == nil
    else {
      self.words = words
      return
    }
    let isItem = first == "-" || FileURL.path(first) != nil || TypeArgument.isItem(first)
    guard isItem else {
      let hint = Self.hint(first, among: Self.names) ?? "uti --help lists the commands"
      throw CommandFailure(.usage, "\(first): neither a command nor an item; \(hint)")
    }
    self.words = ["identify"] + words
  }

  /// What `help` and the words after it ask for; nil when that is not asked for.
  ///
  /// - Throws: ``CommandFailure`` when there is no such command or topic.
  var helpText: String? {
    get throws {
      guard words.first == "help" else { return nil }
      guard words.count > 1 else { return UniformTypesCommand.helpMessage() }
      let topic = words[1]
      switch topic {
      case "formats":
        return Self.asksForJSON(words.dropFirst(2))
          ? RecordSchema.document.text(isIndented: true) : FormatsTopic.text
      case "exit-codes":
        return ExitStatus.allCases.map { "\($0.rawValue)\t\($0.meaning)" }
          .joined(separator: "\n")
      case "manual":
        return try Self.manualPage(words.dropFirst(2))
      default:
        if let command = Self.command(topic) {
          return UniformTypesCommand.helpMessage(for: command)
        }
        if topic.hasPrefix("-") { return UniformTypesCommand.helpMessage() }
        let topics = Self.names + ["formats", "exit-codes", "manual"]
        let hint = Self.hint(topic, among: topics) ?? "uti --help lists the commands"
        throw CommandFailure(.usage, "help: \(topic): no command and no topic; \(hint)")
      }
    }
  }

  /// The one message about words that the argument parser does not understand.
  ///
  /// - Parameter message: what the parser says.
  func fault(_ message: String) -> String {
    let name = words.first.flatMap { Self.command($0) == nil ? nil : $0 }
    let subject = name.map { "\($0): " } ?? ""
    let help = name.map { "uti help \($0) has the options" } ?? "uti --help has the options"
    if let item = words.first(where: { $0.hasPrefix("-") && $0 != "-" && TypeArgument.isItem($0) })
    {
      return "\(subject)\(item): an option by its hyphen; to name the item write ./\(item)"
    }
    let isOfParser = Self.parserWords.contains { message.hasPrefix($0) }
    if message.hasPrefix("Unknown option") || !isOfParser, let option = unknownOption() {
      let near = option.hasPrefix("--") ? knownOptions.filter { $0.hasPrefix("--") } : []
      let hint = Self.hint(option, among: near)
      return "\(subject)unknown option \(option); \(hint ?? help)"
    }
    var sentence = message.prefix { $0 != "\n" }
    if sentence.last == "." { sentence.removeLast() }
    let start = isOfParser ? sentence.prefix(1).lowercased() : String(sentence.prefix(1))
    // A message that asks what was meant has said enough.
    return "\(subject)\(start)\(sentence.dropFirst())" + (sentence.last == "?" ? "" : "; \(help)")
  }

  /// Whether there are options of one letter among the words that the command does not have.
  var hasUnknownLetters: Bool { unknownOption().map { !$0.hasPrefix("--") } ?? false }

  /// How messages of the argument parser begin; all others are the commands' own.
  private static let parserWords = [
    "Unknown option", "Missing ", "Unexpected argument", "The value ", "The option ", "No value",
    "Value to be set", "Invalid option",
  ]

  /// The first word that looks like an option and is none of the command's.
  private func unknownOption() -> String? {
    let known = knownOptions
    for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("-") {
      let option = String(word.prefix { $0 != "=" })
      if option == "-" || known.contains(option) { continue }
      // Short ones may stand together.
      if !option.hasPrefix("--"), option.dropFirst().allSatisfy({ known.contains("-\($0)") }) {
        continue
      }
      return option
    }
    return nil
  }

  /// The options of the command, as its help lists them.
  private var knownOptions: [String] {
    let help =
      words.first.flatMap(Self.command).map {
        UniformTypesCommand.helpMessage(for: $0, includeHidden: true, columns: 200)
      } ?? UniformTypesCommand.helpMessage(columns: 200)
    return help.split(separator: "\n").flatMap { line in
      line.split(separator: " ").prefix { $0.hasPrefix("-") }.map { word in
        String(word.last == "," ? word.dropLast() : word)
      }
    }
  }

  private static var names: [String] {
    UniformTypesCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  private static func command(_ name: String) -> (any ParsableCommand.Type)? {
    UniformTypesCommand.configuration.subcommands.first { $0.configuration.commandName == name }
  }

  private static func hint(_ word: String, among known: [String]) -> String? {
    EditDistance.nearest(to: word, among: known).map { "did you mean \($0)?" }
  }

  /// The manual page of a command, or of the whole when none is named.
  ///
  /// - Throws: ``CommandFailure`` when there is no such command.
  private static func manualPage(_ words: ArraySlice<String>) throws -> String {
    let whole = try CommandDescription(json: UniformTypesCommand._dumpHelp())
    guard let name = words.first else { return ManualPage(whole, below: nil).source }
    guard let command = whole.subcommands.first(where: { $0.name == name }) else {
      let hint = hint(name, among: names) ?? "uti --help lists the commands"
      throw CommandFailure(.usage, "help: manual: \(name): no command; \(hint)")
    }
    return ManualPage(command, below: whole).source
  }

  private static func asksForJSON(_ words: ArraySlice<String>) -> Bool {
    ["--format json", "--format=json"].contains(words.joined(separator: " "))
  }
}
