import UTICommandLineInterface

/// A value with three words.
enum Pace: String, ParameterValue, CaseIterable {
  case slow, normal, quick
}

/// Parameters that both commands share, one of which contradicts another.
struct Loudness: ParameterGroup, Equatable {
  var isQuiet = false
  var isLoud = false

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.flag(&isQuiet, "-q", "--quiet", help: "Print nothing. Errors are printed.")
    parameters.flag(&isLoud, "--loud", help: "Print more.")
  }

  var contradiction: String? {
    isQuiet && isLoud ? "--quiet and --loud exclude each other" : nil
  }
}

/// A command with each form of parameter.
struct Copy: Command, Equatable {
  static let name = "copy"
  static let abstract = "Copy files."
  static let discussion = """
    The files are copied one after another, and the copies have the names that the files have.

      an indented line   stays as it is

    Exit status: 0 if all was copied; 2 otherwise.

    Examples:
      tool copy -r a b
      tool copy --pace=slow c
    """

  var loudness = Loudness()
  var isRecursive = false
  var follows = true
  var pace = Pace.normal
  var target = ""
  var count: Int?
  var patterns: [String] = []
  var source = ""
  var others: [String] = []

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.group(&loudness)
    parameters.flag(&isRecursive, "-r", "--recursive", help: "Copy folders.")
    parameters.flag(&follows, "--no-follow", sets: false, help: "Copy links as links.")
    parameters.option(&pace, "--pace", value: "pace", help: "The pace.")
    parameters.option(
      &target, "-t", "--target", value: "folder", isRequired: true, help: "Where to.",
      completion: .directories)
    parameters.option(&count, "--count", value: "number", help: "How many.")
    parameters.option(
      &patterns, "--skip", value: "pattern", help: "What to leave out.",
      completion: Completion { _ in ["tmp", "old", "tar"] })
    parameters.argument(&source, "source", help: "The first file.", completion: .files)
    parameters.arguments(&others, "others", isRequired: false, help: "More files.")
  }

  var fault: String? { source == others.first ? "the same file twice" : nil }

  func run() {}
}

/// A command without required parameters.
struct List: Command, Equatable {
  static let name = "list"
  static let abstract = "List files."
  static let discussion = "Lists."

  var folder: String?

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.argument(&folder, "folder", help: "The folder.")
  }

  func run() {}
}

let sampleProgram = Program(
  name: "tool", version: "1.2", versionDate: "2026-01-02", abstract: "Works on files.",
  discussion: "Names are bytes.", commands: [Copy.self, List.self],
  replacement: { $0 == "duplicate" ? ["copy"] : nil },
  groups: [("Work", [Copy.self]), ("Look", [List.self])], defaultCommand: List.self,
  isArgument: { $0.hasPrefix("/") }, isFaultyArgument: { $0.hasSuffix("/") },
  explanation: { $0 == "move" ? UsageError("move: no longer a command", remedy: "use copy") : nil },
  topics: [
    HelpTopic("paths", "How paths are written.") { (words) throws(UsageError) in
      guard words.isEmpty else {
        throw HelpTopic.surplus(words, of: "paths", remedy: "it takes no arguments")
      }
      return "Paths."
    },
    .manual(of: "tool") { sampleProgram },
  ],
  furtherHelp: ["See the manual."],
  manualSections: [".SH FILES", "none"], relatedPages: ["file (1)"])
