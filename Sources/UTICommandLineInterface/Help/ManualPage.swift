/// A manual page (man(7)) of a command, made from the text of its help.
struct ManualPage {
  /// `uti-identify`.
  private let title: String
  /// `uti identify`.
  private let call: String
  private let abstract: String
  private let discussion: String
  private let parameters: [Parameter]
  private let subcommands: [any Command.Type]
  private let related: [String]

  private let program: Program

  package init(_ command: any Command.Type, of program: Program) {
    self.program = program
    title = "\(program.name)-\(command.name)"
    call = "\(program.name) \(command.name)"
    abstract = command.abstract
    discussion = command.discussion
    parameters = command.parameters.filter { !$0.isHidden }
    subcommands = []
    related = [program.name]
  }

  package init(_ program: Program) {
    self.program = program
    title = program.name
    call = program.name
    abstract = program.abstract
    discussion = program.discussion
    parameters = []
    subcommands = program.commands
    related = subcommands.map { "\(program.name)-\($0.name)" }.sorted()
  }

  /// The language is roff.
  var source: String {
    var lines = [
      ".\\\" Made from the help of the command.",
      ".TH \"\(title.uppercased())\" 1 \"\(program.versionDate)\" "
        + "\"\(program.name) \(program.version)\" \"User commands\"",
      ".SH NAME", "\(title) \\- \(Self.escaped(Self.withoutPeriod(abstract)))",
      ".SH SYNOPSIS", ".nh", ".B \(Self.escaped(call))",
    ]
    lines += synopsis
    lines += [".hy", ".SH DESCRIPTION"]
    lines += description
    lines += section("COMMANDS", subcommands.flatMap(Self.item))
    lines += section("OPTIONS", parameters.flatMap(Self.item) + HelpText.common.flatMap(Self.item))
    lines += section("EXIT STATUS", Self.exitStatus(discussion))
    lines += section("EXAMPLES", Self.examples(discussion))
    lines += program.manualSections
    lines.append(".SH SEE ALSO")
    let others = related.map { ".BR \($0) (1)" } + program.relatedPages.map { ".BR \($0)" }
    lines += others.enumerated().map { $1 + ($0 < others.count - 1 ? " ," : "") }
    return lines.joined(separator: "\n")
  }

  private var synopsis: [String] {
    guard subcommands.isEmpty else {
      return [".I COMMAND", "[OPTION ...]", "[ARGUMENT ...]"]
    }
    return ["[OPTION ...]"]
      + parameters.filter(\.isPositional).map { argument in
        let name = argument.valueName + (argument.arity == .many ? " ..." : "")
        return argument.isRequired ? Self.escaped(name) : "[\(Self.escaped(name))]"
      }
  }

  /// Exit statuses and examples are excluded.
  private var description: [String] {
    let paragraphs = Self.paragraphs(discussion).filter {
      !$0.hasPrefix("Exit status") && !$0.hasPrefix("Examples:")
    }
    return [Self.escaped(abstract)] + paragraphs.flatMap { [".PP"] + Self.lines($0) }
  }

  private func section(_ name: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [".SH \(name)"] + lines
  }

  private static func item(_ command: any Command.Type) -> [String] {
    [".TP", ".B \(escaped(command.name))", escaped(command.abstract)]
  }

  private static func item(_ option: (names: String, meaning: String)) -> [String] {
    [".TP", ".B \(escaped(option.names))", escaped(option.meaning)]
  }

  private static func item(_ parameter: Parameter) -> [String] {
    var text = parameter.help
    if !parameter.choices.isEmpty {
      text += " One of \(parameter.choices.joined(separator: ", "))."
    }
    if let value = parameter.defaultValue { text += " Default: \(value)." }
    let names = parameter.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    let value = parameter.takesValue ? "\\fI\(escaped(parameter.valueName))\\fR" : ""
    return [".TP", [names, value].filter { !$0.isEmpty }.joined(separator: " "), escaped(text)]
  }

  /// One entry for each status, from the sentence about them.
  private static func exitStatus(_ discussion: String) -> [String] {
    guard let paragraph = paragraphs(discussion).first(where: { $0.hasPrefix("Exit status") })
    else {
      return ["0 if every input has a result; uti help exit\\-codes lists all statuses."]
    }
    let text = paragraph.dropFirst("Exit status".count).drop { $0 == ":" || $0 == " " }
    return text.split(separator: ";").flatMap { part -> [String] in
      let words = part.drop { $0 == " " }
      let number = words.prefix { $0.isNumber }
      let rest = words.dropFirst(number.count).drop { $0 == " " }
      return number.isEmpty
        ? [escaped(String(words))] : [".TP", ".B \(number)", escaped(String(rest))]
    }
  }

  private static func examples(_ discussion: String) -> [String] {
    guard let paragraph = paragraphs(discussion).first(where: { $0.hasPrefix("Examples:") })
    else { return [] }
    return [".nf"] + paragraph.split(separator: "\n").dropFirst().map { escaped(String($0)) }
      + [".fi"]
  }

  private static func paragraphs(_ text: String) -> [String] {
    var paragraphs = [""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        paragraphs.append("")
      } else {
        paragraphs[paragraphs.count - 1] += (paragraphs.last == "" ? "" : "\n") + line
      }
    }
    return paragraphs.filter { !$0.isEmpty }
  }

  /// Indented lines stay unchanged.
  private static func lines(_ paragraph: String) -> [String] {
    var lines: [String] = []
    var isVerbatim = false
    for line in paragraph.split(separator: "\n") {
      if line.hasPrefix(" ") != isVerbatim {
        isVerbatim.toggle()
        lines.append(isVerbatim ? ".nf" : ".fi")
      }
      lines.append(escaped(String(line)))
    }
    return lines + (isVerbatim ? [".fi"] : [])
  }

  /// Hyphens stay hyphens, and no line begins with a control character.
  private static func escaped(_ text: String) -> String {
    var result = text.first == "." || text.first == "'" ? "\\&" : ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.append(character)
      }
    }
    return result
  }

  private static func withoutPeriod(_ text: String) -> String {
    String(text.last == "." ? text.dropLast() : text[...])
  }
}

extension HelpTopic {
  /// The discussion of a program.
  package static func examples(_ program: @escaping @Sendable () -> Program) -> HelpTopic {
    HelpTopic("examples", "The ways to write a type, the exit statuses, and examples.") {
      (words) throws(UsageError) in
      guard words.isEmpty else {
        throw surplus(words, of: "examples", remedy: "it takes no arguments")
      }
      return HelpText.paragraphs(program().discussion, width: TerminalWidth.current)
    }
  }

  package static func manual(
    of name: String, _ program: @escaping @Sendable () -> Program
  ) -> HelpTopic {
    HelpTopic("manual", "A manual page, of \(name) or of a command, in the language of man.") {
      (words) throws(UsageError) in
      let program = program()
      guard let name = words.first else { return ManualPage(program).source }
      guard words.count == 1 else {
        throw surplus(words.dropFirst(), of: "manual", remedy: "it takes one command")
      }
      if let command = program.command(name) { return ManualPage(command, of: program).source }
      throw UsageError("help: manual: \(name): no command", remedy: program.hint(name))
    }
  }
}
