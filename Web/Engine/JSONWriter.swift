/// Writes one JSON value into an array of bytes.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ write: (inout JSONWriter) -> Void) {
    nested(UInt8(ascii: "{"), UInt8(ascii: "}"), write)
  }

  mutating func array(_ write: (inout JSONWriter) -> Void) {
    nested(UInt8(ascii: "["), UInt8(ascii: "]"), write)
  }

  private mutating func nested(
    _ start: UInt8, _ end: UInt8, _ write: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(start)
    needsComma = false
    write(&self)
    bytes.append(end)
    needsComma = true
  }

  mutating func string(_ text: String?) {
    separate()
    if let text { quote(text) } else { literal("null") }
    needsComma = true
  }

  mutating func strings(_ texts: [String]) {
    array { writer in
      for text in texts { writer.string(text) }
    }
  }

  mutating func number(_ value: Int?) {
    separate()
    if let value { bytes.append(contentsOf: String(value).utf8) } else { literal("null") }
    needsComma = true
  }

  mutating func boolean(_ value: Bool) {
    separate()
    literal(value ? "true" : "false")
    needsComma = true
  }

  mutating func null() { string(nil) }

  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    literal(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func field(_ name: StaticString, _ text: String?) {
    key(name)
    string(text)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func literal(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Most texts need no escape, and are copied at once.
  private mutating func quote(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { text in
      if text.contains(where: Self.needsEscape) {
        for byte in text { escape(byte) }
      } else {
        bytes.append(contentsOf: text)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20:
      literal("\\u00")
      bytes.append(Self.digit(byte >> 4))
      bytes.append(Self.digit(byte & 15))
    default: bytes.append(byte)
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
