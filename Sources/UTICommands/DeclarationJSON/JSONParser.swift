import TypeDeclarations
import TypeGraph
internal import UTIPlatform

/// Reads JSON (RFC 8259) with the place of every value, which errors about its content name.
struct JSONParser {
  private let bytes: [UInt8]
  private let file: String
  private let limits: DeclarationLimits
  private var index = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0

  /// Reads a document.
  ///
  /// - Throws: `DeclarationError` with the place when the document is not JSON, states a name of an
  ///   object twice, or is nested more deeply than the limits allow.
  static func parse(
    _ bytes: [UInt8], file: String, limits: DeclarationLimits = DeclarationLimits()
  ) throws(DeclarationError) -> JSONNode {
    var parser = JSONParser(bytes: bytes, file: file, limits: limits)
    let node = try parser.value()
    parser.skipBlanks()
    guard parser.index == bytes.count else {
      throw parser.error("there is text after the value", remedy: "remove it")
    }
    return node
  }

  private init(bytes: [UInt8], file: String, limits: DeclarationLimits) {
    self.bytes = bytes
    self.file = file
    self.limits = limits
  }

  private var position: SourcePosition {
    SourcePosition(line: line, column: index - lineStart + 1)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func error(
    _ message: String, remedy: String = "correct the document"
  ) -> DeclarationError {
    .json(file, position, message, remedy: remedy)
  }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
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

  // MARK: Values

  private mutating func value() throws(DeclarationError) -> JSONNode {
    skipBlanks()
    let start = position
    switch next {
    case UInt8(ascii: "{"): return JSONNode(content: .object(try members()), position: start)
    case UInt8(ascii: "["): return JSONNode(content: .array(try elements()), position: start)
    case UInt8(ascii: "\""): return JSONNode(content: .string(try string()), position: start)
    case let byte? where byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte:
      return JSONNode(content: .number(number()), position: start)
    default: break
    }
    let words: [(String, JSONNode.Content)] = [
      ("true", .boolean(true)), ("false", .boolean(false)), ("null", .null),
    ]
    for (word, content) in words where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return JSONNode(content: content, position: start)
    }
    throw error(next == nil ? "the document ends before a value" : "not a JSON value")
  }

  private mutating func members() throws(DeclarationError) -> [JSONMember] {
    var result: [JSONMember] = []
    var names: Set<String> = []
    try list(until: UInt8(ascii: "}")) { (parser) throws(DeclarationError) in
      let position = parser.position
      guard parser.next == UInt8(ascii: "\"") else {
        throw parser.error("a name in quotes is expected")
      }
      let name = try parser.string()
      guard names.insert(name).inserted else {
        throw .json(
          parser.file, position, "the object states “\(name.prefix(100))” more than once",
          remedy: "remove all but one")
      }
      parser.skipBlanks()
      guard parser.skip(UInt8(ascii: ":")) else { throw parser.error("a colon is expected") }
      result.append(JSONMember(name: name, position: position, value: try parser.value()))
    }
    return result
  }

  private mutating func elements() throws(DeclarationError) -> [JSONNode] {
    var result: [JSONNode] = []
    try list(until: UInt8(ascii: "]")) { (parser) throws(DeclarationError) in
      result.append(try parser.value())
    }
    return result
  }

  private mutating func list(
    until end: UInt8, _ element: (inout JSONParser) throws(DeclarationError) -> Void
  ) throws(DeclarationError) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= limits.depth else {
      throw error("values are nested more than \(limits.depth) deep", remedy: "simplify them")
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

  private mutating func number() -> String {
    let start = index
    while let byte = next, "+-.eE0123456789".utf8.contains(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  // MARK: Strings

  private mutating func string() throws(DeclarationError) -> String {
    index += 1
    var result: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let text = String(validating: result, as: UTF8.self) else {
          throw error("a string is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"):
        index += 1
        result += try escape()
      case ..<0x20: throw error("a string has a control character", remedy: "escape it")
      default:
        index += 1
        result.append(byte)
      }
    }
    throw error("the document ends inside of a string")
  }

  private mutating func escape() throws(DeclarationError) -> [UInt8] {
    let byte = next
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return byte.map { [$0] } ?? []
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw error("no such escape in a string")
    }
  }

  /// Characters above U+FFFF are written as two escapes.
  private mutating func unicodeEscape() throws(DeclarationError) -> [UInt8] {
    var code = try codeUnit()
    if 0xD800..<0xDC00 ~= code {
      guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
        throw error("a surrogate is not part of a pair")
      }
      let low = try codeUnit()
      guard 0xDC00..<0xE000 ~= low else { throw error("a surrogate pair is incomplete") }
      code = 0x1_0000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw error("a surrogate is not part of a pair")
    }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func codeUnit() throws(DeclarationError) -> UInt32 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Hexadecimal.value(of: $0) != nil }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits are expected") }
    index += 4
    return code
  }
}
