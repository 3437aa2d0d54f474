internal import UTIPlatform

/// A request of a shell to complete a command line.
///
/// The shells' functions only call `uti --complete SHELL WORD...`, with the words up to the cursor.
struct CompletionRequest {
  /// The possible completions of the last word.
  struct Answer: Equatable {
    /// Meanings may be empty.
    var words: [(word: String, meaning: String)] = []
    /// The kind of file names that are possible too.
    var files = Completion.Files.none

    static func == (left: Answer, right: Answer) -> Bool {
      left.files == right.files && left.words.map(\.word) == right.words.map(\.word)
    }
  }

  private let program: Program
  private let words: ArraySlice<String>
  private let start: String
  /// The part of the last word that the shell has split off and does not expect.
  private let droppedSize: Int

  /// The words follow the name of the program; the last one is to be completed.
  package init(_ words: [String], shell: String, of program: Program) {
    self.program = program
    // bash splits --name=value into three words.
    let joined = shell == "bash" ? Self.joined(words) : words
    self.words = joined.dropLast()
    let start = joined.last ?? ""
    self.start = start
    let equals = shell == "bash" ? start.utf8.lastIndex(of: UInt8(ascii: "=")) : nil
    droppedSize = equals.map { start.utf8.distance(from: start.startIndex, to: $0) + 1 } ?? 0
  }

  /// The kind of files, then each word with its meaning.
  ///
  /// Shells quote words of any author. One with a hidden or acting character is omitted: it would
  /// end its line.
  var lines: [String] {
    let answer = answer
    return [answer.files.rawValue]
      + answer.words.filter { VisibleText.shown($0.word) == $0.word }.map { word, meaning in
        let rest = String(word.utf8.dropFirst(droppedSize)) ?? word
        return meaning.isEmpty ? rest : "\(rest)\t\(VisibleText.shown(meaning))"
      }
  }

  var answer: Answer {
    guard let name = words.first else { return commandsAndItems }
    if name == "help" { return topics }
    let command = program.command(name)
    return parameters(
      of: command ?? program.defaultCommand, after: command == nil ? words : words.dropFirst())
  }

  private var commandsAndItems: Answer {
    if ParsedArguments.isOption(start) || start == "-" {
      return Answer(
        words: matching(
          HelpText.common.map { names, help in
            (names.split(separator: " ").last.map(String.init) ?? names, help)
          }))
    }
    let help = [("help", "Show the help of a command or a topic.")]
    return Answer(words: matching(commands + help), files: .files)
  }

  private var topics: Answer {
    guard words.count == 1 else { return Answer() }
    return Answer(words: matching(commands + program.topics.map { ($0.name, $0.abstract) }))
  }

  private func parameters(of command: any Command.Type, after words: ArraySlice<String>) -> Answer {
    let parameters = command.parameters
    if words.contains("--") { return positional(parameters, after: words) }
    if let previous = words.last, ParsedArguments.isOption(previous),
      let parameter = parameters.first(where: { $0.takesValue && $0.names.contains(previous) })
    {
      return values(of: parameter, from: start, before: "")
    }
    if let equals = start.utf8.firstIndex(of: UInt8(ascii: "=")), ParsedArguments.isOption(start) {
      let name = String(start[..<equals])
      let parameter = parameters.first { $0.takesValue && $0.names.contains(name) }
      let value = String(start[start.utf8.index(after: equals)...])
      return parameter.map { values(of: $0, from: value, before: name + "=") } ?? Answer()
    }
    if start.utf8.first == UInt8(ascii: "-") {
      let options = parameters.filter { !$0.isHidden }.flatMap { parameter in
        parameter.names.filter { $0.utf8.count > 2 }.map { ($0, Self.sentence(parameter.help)) }
      }
      return Answer(words: matching(options + [("--help", "Show help information.")]))
    }
    return positional(parameters, after: words)
  }

  private func positional(_ parameters: [Parameter], after words: ArraySlice<String>) -> Answer {
    let arguments = parameters.filter(\.isPositional)
    var count = 0
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
      } else if ParsedArguments.isOption(word) {
        isValue = parameters.contains { $0.takesValue && $0.names.contains(word) }
      } else {
        count += 1
      }
    }
    let next = count < arguments.count ? arguments[count] : arguments.last { $0.arity == .many }
    return next.map { values(of: $0, from: start, before: "") } ?? Answer()
  }

  private func values(of parameter: Parameter, from start: String, before head: String) -> Answer {
    var answer = Answer()
    if !parameter.choices.isEmpty {
      answer.words = parameter.choices.filter { $0.hasPrefix(start) }.map { (head + $0, "") }
    }
    let completion = parameter.completion
    if let words = completion.words {
      answer.words += words(start).filter { $0.hasPrefix(start) }.map { (head + $0, "") }
    }
    answer.files = completion.files
    return answer
  }

  private var commands: [(String, String)] {
    program.commands.map { ($0.name, $0.abstract) }
  }

  private func matching(_ rows: [(String, String)]) -> [(String, String)] {
    rows.filter { $0.0.hasPrefix(start) }
  }

  /// The sentence is in a column to the right of the word.
  private static func sentence(_ help: String) -> String {
    let bytes = Array(help.utf8)
    let end = bytes.indices.dropLast().first { bytes[$0] == 0x2E && bytes[$0 + 1] == 0x20 }
    return String(decoding: bytes[..<(end ?? bytes.count)], as: UTF8.self)
  }

  /// Joins the parts that bash has split at `=`.
  private static func joined(_ words: [String]) -> [String] {
    var joined: [String] = []
    var isOpen = false
    for word in words {
      if word == "=", let last = joined.popLast() {
        joined.append(last + "=")
        isOpen = true
      } else if isOpen, let last = joined.popLast() {
        joined.append(last + word)
        isOpen = false
      } else {
        joined.append(word)
      }
    }
    return joined
  }
}
