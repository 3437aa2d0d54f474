internal import TypeDeclarations
internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph

/// The members of one object; ``finish()`` finds the names that were not requested.
struct JSONFields {
  let file: String
  let position: SourcePosition
  private let members: [JSONMember]
  private var known: Set<String> = []

  init(_ node: JSONNode, file: String) throws(DeclarationError) {
    guard case .object(let members) = node.content else {
      throw .json(
        file, node.position, "\(node.kindName) is not allowed here; an object is expected",
        remedy: "write an object")
    }
    self.file = file
    self.members = members
    position = node.position
  }

  func finish() throws(DeclarationError) {
    guard let stranger = members.first(where: { !known.contains($0.name) }) else { return }
    let nearest = EditDistance.nearest(to: stranger.name, among: known.sorted())
    throw .json(
      file, stranger.position, "the name “\(stranger.name.prefix(100))” is unknown here",
      remedy: nearest.map { "write “\($0)” if that is meant" } ?? "remove it")
  }

  // MARK: Values

  /// nil when the member is missing or null.
  mutating func node(_ name: String) -> JSONNode? {
    known.insert(name)
    guard let node = members.first(where: { $0.name == name })?.value else { return nil }
    if case .null = node.content { return nil }
    return node
  }

  mutating func string(_ name: String) throws(DeclarationError) -> String? {
    guard let node = node(name) else { return nil }
    return try string(node, of: name)
  }

  mutating func text(_ name: String) throws(DeclarationError) -> String {
    guard let text = try string(name), !text.isEmpty else {
      throw .json(file, position, "“\(name)” is missing or empty", remedy: "write a string")
    }
    return text
  }

  mutating func boolean(_ name: String) throws(DeclarationError) -> Bool {
    guard let node = node(name) else { return false }
    guard case .boolean(let value) = node.content else {
      throw wrongKind(node, of: name, expected: "true or false")
    }
    return value
  }

  mutating func integer(
    _ name: String, in range: ClosedRange<Int>, default standard: Int
  ) throws(DeclarationError) -> Int {
    guard let node = node(name) else { return standard }
    return try integer(node, of: name, in: range)
  }

  mutating func nodes(_ name: String) throws(DeclarationError) -> [JSONNode] {
    guard let node = node(name) else { return [] }
    guard case .array(let nodes) = node.content else {
      throw wrongKind(node, of: name, expected: "an array")
    }
    return nodes
  }

  mutating func strings(_ name: String) throws(DeclarationError) -> [Located<String>] {
    var result: [Located<String>] = []
    for node in try nodes(name) {
      result.append(Located(try string(node, of: name), at: node.position))
    }
    return result
  }

  /// Each object is read to its end.
  mutating func objects<Value>(
    _ name: String, _ read: (inout JSONFields) throws(DeclarationError) -> Value
  ) throws(DeclarationError) -> [Value] {
    var result: [Value] = []
    for node in try nodes(name) {
      var fields = try JSONFields(node, file: file)
      result.append(try read(&fields))
      try fields.finish()
    }
    return result
  }

  mutating func values<Value>(
    _ name: String, expected: String, _ make: (String) -> Value?
  ) throws(DeclarationError) -> [Located<Value>] {
    var result: [Located<Value>] = []
    for text in try strings(name) {
      result.append(
        Located(try value(text.value, at: text.position, expected, make), at: text.position))
    }
    return result
  }

  // MARK: Single values

  func string(_ node: JSONNode, of name: String) throws(DeclarationError) -> String {
    guard case .string(let text) = node.content else {
      throw wrongKind(node, of: name, expected: "a string")
    }
    return text
  }

  func integer(
    _ node: JSONNode, of name: String, in range: ClosedRange<Int>
  ) throws(DeclarationError) -> Int {
    guard case .number(let text) = node.content, let value = Int(text), range.contains(value) else {
      throw wrongKind(
        node, of: name, expected: "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func value<Value>(
    _ text: String, at position: SourcePosition, _ expected: String, _ make: (String) -> Value?
  ) throws(DeclarationError) -> Value {
    guard let value = make(text) else {
      throw .json(
        file, position, "“\(text.prefix(100))” is not \(expected)", remedy: "write \(expected)")
    }
    return value
  }

  private func wrongKind(
    _ node: JSONNode, of name: String, expected: String
  ) -> DeclarationError {
    .json(
      file, node.position, "“\(name)” is \(node.kindName) where \(expected) is expected",
      remedy: "write \(expected)")
  }
}

extension DeclarationError {
  static func json(
    _ file: String, _ position: SourcePosition, _ message: String, remedy: String
  ) -> DeclarationError {
    DeclarationError(
      Code(rawValue: "invalid-json"), file: file, position: position, message: message,
      remedy: remedy)
  }
}
