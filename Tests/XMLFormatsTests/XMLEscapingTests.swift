import Testing
import UTIDataFormats
import UTIPlatform
import UTIXMLFormats

@Suite("Escaping in XML")
struct XMLEscapingTests {
  /// Collects the values that a reader finds.
  private struct Values: XMLEventHandler {
    var attribute: [UInt8] = []
    var content: [UInt8] = []

    mutating func startElement(_ element: XMLElement) throws(FormatError) {
      attribute = element.attributes.value(of: "a").map { Array($0.bytes) } ?? []
    }

    mutating func text(_ text: XMLText) throws(FormatError) {
      content.append(contentsOf: text.bytes)
    }

    mutating func endElement(at offset: Int) throws(FormatError) {}
  }

  @Test(
    "Characters of the markup become references",
    arguments: [
      ("a&b", "a&amp;b", "a&amp;b"), ("<x>", "&lt;x&gt;", "&lt;x&gt;"),
      ("]]>", "]]&gt;", "]]&gt;"), ("'\"", "'\"", "'&quot;"), ("\r\n", "&#13;\n", "&#13;&#10;"),
      ("\t", "\t", "&#9;"), ("&amp;", "&amp;amp;", "&amp;amp;"), ("日本 é", "日本 é", "日本 é"),
      ("", "", ""),
    ])
  func references(row: (text: String, content: String, attribute: String)) {
    var output: [UInt8] = []
    XMLEscaping.appendText(row.text.utf8, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == row.content)
    output = []
    XMLEscaping.appendAttribute(row.text.utf8, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == row.attribute)
  }

  @Test("Escaped text reads back as itself, as content and as the value of an attribute")
  func roundTrip() throws {
    let text = Array("\t<a b=\"c\">&amp;\r\n]]> 'x' \u{85}\u{2028}日本\n".utf8)
    var document = Array("<e a=\"".utf8)
    XMLEscaping.appendAttribute(text, to: &document)
    document += Array("\">".utf8)
    XMLEscaping.appendText(text, to: &document)
    document += Array("</e>".utf8)
    var values = Values()
    _ = try XMLEventReader.read(document, limits: ReadingLimits(), handler: &values)
    #expect(values.attribute == text)
    #expect(values.content == text)
  }
}
