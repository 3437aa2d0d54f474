/// A parameter of a command, as its help shows it.
package struct Parameter {
  /// How many values a parameter takes.
  package enum Arity {
    /// None: it is a flag.
    case none
    /// One; of several the last holds.
    case one
    /// Any number.
    case many
  }

  /// `--recursive` or `-r` with its hyphens; none for what stands by its place.
  package let names: [String]
  /// What stands for the value in the help: `file`; empty for a flag.
  package let valueName: String
  package let help: String
  package let arity: Arity
  package var isRequired = false
  /// The value that holds when nothing is said, where the help tells it.
  package var defaultValue: String?
  /// All values that there are; empty when they cannot be listed.
  package var choices: [String] = []
  package var completion = Completion.none

  /// Whether it stands by its place and not by a name.
  package var isPositional: Bool { names.isEmpty }
  package var takesValue: Bool { arity != .none }

  /// How it is spoken of: by its longest name, or by its value.
  package var title: String {
    names.max { $0.utf8.count < $1.utf8.count } ?? "<\(valueName)>"
  }
}
