/// A JSON object without nested objects or lists, for the record of a version.
///
/// Keys keep their order, so equal values give equal bytes.
struct FlatObject: Hashable {
  enum Value: Hashable {
    case text(String)
    case number(Int64)
    case truth(Bool)
  }

  private(set) var members: [(key: String, value: Value)] = []

  init() {}

  static func == (one: FlatObject, other: FlatObject) -> Bool {
    one.members.elementsEqual(other.members) { $0.key == $1.key && $0.value == $1.value }
  }

  func hash(into hasher: inout Hasher) {
    for member in members { hasher.combine(member.key) }
  }

  private subscript(_ key: String) -> Value? { members.last { $0.key == key }?.value }

  func text(_ key: String) -> String? {
    if case .text(let text) = self[key] { text } else { nil }
  }

  func number(_ key: String) -> Int64? {
    if case .number(let number) = self[key] { number } else { nil }
  }

  func truth(_ key: String) -> Bool? {
    if case .truth(let truth) = self[key] { truth } else { nil }
  }

  /// Adds a member, unless the value is nil.
  mutating func add(_ key: String, _ value: Value?) {
    if let value { members.append((key, value)) }
  }

  /// The object in UTF-8, with one member on each line for readability.
  var encoded: [UInt8] {
    let lines = members.map { member in
      let value =
        switch member.value {
        case .text(let text): Self.quoted(text)
        case .number(let number): "\(number)"
        case .truth(let truth): "\(truth)"
        }
      return "  \(Self.quoted(member.key)): \(value)"
    }
    return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Decodes an object.
  ///
  /// - Returns: nil if the bytes are not such an object, for example after a crash.
  init?(decoding bytes: [UInt8]) {
    var reader = Reader(rest: Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...])
    guard reader.take("{") else { return nil }
    if reader.take("}") { return }
    repeat {
      guard let key = reader.string(), reader.take(":"), let value = reader.value() else {
        return nil
      }
      members.append((key, value))
    } while reader.take(",")
    guard reader.take("}") else { return nil }
  }

  private struct Reader {
    var rest: ArraySlice<Unicode.Scalar>

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      while let first = rest.first, [" ", "\n", "\r", "\t"].contains(first) { rest.removeFirst() }
      guard rest.first == scalar else { return false }
      rest.removeFirst()
      return true
    }

    mutating func value() -> Value? {
      if take("t") { return word("rue") ? .truth(true) : nil }
      if take("f") { return word("alse") ? .truth(false) : nil }
      if let text = string() { return .text(text) }
      var digits = ""
      while let first = rest.first, first == "-" || ("0"..."9").contains(first) {
        digits.unicodeScalars.append(first)
        rest.removeFirst()
      }
      return Int64(digits).map(Value.number)
    }

    private mutating func word(_ text: String) -> Bool {
      guard rest.starts(with: text.unicodeScalars) else { return false }
      rest.removeFirst(text.unicodeScalars.count)
      return true
    }

    mutating func string() -> String? {
      guard take("\"") else { return nil }
      var text = ""
      while let scalar = rest.popFirst(), scalar != "\"" {
        guard scalar == "\\" else {
          text.unicodeScalars.append(scalar)
          continue
        }
        guard let escaped = rest.popFirst() else { return nil }
        switch escaped {
        case "u":
          var digits = ""
          for digit in rest.prefix(4) { digits.unicodeScalars.append(digit) }
          rest = rest.dropFirst(4)
          guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
            return nil
          }
          text.unicodeScalars.append(scalar)
        case "n": text += "\n"
        case "t": text += "\t"
        default: text.unicodeScalars.append(escaped)
        }
      }
      return text
    }
  }
}
