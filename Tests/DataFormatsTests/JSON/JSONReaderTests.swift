import Testing
import UTIDataFormats
import UTIPlatform

/// A text that is JSON, and the value that it is read as.
private struct AcceptedText: Sendable, CustomTestStringConvertible {
  let text: String
  let value: JSONNode.Content

  init(_ text: String, _ value: JSONNode.Content) {
    self.text = text
    self.value = value
  }

  var testDescription: String { text }
}

/// A text that is not JSON, with the line and the column of the error and a part of its message.
private struct RefusedText: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let line: Int
  let column: Int
  let reason: String

  init(_ text: String, _ line: Int, _ column: Int, _ reason: String) {
    self.init(Array(text.utf8), line, column, reason)
  }

  init(_ bytes: [UInt8], _ line: Int, _ column: Int, _ reason: String) {
    self.bytes = bytes
    self.line = line
    self.column = column
    self.reason = reason
  }

  var testDescription: String { String(decoding: bytes, as: UTF8.self) }
}

private let accepted = [
  AcceptedText("null", .null),
  AcceptedText("true", .boolean(true)),
  AcceptedText(" false\n", .boolean(false)),
  AcceptedText("\t\r\n true", .boolean(true)),
  // Numbers (RFC 8259, section 6).
  AcceptedText("0", .number("0")),
  AcceptedText("-0", .number("-0")),
  AcceptedText("10", .number("10")),
  AcceptedText("-123", .number("-123")),
  AcceptedText("0.5", .number("0.5")),
  AcceptedText("-0.0", .number("-0.0")),
  AcceptedText("1e9", .number("1e9")),
  AcceptedText("1E+09", .number("1E+09")),
  AcceptedText("0e-0", .number("0e-0")),
  AcceptedText("12.25e-3", .number("12.25e-3")),
  AcceptedText("100000000000000000000000000", .number("100000000000000000000000000")),
  // Strings (section 7).
  AcceptedText("\"\"", .string("")),
  AcceptedText("\"a b\"", .string("a b")),
  AcceptedText("\"é€😀\"", .string("é€😀")),
  AcceptedText("\"\u{7F}\u{2028}\"", .string("\u{7F}\u{2028}")),
  AcceptedText(#""\"\\\/""#, .string("\"\\/")),
  AcceptedText(#""\b\f\n\r\t""#, .string("\u{8}\u{C}\n\r\t")),
  AcceptedText(#""\u0041\u00e9\u20AC""#, .string("Aé€")),
  AcceptedText(#""\u0000\u001f""#, .string("\u{0}\u{1F}")),
  AcceptedText(#""\ud83d\ude00""#, .string("😀")),
  AcceptedText(#""\uD834\uDD1E!""#, .string("𝄞!")),
  AcceptedText(#""\ufffe\uFFFF""#, .string("\u{FFFE}\u{FFFF}")),
  AcceptedText(#""\\u0041""#, .string("\\u0041")),
  // Lists.
  AcceptedText("[]", .array([])),
  AcceptedText("{ }", .object([])),
]

private let refused = [
  RefusedText("", 1, 1, "ends before a value"),
  RefusedText("\n \n", 3, 1, "ends before a value"),
  RefusedText("nul", 1, 1, "a value is expected"),
  RefusedText("True", 1, 1, "a value is expected"),
  RefusedText("NaN", 1, 1, "a value is expected"),
  RefusedText("'a'", 1, 1, "a value is expected"),
  RefusedText("// a\n1", 1, 1, "a value is expected"),
  RefusedText("\u{FEFF}1", 1, 1, "byte order mark"),
  RefusedText("1 2", 1, 3, "text follows the value"),
  RefusedText("{} ,", 1, 4, "text follows the value"),
  RefusedText("truetrue", 1, 5, "text follows the value"),
  // Numbers.
  RefusedText("03", 1, 1, "begins with a zero"),
  RefusedText("-012", 1, 1, "begins with a zero"),
  RefusedText("00", 1, 1, "begins with a zero"),
  RefusedText("1.2.3", 1, 4, "text follows the value"),
  RefusedText("[1.2.3]", 1, 5, "a comma or the end"),
  RefusedText("1.", 1, 3, "a digit is expected"),
  RefusedText(".5", 1, 1, "a value is expected"),
  RefusedText("+1", 1, 1, "a value is expected"),
  RefusedText("-", 1, 2, "a digit is expected"),
  RefusedText("--1", 1, 2, "a digit is expected"),
  RefusedText("1e", 1, 3, "a digit is expected"),
  RefusedText("1e+", 1, 4, "a digit is expected"),
  RefusedText("1e5.5", 1, 4, "text follows the value"),
  RefusedText("0x1F", 1, 2, "text follows the value"),
  RefusedText("1_000", 1, 2, "text follows the value"),
  RefusedText("-Infinity", 1, 2, "a digit is expected"),
  // Strings.
  RefusedText("\"a", 1, 1, "ends inside of a string"),
  RefusedText("[\n  \"a", 2, 3, "ends inside of a string"),
  RefusedText("\"a\\\"", 1, 1, "ends inside of a string"),
  RefusedText("\"a\nb\"", 1, 3, "control character"),
  RefusedText("\"\t\"", 1, 2, "control character"),
  RefusedText("\"\u{0}\"", 1, 2, "control character"),
  RefusedText(#""\x41""#, 1, 2, "unknown escape"),
  RefusedText(#""\'""#, 1, 2, "unknown escape"),
  RefusedText(#""\"#, 1, 2, "unknown escape"),
  RefusedText(#""\u12""#, 1, 6, "four hexadecimal digits"),
  RefusedText(#""\u12G4""#, 1, 6, "four hexadecimal digits"),
  RefusedText(#""\U0041""#, 1, 2, "unknown escape"),
  RefusedText(#""\ud800""#, 1, 2, "surrogate"),
  RefusedText(#""a\udc00""#, 1, 3, "surrogate"),
  RefusedText(#""\ud800\n""#, 1, 2, "surrogate"),
  RefusedText(#""\ud800\u0041""#, 1, 2, "surrogate"),
  RefusedText(#""\ud83d\ud83d""#, 1, 2, "surrogate"),
  RefusedText([0x22, 0xFF, 0x22], 1, 1, "not UTF-8"),
  RefusedText([0x22, 0xC0, 0x80, 0x22], 1, 1, "not UTF-8"),
  // A surrogate in UTF-8, and a text in UTF-16.
  RefusedText([0x22, 0xED, 0xA0, 0x80, 0x22], 1, 1, "not UTF-8"),
  RefusedText([0xFF, 0xFE, 0x31, 0x00], 1, 1, "a value is expected"),
  // Lists.
  RefusedText("[1,]", 1, 4, "a value is expected"),
  RefusedText("[,1]", 1, 2, "a value is expected"),
  RefusedText("[1 2]", 1, 4, "a comma or the end"),
  RefusedText("[1", 1, 3, "a comma or the end"),
  RefusedText("[1}", 1, 3, "a comma or the end"),
  RefusedText("]", 1, 1, "a value is expected"),
  RefusedText("{\"a\":1,}", 1, 8, "a name is expected"),
  RefusedText("{a:1}", 1, 2, "a name is expected"),
  RefusedText("{1:1}", 1, 2, "a name is expected"),
  RefusedText("{\"a\" 1}", 1, 6, "a colon is expected"),
  RefusedText("{\"a\":}", 1, 6, "a value is expected"),
  RefusedText("{\"a\":1 \"b\":2}", 1, 8, "a comma or the end"),
  RefusedText("{\"a\":1,\n \"\\u0061\":2}", 2, 2, "more than once"),
]

@Suite("The JSON reader")
struct JSONReaderTests {
  @Test("reads every form of a value", arguments: accepted)
  fileprivate func accepts(row: AcceptedText) throws {
    #expect(try JSONReader.read(Array(row.text.utf8)).content == row.value)
  }

  @Test("refuses everything else with its line and column", arguments: refused)
  fileprivate func refuses(row: RefusedText) throws {
    let error = #expect(throws: FormatError.self) { try JSONReader.read(row.bytes) }
    #expect(error?.code == .notWellFormed)
    #expect(error?.position == SourcePosition(line: row.line, column: row.column))
    #expect(error?.message.contains(row.reason) == true, "\(error?.message ?? "")")
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("gives every value and name its position, with columns in bytes")
  func positions() throws {
    let root = try JSONReader.read(Array("{\"é\": [1,\n\n  true], \"b\":\"c\"}".utf8))
    let expected = JSONNode(
      .object([
        JSONMember(
          name: "é", position: SourcePosition(line: 1, column: 2),
          value: JSONNode(
            .array([
              JSONNode(.number("1"), at: SourcePosition(line: 1, column: 9)),
              JSONNode(.boolean(true), at: SourcePosition(line: 3, column: 3)),
            ]), at: SourcePosition(line: 1, column: 8))),
        JSONMember(
          name: "b", position: SourcePosition(line: 3, column: 10),
          value: JSONNode(.string("c"), at: SourcePosition(line: 3, column: 14))),
      ]), at: SourcePosition(line: 1, column: 1))
    #expect(root == expected)
  }

  @Test("gives members and scalars by name and kind")
  func access() throws {
    let node = try JSONReader.read(
      Array("{\"s\":\"t\",\"i\":-7,\"d\":1.5,\"b\":false,\"n\":null}".utf8))
    #expect(node["s"]?.string == "t")
    #expect(node["i"]?.integer == -7)
    #expect(node["d"]?.integer == nil)
    #expect(node["b"]?.boolean == false)
    #expect(node["n"]?.content == .null)
    #expect(node["x"] == nil)
    #expect(node["s"]?["s"] == nil)
  }

  @Test("refuses values that are nested too deeply, and documents that are too large")
  func limits() {
    var limits = ReadingLimits()
    limits.depth = 3
    limits.documentSize = 10
    #expect(throws: Never.self) { try JSONReader.read(Array("[[[1]]]".utf8), limits: limits) }
    let deep = #expect(throws: FormatError.self) {
      try JSONReader.read(Array("[[\n[[1".utf8), limits: limits)
    }
    #expect(deep?.code == .limitExceeded)
    #expect(deep?.position == SourcePosition(line: 2, column: 2))
    let large = #expect(throws: FormatError.self) {
      try JSONReader.read(Array(repeating: 0x20, count: 11), limits: limits)
    }
    #expect(large?.code == .tooLarge)
    let bomb = Array(repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: FormatError.self) { try JSONReader.read(bomb) }
  }
}
