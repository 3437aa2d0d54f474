import ArgumentParser
import TypeDeclarations
import UniformTypes

/// The forms of output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, jsonl, tsv
}

/// When colours are used.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// What shapes the output of every command.
protocol OutputStyle {
  var format: OutputFormat { get }
  var color: ColorChoice { get }
  var language: String? { get }
}

/// The options that shape the output of every command.
struct OutputOptions: ParsableArguments, OutputStyle {
  @Option(help: "The form of the output.")
  var format: OutputFormat = .text

  @Option(help: "When to use colours; auto means on a terminal, unless NO_COLOR is set.")
  var color: ColorChoice = .auto

  @Option(
    help: ArgumentHelp(
      "The language of descriptions, such as pt_BR; by default the user's.", valueName: "locale"))
  var language: String?
}

extension OutputStyle {
  /// The languages descriptions are wanted in, best first.
  var languages: [String] { Self.languages(language) }

  /// A language and its wider forms, or the user's languages when none is named.
  static func languages(_ language: String?) -> [String] {
    language.map(UserLanguages.expanded) ?? UserLanguages.ofProcess
  }

  /// The text in bold, where colours are used.
  func emphasized(_ text: String) -> String {
    color.isUsed ? TextStyle.bold.marking(text) : text
  }

  /// The text dimmed, where colours are used.
  func dimmed(_ text: String) -> String {
    color.isUsed ? TextStyle.dim.marking(text) : text
  }
}

extension ColorChoice {
  /// Whether text is coloured.
  var isUsed: Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      guard StandardOutput.isTerminal else { return false }
      let environment = EnvironmentVariables.process
      return (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }
}
