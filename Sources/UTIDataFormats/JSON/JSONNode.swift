package import UTIPlatform

/// A parsed JSON value with its position.
package struct JSONNode: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// A number as written; JSON does not limit its size or precision.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  package let content: Content
  package let position: SourcePosition

  package init(_ content: Content, at position: SourcePosition) {
    self.content = content
    self.position = position
  }
}

/// A name of an object and its value.
package struct JSONMember: Hashable, Sendable {
  package let name: String
  /// The position of the name.
  package let position: SourcePosition
  package let value: JSONNode

  package init(name: String, position: SourcePosition, value: JSONNode) {
    self.name = name
    self.position = position
    self.value = value
  }
}

extension JSONNode {
  /// The value of a name; nil if this is not an object or does not have the name.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text of a string; nil for other values.
  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// A number without fraction and exponent that fits; nil for other values.
  package var integer: Int64? {
    if case .number(let digits) = content { Int64(digits) } else { nil }
  }

  /// A boolean; nil for other values.
  package var boolean: Bool? {
    if case .boolean(let value) = content { value } else { nil }
  }

  /// The kind of the value with its article, for messages.
  package var kindName: String {
    switch content {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
