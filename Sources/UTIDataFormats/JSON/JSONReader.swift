package import UTIPlatform

/// A strict reader of JSON (RFC 8259) that keeps the position of every value.
///
/// Only the grammar is valid, without names that occur twice in an object.
package struct JSONReader {
  private let bytes: [UInt8]
  private let limits: ReadingLimits
  private var budget: ReadingBudget
  private var index = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0

  /// The document is in UTF-8; O(*n*) in its size.
  package static func read(
    _ bytes: [UInt8], limits: ReadingLimits = ReadingLimits()
  ) throws(FormatError) -> JSONNode {
    guard bytes.count <= limits.documentSize else {
      throw .tooLarge(size: bytes.count, limits: limits)
    }
    var reader = JSONReader(bytes: bytes, limits: limits)
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw reader.error("the document begins with a byte order mark", remedy: "remove it")
    }
    let node = try reader.value()
    reader.skipBlanks()
    guard reader.index == bytes.count else {
      throw reader.error("text follows the value", remedy: "remove it")
    }
    return node
  }

  private init(bytes: [UInt8], limits: ReadingLimits) {
    self.bytes = bytes
    self.limits = limits
    budget = ReadingBudget(documentSize: bytes.count, limits: limits)
  }

  private var position: SourcePosition { position(at: index) }

  private func position(at index: Int) -> SourcePosition {
    SourcePosition(line: line, column: index - lineStart + 1)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func error(
    _ reason: String, at place: Int? = nil, remedy: String = "correct the document"
  ) -> FormatError {
    FormatError(
      .notWellFormed, at: position(at: place ?? index), reason,
      remedy: remedy)
  }

  private mutating func skipBlanks() {
    while let byte = next, byte.isBlank {
      index += 1
      if byte == 0x0A {
        line += 1
        lineStart = index
      }
    }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }
}

// MARK: Values

extension JSONReader {
  private mutating func value() throws(FormatError) -> JSONNode {
    skipBlanks()
    let start = position
    try budget.spend(at: start)
    switch next {
    case UInt8(ascii: "{"): return JSONNode(.object(try members()), at: start)
    case UInt8(ascii: "["): return JSONNode(.array(try elements()), at: start)
    case UInt8(ascii: "\""): return JSONNode(.string(try string()), at: start)
    case let byte? where byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte:
      return JSONNode(.number(try number()), at: start)
    case UInt8(ascii: "t"): return JSONNode(try word("true", .boolean(true)), at: start)
    case UInt8(ascii: "f"): return JSONNode(try word("false", .boolean(false)), at: start)
    case UInt8(ascii: "n"): return JSONNode(try word("null", .null), at: start)
    case nil: throw error("the document ends before a value")
    default: throw error("a value is expected")
    }
  }

  private mutating func word(
    _ word: StaticString, _ content: JSONNode.Content
  ) throws(FormatError) -> JSONNode.Content {
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[index...].starts(with: expected) else { throw error("a value is expected") }
    index += expected.count
    return content
  }

  private mutating func members() throws(FormatError) -> [JSONMember] {
    var result: [JSONMember] = []
    var names: Set<String> = []
    try list(until: UInt8(ascii: "}")) { (reader) throws(FormatError) in
      let start = reader.index
      let position = reader.position
      guard reader.next == UInt8(ascii: "\"") else { throw reader.error("a name is expected") }
      let name = try reader.string()
      guard names.insert(name).inserted else {
        throw FormatError(
          .notWellFormed, at: reader.position(at: start),
          "the object states the name “\(name.prefix(100))” more than once",
          remedy: "remove all but one")
      }
      reader.skipBlanks()
      guard reader.skip(UInt8(ascii: ":")) else { throw reader.error("a colon is expected") }
      result.append(JSONMember(name: name, position: position, value: try reader.value()))
    }
    return result
  }

