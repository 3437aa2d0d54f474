/// A parameter of a command, as its help shows it.
struct Parameter {
  /// How many values a parameter takes.
  enum Arity {
    /// None: it is a flag.
    case none
    /// One; of several the last holds.
    case one
    /// Any number.
    case many
  }

  /// `--recursive` or `-r` with its hyphens; none for what stands by its place.
  let names: [String]
  /// What stands for the value in the help: `file`; empty for a flag.
  let valueName: String
  let help: String
  let arity: Arity
  var isRequired = false
  /// The value that holds when nothing is said, where the help tells it.
  var defaultValue: String?
  /// All values that there are; empty when they cannot be listed.
  var choices: [String] = []
  var completion = Completion.none

  /// Whether it stands by its place and not by a name.
  var isPositional: Bool { names.isEmpty }
  var takesValue: Bool { arity != .none }

  /// How it is spoken of: by its longest name, or by its value.
  var title: String {
    names.max { $0.utf8.count < $1.utf8.count } ?? "<\(valueName)>"
  }
}
