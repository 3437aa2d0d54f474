internal import UTIPlatform

/// A program with commands: the source of its help, manual pages and completions.
package struct Program: Sendable {
  /// Commands with the aim of their users.
  package typealias Group = (aim: String, commands: [any Command.Type])

  /// A name with what it means.
  package typealias Row = (name: String, meaning: String)

  /// The name by which the program is started.
  package let name: String
  /// The version.
  package let version: String
  /// The date of the version, for manual pages.
  package let versionDate: String
  /// The purpose of the program, in a sentence.
  package let abstract: String
  /// Further paragraphs, in the form of ``Command/discussion``.
  ///
  /// Only help needs them, so that other commands do not make the text.
  package var discussion: String { makeDiscussion() }
  private let makeDiscussion: @Sendable () -> String
  /// The commands by the aim of their users.
  ///
  /// Only help needs them, so that other commands do not make the lists.
  package var groups: [Group] { makeGroups() }
  private let makeGroups: @Sendable () -> [Group]
  /// The commands, in the order of the help.
  package let commands: [any Command.Type]
  /// The command that receives the whole command line if its first word is not a command but one of
  /// its options or arguments.
  package let defaultCommand: any Command.Type
  /// Returns whether a word is an argument of the default command.
  package let isArgument: @Sendable (String) -> Bool
  /// Returns whether a word that is neither a command nor an argument is passed to the default
  /// command all the same, which then reports the error.
  package let isFaultyArgument: @Sendable (String) -> Bool
  /// Returns the message about any other first word; nil for the general one.
  package let explanation: @Sendable (String) -> UsageError?
  /// The remedy for an option of another program, such as file(1), by the option.
  package let foreignOptions: @Sendable (String) -> String?
  /// The topics of `help`.
  package let topics: [HelpTopic]
  /// The sections of all manual pages, in the language of man.
  package let manualSections: [String]
  /// The other pages that a manual page refers to, such as `file (1)`.
  package let relatedPages: [String]

  package init(
    name: String, version: String, versionDate: String, abstract: String,
    discussion: @autoclosure @escaping @Sendable () -> String,
    commands: [any Command.Type], groups: @autoclosure @escaping @Sendable () -> [Group],
    defaultCommand: any Command.Type,
    isArgument: @escaping @Sendable (String) -> Bool,
    isFaultyArgument: @escaping @Sendable (String) -> Bool,
    explanation: @escaping @Sendable (String) -> UsageError?,
    foreignOptions: @escaping @Sendable (String) -> String? = { _ in nil }, topics: [HelpTopic],
    manualSections: [String], relatedPages: [String]
  ) {
    self.name = name
    self.version = version
    self.versionDate = versionDate
    self.abstract = abstract
    makeDiscussion = discussion
    self.commands = commands
    makeGroups = groups
    self.defaultCommand = defaultCommand
    self.isArgument = isArgument
    self.isFaultyArgument = isFaultyArgument
    self.explanation = explanation
    self.foreignOptions = foreignOptions
    self.topics = topics
    self.manualSections = manualSections
    self.relatedPages = relatedPages
  }
}

extension Program {
  /// Returns the command with a name.
  package func command(_ name: String) -> (any Command.Type)? {
    for command in commands where command.name == name { return command }
    return nil
  }

  /// Returns the remedy for a word that is not a command: the nearest one.
  ///
  /// - Parameter others: possible words besides commands.
  package func hint(_ word: String, or others: [String] = []) -> String {
    EditDistance.nearest(to: word, among: commands.map { $0.name } + others)
      .map { "did you mean \($0)?" } ?? "\(name) --help lists the commands"
  }
}
