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
    /// It has all of these members.
    case object([RecordKey])
    case record
  }

  let name: String
  let kind: Kind
  let meaning: String

  init(_ name: String, _ kind: Kind, _ meaning: String) {
    self.name = name
    self.kind = kind
    self.meaning = meaning
  }
}

/// The format of a command's results in every form except text for terminals.
struct RecordFormat: Sendable {
  let command: String
  let columns: [String]
  /// Every record has them, in this order.
  let keys: [String]
  /// Only some records have them.
  let optionalKeys: [String]

  init(_ command: String, columns: [String], keys: [String], optional: [String] = []) {
    self.command = command
    self.columns = columns
    self.keys = keys
    optionalKeys = optional
  }
}
