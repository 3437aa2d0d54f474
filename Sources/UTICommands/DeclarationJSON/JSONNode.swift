import TypeDeclarations
import TypeGraph

/// A parsed JSON value with its place.
struct JSONNode {
  enum Content {
    case null
    case boolean(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  let content: Content
  let position: SourcePosition
}

/// A name and a value of an object.
struct JSONMember {
  let name: String
  let position: SourcePosition
  let value: JSONNode
}

extension JSONNode {
  /// The name of this kind of value, with its article.
  var kindName: String {
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

extension DeclarationError {
  /// Returns an error about a JSON document.
  static func json(
    _ file: String, _ position: SourcePosition, _ message: String, remedy: String
  ) -> DeclarationError {
    DeclarationError(
      Code(rawValue: "invalid-json"), file: file, position: position, message: message,
      remedy: remedy)
  }
}
