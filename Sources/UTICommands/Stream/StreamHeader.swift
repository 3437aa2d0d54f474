import UTICommandOutput
internal import UTIDataFormats
internal import UTIPlatform

/// The line of JSON before the bytes of a record; unknown keys are ignored.
struct StreamHeader {
  let id: StreamIdentifier
  let name: String?
  let length: Int
  let size: Int?

  /// The line has no end; after an invalid one, the following bytes have no structure.
  init(_ line: ArraySlice<UInt8>, at place: StreamPlace) throws(CommandFailure) {
    func fault(_ message: String) -> CommandFailure {
      CommandFailure(
        .badDeclarations,
        "--stream: \(place): the header has \(message); "
          + "it is a line such as {\"id\":\"a\",\"length\":16384}")
    }
    let node: JSONNode
    do throws(FormatError) {
      node = try JSONReader.read(Array(line))
    } catch {
      let column = error.position.map { " in column \($0.column)" } ?? ""
      throw fault("no JSON: \(error.message)\(column)")
    }
    guard case .object = node.content else { throw fault("no object") }
    func content(_ name: String) -> JSONNode.Content? { node[name]?.content }
    func text(_ name: String) throws(CommandFailure) -> String? {
      switch content(name) {
      case .string(let text): return text
      case nil, .null: return nil
      default: throw fault("a \(name) that is no string")
      }
    }
    func count(_ name: String) throws(CommandFailure) -> Int? {
      switch content(name) {
      case .number(let digits):
        guard let value = Int(digits), value >= 0 else {
          throw fault("a \(name) that is no number of bytes")
        }
        return value
      case nil, .null: return nil
      default: throw fault("a \(name) that is no number")
      }
    }
    let id: StreamIdentifier
    switch content("id") {
    case .string(let text): id = .text(text)
    case .number(let digits): id = .literal(digits)
    case .boolean(let value): id = .literal(value ? "true" : "false")
    case .null: id = .literal("null")
    case nil: throw fault("no id")
    case .array, .object: throw fault("an id that is a list or an object")
    }
    guard let length = try count("length") else { throw fault("no length") }
    self.id = id
    self.length = length
    size = try count("size")
    if let size, size < length {
      throw fault("a size of \(size) bytes, fewer than its length of \(length)")
    }
    let name = try text("name")
    if let digits = try text("nameBase64") {
      if name != nil { throw fault("both a name and a nameBase64") }
      guard let bytes = Base64.bytes(digits) else { throw fault("a nameBase64 that is none") }
      self.name = LosslessText.text(bytes)
    } else {
      self.name = name
    }
  }
}

/// The identifier of a record, which its answer repeats.
enum StreamIdentifier: Sendable {
  case text(String)
  /// A number as written, a Boolean value or null.
  case literal(String)

  var json: String {
    switch self {
    case .text(let text): JSONValue.string(text).text()
    case .literal(let literal): literal
    }
  }

  var text: String {
    switch self {
    case .text(let text), .literal(let text): text
    }
  }
}

/// Bytes in the alphabet of RFC 4648, section 4.
enum Base64 {
  /// nil when the text is invalid.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
    let padding = text.utf8.dropFirst(digits.count)
    guard padding.allSatisfy({ $0 == UInt8(ascii: "=") }), padding.count <= 2,
      padding.isEmpty || text.utf8.count.isMultiple(of: 4), digits.count % 4 != 1
    else { return nil }
    var bytes: [UInt8] = []
    var bits = 0
    var count = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
