import TypeDeclarations
import UniformTypes

/// What a command line asks for.
enum Invocation {
  /// A command with its parameters.
  case command(any Command)
  /// A text: help, the version, a script for a shell.
  case text(String)

  /// Reads a command line.
  ///
  /// Where the first word is no command but an item, or an option of `identify`, all words are those of
  /// `identify`.
  ///
  /// - Parameter words: the words after the name of the program.
  /// - Throws: ``CommandFailure`` with one message that says what cannot be understood and what to do.
  init(_ words: [String]) throws(CommandFailure) {
    guard let first = words.first else {
      self = .text(Self.help.textOfAll)
      return
    }
    if let command = UniformTypesCommand.command(first) {
      self = try Self.read(command, words.dropFirst())
    } else if let text = try Self.text(first, words.dropFirst()) {
      self = .text(text)
    } else if Self.isItem(first) || Self.isOptionOfIdentify(first) || Self.isMissingItem(first) {
      if let command = Self.commandBehindOptions(words) {
        throw Self.failure(
          CommandLineFault(
            "options stand behind the command", remedy: "write uti \(command) \(first) ..."))
      }
      self = try Self.read(Identify.self, words[...])
    } else {
      throw Self.failure(Self.fault(of: first))
    }
  }

  private static func read(
    _ command: any Command.Type, _ words: ArraySlice<String>
  ) throws(CommandFailure) -> Invocation {
    do {
      let said = try SaidParameters(words, of: command.parameters)
      switch said.commonOption {
      case nil: return .command(try command.init(said))
      case .help: return .text(help.text(of: command))
      case .version: return .text(UniformTypesCommand.version)
      }
    } catch {
      throw failure(error, of: command)
    }
  }

  /// The text that a first word asks for which is no command; nil when it asks for none.
  private static func text(
    _ word: String, _ rest: ArraySlice<String>
  ) throws(CommandFailure) -> String? {
    do {
      switch word {
      case "-h", "--help": return help.textOfAll
      case "--version": return UniformTypesCommand.version
      case "help": return try helpText(rest)
      case "--generate-completion-script": return try CompletionScript.text(shell: rest.first)
      case "--complete":
        let request = CompletionRequest(Array(rest.dropFirst()), shell: rest.first ?? "")
        return request.lines.joined(separator: "\n")
      default: return nil
      }
    } catch {
      throw failure(error)
    }
  }

  private static func helpText(_ words: ArraySlice<String>) throws(CommandLineFault) -> String {
    guard let topic = words.first, !SaidParameters.isOption(topic) else { return help.textOfAll }
    if let command = UniformTypesCommand.command(topic) {
      guard let surplus = words.dropFirst().first else { return help.text(of: command) }
      throw CommandLineFault(
        "help: \(surplus): one command at a time has its help shown",
        remedy: "write uti help \(topic)")
    }
    if let topic = HelpTopic(rawValue: topic) { return try topic.text(words.dropFirst()) }
    throw CommandLineFault(
      "help: \(topic): no command and no topic",
      remedy: UniformTypesCommand.hint(topic, or: HelpTopic.allCases.map(\.rawValue)))
  }

  private static var help: HelpText { HelpText(width: TerminalWidth.current) }

  private static func isItem(_ word: String) -> Bool {
    guard !SaidParameters.isOption(word) else { return false }
    return word == "-" || FileURL.path(word) != nil || TypeArgument.isItem(word)
  }

  /// Whether a word looks like the path of an item, which is not there, and is no type.
  ///
  /// `identify` says what is wrong with it.
  private static func isMissingItem(_ word: String) -> Bool {
    guard !SaidParameters.isOption(word), word.utf8.first != UInt8(ascii: ".") || word.contains("/")
    else { return false }
    return (word.contains("/") || word.contains(".")) && !isType(word)
  }

  private static func isType(_ word: String) -> Bool {
    guard let registry = try? TypeRegistry() else { return false }
    return TypeArgument(argument: word).isDeclared(in: registry)
  }

  /// A command that stands behind options of `identify`, and is no item.
  private static func commandBehindOptions(_ words: [String]) -> String? {
    guard let first = words.first, SaidParameters.isOption(first), first != "--" else { return nil }
    return words.first { UniformTypesCommand.command($0) != nil && !isItem($0) }
  }

  private static func isOptionOfIdentify(_ word: String) -> Bool {
    guard SaidParameters.isOption(word) else { return false }
    if word == "--" { return true }
    let names = Identify.parameters.flatMap(\.names)
    let name = word.prefix { $0 != "=" }
    if name.utf8.starts(with: "--".utf8) { return names.contains(String(name)) }
    return name.unicodeScalars.dropFirst().allSatisfy { names.contains("-\($0)") }
  }

  /// What is wrong with a first word that is nothing.
  private static func fault(of word: String) -> CommandLineFault {
    guard SaidParameters.isOption(word) else {
      if isType(word) {
        return CommandLineFault(
          "\(word): a type, and no command or item", remedy: "did you mean uti info \(word)?")
      }
      return CommandLineFault(
        "\(word.isEmpty ? "an empty word" : word): neither a command nor an item",
        remedy: UniformTypesCommand.hint(word))
    }
    return SaidParameters.unknownOption(
      String(word.prefix { $0 != "=" }), in: word, known: ["--help", "--version"])
  }

  /// The one message about words that cannot be understood.
  private static func failure(
    _ fault: CommandLineFault, of command: (any Command.Type)? = nil
  ) -> CommandFailure {
    let subject = command.map { "\($0.name): " } ?? ""
    let help =
      command.map { "uti help \($0.name) has the options" } ?? "uti --help has the options"
    return CommandFailure(
      .usage, "\(subject)\(fault.message); \(fault.remedy ?? help)")
  }
}
