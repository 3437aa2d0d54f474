internal import UTIPlatform

/// A command of `uti`, which declares its parameters in code.
///
/// Reflection would take longer than the answer to one query.
package protocol Command: SendableMetatype {
  static var name: String { get }
  /// The purpose, in a sentence.
  static var abstract: String { get }
  /// One paragraph may begin with `Exit status:`; the last begins with `Examples:`.
  static var discussion: String { get }

  init()

  /// Called twice: first to collect the parameters, then to set the members.
  mutating func declare(_ parameters: inout ParameterDeclarations)

  /// The invalid combination, as a sentence without its period.
  var fault: String? { get }

  /// ``CommandFailure/init(input:)`` reads any error that is not a ``CommandFailure``.
  func run() throws
}

extension Command {
  package var fault: String? { nil }

  /// The order is the help's.
  package static var parameters: [Parameter] {
    var command = Self()
    var parameters = ParameterDeclarations()
    command.declare(&parameters)
    return parameters.declared
  }

  package init(_ said: ParsedArguments) throws(UsageError) {
    self.init()
    var parameters = ParameterDeclarations(said)
    declare(&parameters)
    if let fault = parameters.fault { throw fault }
    if let fault = parameters.contradiction ?? fault { throw UsageError(fault) }
  }
}

/// Parameters that several commands share.
package protocol ParameterGroup {
  mutating func declare(_ parameters: inout ParameterDeclarations)

  /// The contradiction in every command, as a sentence without its period.
  var contradiction: String? { get }
}

extension ParameterGroup {
  package var contradiction: String? { nil }
}

/// A parameter of a command, as its help shows it.
package struct Parameter {
  /// The number of values of a parameter.
  package enum Arity {
    /// A flag.
    case none
    /// The last value given is used.
    case one
    /// Any number.
    case many
  }

  /// The names have hyphens, such as `--recursive` and `-r`; none for a positional parameter.
  package let names: [String]
  /// The placeholder in the help: `file`; empty for a flag.
  package let valueName: String
  package let help: String
  package let arity: Arity
  package var isRequired = false
  /// Only if the help shows it.
  package var defaultValue: String?
  /// nil for a flag.
  ///
  /// Its choices are read when they are needed: the metadata of their lists costs a start a fifth of its
  /// instructions.
  var valueType: (any ParameterValue.Type)?
  /// nil for the ones of the type.
  var listedChoices: [String]?
  var listedCompletion: Completion?
  /// Empty for the general section.
  package var section: StaticString = ""
  /// An option that another one replaces: help and completions omit it.
  package var isHidden = false

  /// Empty when they cannot be listed.
  package var choices: [String] { listedChoices ?? valueType?.choices ?? [] }
  package var completion: Completion { listedCompletion ?? valueType?.completion ?? .none }

  package var isPositional: Bool { names.isEmpty }
  package var takesValue: Bool { arity != .none }

  /// The title in messages: the longest name, or the value.
  package var title: String {
    names.max { $0.utf8.count < $1.utf8.count } ?? "<\(valueName)>"
  }
}

/// The possible completions of an incomplete value.
package struct Completion: Sendable {
  /// The kind of file names that are possible.
  package enum Files: String {
    case none, files, directories
  }

  package var files = Files.none
  /// Words may also begin differently.
  package var words: (@Sendable (_ start: String) -> [String])?

  package init(files: Files = .none, words: (@Sendable (_ start: String) -> [String])? = nil) {
    self.files = files
    self.words = words
  }

  package static let none = Completion()
  package static let files = Completion(files: .files)
  package static let directories = Completion(files: .directories)
}

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

/// An error in a command line.
package struct UsageError: Error, Equatable {
  /// The problem, without the name of the program and of the command.
  package let message: String
  /// nil when the remedy is in the help of the command.
  package let remedy: String?
  /// The option that no command has.
  package let unknownOption: String?

  package init(_ message: String, remedy: String? = nil, unknownOption: String? = nil) {
    self.message = message
    self.remedy = remedy
    self.unknownOption = unknownOption
  }
}

/// A topic of `help` that is not a command.
package struct HelpTopic: Sendable {
  package let name: String
  /// The contents, in a sentence.
  package let abstract: String
  /// The words follow the topic's name.
  package let text: @Sendable (ArraySlice<String>) throws(UsageError) -> String

  package init(
    _ name: String, _ abstract: String,
    text: @escaping @Sendable (ArraySlice<String>) throws(UsageError) -> String
  ) {
    self.name = name
    self.abstract = abstract
    self.text = text
  }

  /// The remedy is the words that the topic accepts.
  package static func surplus(
    _ words: ArraySlice<String>, of topic: String, remedy: String
  ) -> UsageError {
    UsageError("help: \(topic): \(words.joined(separator: " ")): not understood", remedy: remedy)
  }
}
