internal import UTIPlatform

/// A program with commands: the source of its help, manual pages and completions.
package struct Program: Sendable {
  package typealias Group = (aim: String, commands: [any Command.Type])

  package typealias Row = (name: String, meaning: String)

  package let name: String
  package let version: String
  /// Manual pages have the date.
  package let versionDate: String
  package let abstract: String
  /// The form is ``Command/discussion``; only help makes the text.
  package var discussion: String { makeDiscussion() }
  private let makeDiscussion: @Sendable () -> String
  /// The groups are by the aim of their users; only help makes the lists.
  package var groups: [Group] { makeGroups() }
  private let makeGroups: @Sendable () -> [Group]
  /// The manual's order.
  ///
  /// A command in no group is not on the first page of help.
  package let commands: [any Command.Type]
  /// The words that replace a former command; nil for another word.
  package let replacement: @Sendable (_ formerCommand: String) -> [String]?
  /// It gets the whole command line if the first word is one of its options or arguments.
  package let defaultCommand: any Command.Type
  /// The argument is one of the default command.
  package let isArgument: @Sendable (String) -> Bool
  /// The default command gets the word all the same, and then reports the error.
  package let isFaultyArgument: @Sendable (String) -> Bool
  /// The message about any other first word; nil for the general message.
  package let explanation: @Sendable (String) -> UsageError?
  /// The remedy for an option of another program, such as file(1).
  package let foreignOptions: @Sendable (String) -> String?
  package let topics: [HelpTopic]
  /// The words after the name of the program.
  package let usage: String
  /// The lines below the commands on the first page of help.
  package var furtherHelp: [String] { makeFurtherHelp() }
  private let makeFurtherHelp: @Sendable () -> [String]
  /// The language is man's.
  package let manualSections: [String]
  /// Manual pages refer to them, such as `file (1)`.
  package let relatedPages: [String]

  package init(
    name: String, version: String, versionDate: String, abstract: String,
    discussion: @autoclosure @escaping @Sendable () -> String,
    commands: [any Command.Type],
    replacement: @escaping @Sendable (_ formerCommand: String) -> [String]? = { _ in nil },
    groups: @autoclosure @escaping @Sendable () -> [Group],
    defaultCommand: any Command.Type,
    isArgument: @escaping @Sendable (String) -> Bool,
    isFaultyArgument: @escaping @Sendable (String) -> Bool,
    explanation: @escaping @Sendable (String) -> UsageError?,
    foreignOptions: @escaping @Sendable (String) -> String? = { _ in nil }, topics: [HelpTopic],
    usage: String = "<subcommand>",
    furtherHelp: @autoclosure @escaping @Sendable () -> [String] = [],
    manualSections: [String], relatedPages: [String]
  ) {
    self.name = name
    self.version = version
    self.versionDate = versionDate
    self.abstract = abstract
    makeDiscussion = discussion
    self.commands = commands
    self.replacement = replacement
    makeGroups = groups
    self.defaultCommand = defaultCommand
    self.isArgument = isArgument
    self.isFaultyArgument = isFaultyArgument
    self.explanation = explanation
    self.foreignOptions = foreignOptions
    self.topics = topics
    self.usage = usage
    makeFurtherHelp = furtherHelp
    self.manualSections = manualSections
    self.relatedPages = relatedPages
  }
}

extension Program {
  package func command(_ name: String) -> (any Command.Type)? {
    for command in commands where command.name == name { return command }
    return nil
  }

  /// The nearest command or other possible word.
  package func hint(_ word: String, or others: [String] = []) -> String {
    EditDistance.nearest(to: word, among: commands.map { $0.name } + others)
      .map { "did you mean \($0)?" } ?? "\(name) --help lists the commands"
  }
}
