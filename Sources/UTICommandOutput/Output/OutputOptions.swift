package import UTICommandLineInterface
internal import UTIPlatform

/// The forms of output.
package enum OutputFormat: String, ParameterValue, CaseIterable {
  case text, json, jsonl, tsv, csv
  /// The columns of other programs, in comma-separated values.
  case droidCSV = "droid-csv"
  case siegfriedCSV = "siegfried-csv"

  /// CSV needs columns of one meaning.
  package static let common = [text.rawValue, json.rawValue, jsonl.rawValue, tsv.rawValue]

  package var isCSV: Bool { self == .csv || isReport }

  /// The columns are another program's.
  package var isReport: Bool { self == .droidCSV || self == .siegfriedCSV }
}

/// The rule for the use of colours.
package enum ColorChoice: String, ParameterValue, CaseIterable {
  case auto, always, never
}

/// The options for the output of every command.
package struct OutputOptions: ParameterGroup, Hashable {
  package var format = OutputFormat.text
  package var color = ColorChoice.auto
  package var language: String?

  /// True if the command offers comma-separated values and reports too.
  private let hasColumns: Bool

  package init(hasColumns: Bool = false) {
    self.hasColumns = hasColumns
  }

  package mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.option(
      &format, "--format", value: "format", help: "The form of the output.",
      choices: hasColumns ? nil : OutputFormat.common)
    parameters.option(
      &color, "--color", value: "color",
      help: "When to use colours; auto means on a terminal, unless NO_COLOR is set.")
    parameters.option(
      &language, "--language", value: "locale",
      help: "The language of descriptions, such as pt_BR; by default the user's.")
  }
}

extension OutputOptions {
  /// Best first.
  package var languages: [String] { Self.languages(language) }

  /// The more general forms follow; the user's languages for nil.
  package static func languages(_ language: String?) -> [String] {
    language.map(UserLanguages.expanded) ?? UserLanguages.ofProcess
  }

  package func emphasized(_ text: String) -> String {
    color.isUsed ? TextStyle.bold.marking(text) : text
  }

  package func dimmed(_ text: String) -> String {
    color.isUsed ? TextStyle.dim.marking(text) : text
  }
}

extension ColorChoice {
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
