package import CommandLineInterface
import TypeDeclarations
internal import UTIPlatform
import UniformTypes

/// The forms of output.
package enum OutputFormat: String, ParameterValue, CaseIterable {
  case text, json, jsonl, tsv
}

/// When colours are used.
package enum ColorChoice: String, ParameterValue, CaseIterable {
  case auto, always, never
}

/// The options that shape the output of every command.
package struct OutputOptions: ParameterGroup, Hashable {
  package var format = OutputFormat.text
  package var color = ColorChoice.auto
  package var language: String?

  package init() {}

  package mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.option(&format, "--format", value: "format", help: "The form of the output.")
    parameters.option(
      &color, "--color", value: "color",
      help: "When to use colours; auto means on a terminal, unless NO_COLOR is set.")
    parameters.option(
      &language, "--language", value: "locale",
      help: "The language of descriptions, such as pt_BR; by default the user's.")
  }
}

extension OutputOptions {
  /// The languages descriptions are wanted in, best first.
  package var languages: [String] { Self.languages(language) }

  /// A language and its wider forms, or the user's languages when none is named.
  package static func languages(_ language: String?) -> [String] {
    language.map(UserLanguages.expanded) ?? UserLanguages.ofProcess
  }

  /// The text in bold, where colours are used.
  package func emphasized(_ text: String) -> String {
    color.isUsed ? TextStyle.bold.marking(text) : text
  }

  /// The text dimmed, where colours are used.
  package func dimmed(_ text: String) -> String {
    color.isUsed ? TextStyle.dim.marking(text) : text
  }
}

extension ColorChoice {
  /// Whether text is coloured.
  package var isUsed: Bool {
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
