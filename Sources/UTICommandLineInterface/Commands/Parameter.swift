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
