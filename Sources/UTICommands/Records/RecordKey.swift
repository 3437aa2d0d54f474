/// A key of JSON records; its meaning and the kind of its values are the same in every command.
struct RecordKey: Sendable {
  /// The kinds of values.
  indirect enum Kind: Sendable {
    case string, integer, number, boolean
    /// One of several words.
    case word([String])
    case optional(Kind)
    case either(Kind, Kind)
    case list(Kind)
    /// Lists of texts under variable names, such as tags by class.
    case listsByName
    /// An object with these members, all of which it has.
    case object([RecordKey])
    /// A record of the same command.
    case record
  }

  let name: String
  let kind: Kind
  /// The meaning of the value, in a few words.
  let meaning: String

  init(_ name: String, _ kind: Kind, _ meaning: String) {
    self.name = name
    self.kind = kind
    self.meaning = meaning
  }
}

/// The format of a command's results in every form except text for terminals.
struct RecordFormat: Sendable {
  /// The command, with the option that changes the format.
  let command: String
  /// The names of the columns of tables.
  let columns: [String]
  /// The names of the keys that every record has, in their order.
  let keys: [String]
  /// The names of the keys that only some records have.
  let optionalKeys: [String]

  init(_ command: String, columns: [String], keys: [String], optional: [String] = []) {
    self.command = command
    self.columns = columns
    self.keys = keys
    optionalKeys = optional
  }
}
