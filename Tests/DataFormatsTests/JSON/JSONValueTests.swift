import Testing
import UTIDataFormats

@Suite("The JSON writer")
struct JSONValueTests {
  private static let record = JSONValue.object([
    ("z", .array([.integer(1), .array([]), .object([])])),
    ("a", .object([("null", .null), ("text", .string("x"))])),
    ("truth", .boolean(true)),
  ])

  @Test("writes on one line, with members in their order")
  func compact() {
    #expect(
      Self.record.text()
        == "{\"z\":[1,[],{}],\"a\":{\"null\":null,\"text\":\"x\"},\"truth\":true}")
  }

  @Test("writes with two spaces of indentation per level")
  func indented() {
    #expect(
      Self.record.text(isIndented: true) == """
        {
          "z": [
            1,
            [],
            {}
          ],
          "a": {
            "null": null,
            "text": "x"
          },
          "truth": true
        }
        """)
  }

  @Test(
    "escapes what JSON requires and what cannot be seen",
    arguments: [
      ("plain é 😀", "plain é 😀"),
      ("\"\\/", #"\"\\/"#),
      ("\n\r\t", #"\n\r\t"#),
      ("\u{0}\u{1B}\u{1F}\u{7F}", #"\u0000\u001b\u001f\u007f"#),
      ("\u{202E}\u{2028}\u{FEFF}", #"\u202e\u2028\ufeff"#),
      ("\u{E0001}", #"\udb40\udc01"#),
    ])
  func escapes(text: String, escaped: String) throws {
    let written = JSONValue.string(text).text()
    #expect(written == "\"\(escaped)\"")
    #expect(try JSONReader.read(Array(written.utf8)).string == text)
  }

  @Test("writes every character so that it reads back")
  func everyCharacter() throws {
    var scalars: [Unicode.Scalar] = (0...0xFFFF as ClosedRange<UInt32>).compactMap(
      Unicode.Scalar.init)
    scalars += [0x1_0000, 0x1_F600, 0xE_0001, 0xF_FFFF].compactMap { Unicode.Scalar($0 as UInt32) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    let written = JSONValue.string(String(text)).text()
    #expect(try JSONReader.read(Array(written.utf8)).string == String(text))
  }
}