  private mutating func elements() throws(FormatError) -> [JSONNode] {
    var result: [JSONNode] = []
    try list(until: UInt8(ascii: "]")) { (reader) throws(FormatError) in
      result.append(try reader.value())
    }
    return result
  }

  private mutating func list(
    until end: UInt8, _ element: (inout JSONReader) throws(FormatError) -> Void
  ) throws(FormatError) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= limits.depth else {
      throw .exceeds("the levels of nested values are", limits.depth, at: position)
    }
    index += 1
    skipBlanks()
    if skip(end) { return }
    while true {
      skipBlanks()
      try element(&self)
      skipBlanks()
      if skip(end) { return }
      guard skip(UInt8(ascii: ",")) else {
        throw error("a comma or the end of the list is expected")
      }
    }
  }
}

// MARK: Numbers

extension JSONReader {
  /// RFC 8259, section 6: an integer part without leading zeros, a fraction, an exponent.
  private mutating func number() throws(FormatError) -> String {
    let start = index
    _ = skip(UInt8(ascii: "-"))
    let first = next
    try digits()
    if first == UInt8(ascii: "0"), index - start > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
      throw error("a number begins with a zero", at: start, remedy: "write it without the zero")
    }
    if skip(UInt8(ascii: ".")) { try digits() }
    if let mark = next, mark | 0x20 == UInt8(ascii: "e") {
      index += 1
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(FormatError) {
    let start = index
    while let byte = next, 0x30...0x39 ~= byte { index += 1 }
    guard index > start else { throw error("a digit is expected in a number") }
  }
}

// MARK: Strings

extension JSONReader {
  private mutating func string() throws(FormatError) -> String {
    let start = index
    index += 1
    var result: [UInt8] = []
    while true {
      let run = index
      while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""),
        byte != UInt8(ascii: "\\")
      {
        index += 1
      }
      result += bytes[run..<index]
      switch next {
      case UInt8(ascii: "\""):
        index += 1
        guard let text = String(validating: result, as: UTF8.self) else {
          throw error("a string is not UTF-8", at: start, remedy: "save the document as UTF-8")
        }
        return text
      case UInt8(ascii: "\\"):
        try appendEscape(to: &result)
      case nil: throw error("the document ends inside of a string that begins here", at: start)
      default: throw error("a string contains a control character", remedy: "escape it")
      }
    }
  }

  private mutating func appendEscape(to result: inout [UInt8]) throws(FormatError) {
    let start = index
    index += 1
    let byte = next
    index += 1
    switch byte {
    case UInt8(ascii: "\""): result.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): result.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): result.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"):
      result += String(Character(try scalar(escapedAt: start))).utf8
    default: throw error("a string contains an unknown escape", at: start)
    }
  }

  /// Reads an escape `\u`; characters above U+FFFF are two escapes.
  private mutating func scalar(escapedAt start: Int) throws(FormatError) -> Unicode.Scalar {
    let unpaired = "a string contains a surrogate without its partner"
    var code = try codeUnit()
    if 0xD800..<0xDC00 ~= code {
      guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
        throw error(unpaired, at: start)
      }
      let low = try codeUnit()
      guard 0xDC00..<0xE000 ~= low else { throw error(unpaired, at: start) }
      code = 0x1_0000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw error(unpaired, at: start) }
    return scalar
  }

  private mutating func codeUnit() throws(FormatError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap(Hexadecimal.value) else {
        throw error("four hexadecimal digits are expected")
      }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }
}

/// A parsed JSON value with its position.
package struct JSONNode: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// The text is as written; JSON does not limit its size or precision.
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
  /// nil if this is not an object or does not have the name.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// nil for other values.
  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The number has no fraction and exponent; nil if it does not fit and for other values.
  package var integer: Int64? {
    if case .number(let digits) = content { Int64(digits) } else { nil }
  }

  /// nil for other values.
  package var boolean: Bool? {
    if case .boolean(let value) = content { value } else { nil }
  }
}
