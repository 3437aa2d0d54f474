/// The request of a command line.
package enum Invocation {
  case command(any Command)
  /// Help, the version, or a script for a shell.
  case text(String)

  /// Passes all words to the default command if the first is its argument or option.
  package init(_ words: [String], of program: Program) throws(UsageError) {
    self = try InvocationReader(program: program).read(words)
  }
}

/// A reader of the words of a command line.
private struct InvocationReader {
  let program: Program

  func read(_ words: [String]) throws(UsageError) -> Invocation {
    guard let first = words.first else { return .text(help.textOfAll) }
    if let replacement = program.replacement(first) {
      return try read(replacement + words.dropFirst())
    }
    if let command = program.command(first) {
      return try read(command, words.dropFirst())
    }
    if let text = try text(first, words.dropFirst()) { return .text(text) }
    guard isArgument(first) || isOptionOfDefaultCommand(first) || isFaultyArgument(first) else {
      throw complete(error(about: first))
    }
    if let command = commandBehindOptions(words) {
      throw complete(
        UsageError(
          "options follow the command",
          remedy: "write \(program.name) \(command) \(first) ..."))
    }
    return try read(program.defaultCommand, words[...])
  }

  private func read(
    _ command: any Command.Type, _ words: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    do {
      let arguments = try ParsedArguments(words, of: command.parameters)
      switch arguments.commonOption {
      case nil: return .command(try command.init(arguments))
      case .help: return .text(help.text(of: command))
      case .shortHelp: return .text(help.shortText(of: command))
      case .version: return .text(program.version)
      }
    } catch {
      throw complete(error, of: command)
    }
  }

  /// nil for words that request no text.
  private func text(_ word: String, _ rest: ArraySlice<String>) throws(UsageError) -> String? {
    do {
      switch word {
      case "-h", "--help": return help.textOfAll
      case "--version": return program.version
      case "help": return try helpText(rest)
      case "--generate-completion-script": return try CompletionScript.text(shell: rest.first)
      case "--complete":
        let request = CompletionRequest(
          Array(rest.dropFirst()), shell: rest.first ?? "", of: program)
        return request.lines.joined(separator: "\n")
      default: return nil
      }
    } catch {
      throw complete(error)
    }
  }

  private func helpText(_ words: ArraySlice<String>) throws(UsageError) -> String {
    guard var name = words.first, !ParsedArguments.isOption(name) else { return help.textOfAll }
    name = program.replacement(name)?.first ?? name
    if let command = program.command(name) {
      guard let surplus = words.dropFirst().first else { return help.text(of: command) }
      throw UsageError(
        "help: \(surplus): one command at a time has its help shown",
        remedy: "write \(program.name) help \(name)")
    }
    for topic in program.topics where topic.name == name {
      return try topic.text(words.dropFirst())
    }
    throw UsageError(
      "help: \(name): no command and no topic",
      remedy: program.hint(name, or: program.topics.map { $0.name }))
  }

  private var help: HelpText { HelpText(program: program, width: TerminalWidth.current) }

  private func isArgument(_ word: String) -> Bool {
    !ParsedArguments.isOption(word) && program.isArgument(word)
  }

  private func isFaultyArgument(_ word: String) -> Bool {
    !ParsedArguments.isOption(word) && program.isFaultyArgument(word)
  }

  /// Options of the default command precede it, and it is not an argument of this command.
  private func commandBehindOptions(_ words: [String]) -> String? {
    guard let first = words.first, ParsedArguments.isOption(first), first != "--" else {
      return nil
    }
    return words.first { program.command($0) != nil && !isArgument($0) }
  }

  private func isOptionOfDefaultCommand(_ word: String) -> Bool {
    guard ParsedArguments.isOption(word) else { return false }
    if word == "--" { return true }
    let names = program.defaultCommand.parameters.flatMap(\.names)
    let name = word.prefix { $0 != "=" }
    if name.utf8.starts(with: "--".utf8) { return names.contains(String(name)) }
    return name.unicodeScalars.dropFirst().allSatisfy { names.contains("-\($0)") }
  }

  private func error(about word: String) -> UsageError {
    guard ParsedArguments.isOption(word) else {
      return program.explanation(word)
        ?? UsageError(
          "\(word.isEmpty ? "an empty word" : word): neither a command nor an item",
          remedy: program.hint(word))
    }
    return ParsedArguments.unknownOption(
      String(word.prefix { $0 != "=" }), in: word, known: ["--help", "--version"])
  }

  /// Adds the command and a remedy.
  private func complete(_ error: UsageError, of command: (any Command.Type)? = nil) -> UsageError {
    let subject = command.map { "\($0.name): " } ?? ""
    let help =
      command.map { "\(program.name) help \($0.name) has the options" }
      ?? "\(program.name) --help has the options"
    let isOfDefault = command.map { $0.name == program.defaultCommand.name } ?? true
    let foreign = isOfDefault ? error.unknownOption.flatMap(program.foreignOptions) : nil
    return UsageError(subject + error.message, remedy: foreign ?? error.remedy ?? help)
  }
}
