internal import UTIPlatform

/// The help of a command, laid out in columns.
package struct HelpText {
  /// The column of the descriptions of parameters.
  private static let indentation = 26

  let program: Program
  /// The unit is the character.
  let width: Int

  func text(of command: any Command.Type) -> String {
    let parameters = command.parameters
    let usage = [program.name, command.name] + Self.usage(parameters)
    return text(
      overview: command.abstract, discussion: command.discussion, usage: usage,
      sections: Self.sections(parameters, row: Self.row))
  }

  /// The first sentence about each option.
  func shortText(of command: any Command.Type) -> String {
    let parameters = command.parameters
    let usage = [program.name, command.name] + Self.usage(parameters)
    return text(
      overview: command.abstract, discussion: "", usage: usage,
      sections: Self.sections(parameters) { parameter in
        let (name, meaning) = Self.row(parameter)
        return (name, Self.firstSentence(meaning))
      }) + "\n\n  See '\(program.name) help \(command.name)' for all details and examples."
  }

  /// The general options come last.
  private static func sections(
    _ parameters: [Parameter], row: (Parameter) -> (String, String)
  ) -> [(title: String, rows: [(String, String)])] {
    var titles: [String] = []
    let options = parameters.filter { !$0.isPositional && !$0.isHidden }
    for option in options where !titles.contains("\(option.section)") {
      titles.append("\(option.section)")
    }
    let named = titles.filter { !$0.isEmpty }.map { title in
      ("\(title) OPTIONS", options.filter { "\($0.section)" == title }.map(row))
    }
    let general = options.filter { "\($0.section)".isEmpty }.map(row) + common
    return [("ARGUMENTS", parameters.filter(\.isPositional).map(row))] + named
      + [(named.isEmpty ? "OPTIONS" : "OTHER OPTIONS", general)]
  }

  /// The sentence ends at a period, colon or semicolon before a blank.
  private static func firstSentence(_ text: String) -> String {
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      if ".:;".contains(text[end]), next == text.endIndex || text[next] == " " {
        return text[..<end] + "."
      }
      end = next
    }
    return text
  }

  /// The first page, for a terminal of 40 lines: each command has one line of 80 columns.
  var textOfAll: String {
    let names = program.groups.flatMap(\.commands).map { $0.name.count }
    let indentation = (names.max() ?? 0) + 4
    let groups = program.groups.map { group in
      let rows = group.commands.map {
        Self.row($0.name, $0.abstract, indentation: indentation, width: width)
      }
      return (["\(group.aim):"] + rows).joined(separator: "\n")
    }
    let head = [program.abstract, "USAGE: \(program.name) \(program.usage)"].map(wrapped)
    return (head + [""] + groups + [""] + program.furtherHelp.map(wrapped)).joined(separator: "\n")
  }

  static let common = [
    ("--version", "Show the version."), ("-h, --help", "Show help information, with -h in short."),
  ]

  private func text(
    overview: String, discussion: String, usage: [String],
    sections: [(title: String, rows: [(String, String)])]
  ) -> String {
    var parts = [wrapped("OVERVIEW: " + overview)]
    if !discussion.isEmpty { parts.append(Self.paragraphs(discussion, width: width)) }
    parts.append(wrapped("USAGE: " + usage.joined(separator: " ")))
    for (title, rows) in sections where !rows.isEmpty {
      parts.append("\(title):\n" + rows.map(lines).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  /// The required words after the name of the program, and the places of the others.
  private static func usage(_ parameters: [Parameter]) -> [String] {
    let required = parameters.filter { !$0.isPositional && $0.isRequired }
    let arguments = parameters.filter(\.isPositional).map { argument in
      let name = argument.title + (argument.arity == .many ? " ..." : "")
      return argument.isRequired ? name : "[\(name)]"
    }
    return required.map { "\($0.title) <\($0.valueName)>" } + ["[<options>]"] + arguments
  }

  private static func row(_ parameter: Parameter) -> (String, String) {
    guard !parameter.isPositional else { return (parameter.title, parameter.help) }
    let value = parameter.takesValue ? " <\(parameter.valueName)>" : ""
    return (parameter.names.joined(separator: ", ") + value, parameter.help + notes(parameter))
  }

  /// The valid values and the default, in parentheses.
  private static func notes(_ parameter: Parameter) -> String {
    var notes: [String] = []
    if !parameter.choices.isEmpty {
      notes.append("values: " + parameter.choices.joined(separator: ", "))
    }
    if let value = parameter.defaultValue { notes.append("default: \(value)") }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
  }

  private func lines(_ name: String, _ meaning: String) -> String {
    Self.row(name, meaning, indentation: Self.indentation, width: width)
  }

  /// A long name has its meaning below.
  package static func row(
    _ name: String, _ meaning: String, indentation: Int, width: Int
  ) -> String {
    let head = "  " + name
    let margin = String(repeating: " ", count: indentation)
    let meaning = lines(of: meaning, width: max(20, width - indentation))
    let isShort = head.count < indentation
    let first = head + String(repeating: " ", count: max(0, indentation - head.count))
    let rest = meaning.map { margin + $0 }
    guard isShort else { return ([head] + rest).joined(separator: "\n") }
    return ([first + (meaning.first ?? "")] + rest.dropFirst()).joined(separator: "\n")
  }

  private func wrapped(_ text: String) -> String {
    Self.lines(of: text, width: width).joined(separator: "\n")
  }

  /// Indented lines stay unchanged.
  static func paragraphs(_ text: String, width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.first == " " ? [String($0)] : lines(of: String($0), width: width) }
      .joined(separator: "\n")
  }

  /// Only single words are wider than the given width.
  private static func lines(of text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// The width of text on standard output.
enum TerminalWidth {
  /// The width without a terminal, in characters.
  private static let usual = 80
  /// Longer lines are hard to read, and shorter ones leave no room for a second column.
  private static let range = 48...120

  /// The width in COLUMNS, or of the terminal; 80 for a file or a pipe.
  static var current: Int {
    let columns = EnvironmentVariables.process["COLUMNS"].flatMap { Int($0) }
    guard let width = columns ?? ofTerminal, width > 0 else { return usual }
    return min(max(width, range.lowerBound), range.upperBound)
  }

  private static var ofTerminal: Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : nil
  }
}
