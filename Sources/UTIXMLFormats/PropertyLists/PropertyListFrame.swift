internal import UTIPlatform

/// An element that has started and not ended.
struct PropertyListFrame {
  enum Kind {
    case plist
    case array
    case dictionary
    case key
    case string
    case integer
    case real
    case date
    case data
    case boolean(Bool)
    /// An invalid element, with everything in it.
    case skipped
  }

  let kind: Kind
  let position: SourcePosition
  /// The current values of an array.
  var values: [PropertyListValue] = []
  /// The current entries of a dictionary.
  var entries: [PropertyListEntry] = []
  var keys: Set<String> = []
  /// The key whose value comes next.
  var pendingKey: (name: String, position: SourcePosition)?

  var isContainer: Bool {
    switch kind {
    case .plist, .array, .dictionary: true
    default: false
    }
  }

  /// Returns the kind of an element; nil for names that the format does not have.
  static func kind(of element: XMLText) -> Kind? {
    switch element {
    case "array": .array
    case "data": .data
    case "date": .date
    case "dict": .dictionary
    case "false": .boolean(false)
    case "integer": .integer
    case "key": .key
    case "real": .real
    case "string": .string
    case "true": .boolean(true)
    default: nil
    }
  }
}
