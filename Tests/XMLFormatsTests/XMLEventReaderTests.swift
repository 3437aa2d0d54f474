import DeclarationTestSupport
import Testing
import UTIDataFormats
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph
import UTIXMLFormats

/// Records its events.
private struct Recorder: XMLEventHandler {
  var events: [String] = []

  mutating func startElement(_ element: XMLElement) throws(FormatError) {
    let attributes = element.attributes.map { "\($0.name.string)=\($0.value.string)" }
    let place = "\(element.position.line):\(element.position.column)"
    events.append((["<\(element.name.string)", place] + attributes).joined(separator: " "))
  }

  mutating func text(_ text: XMLText) throws(FormatError) {
    if text.string.contains(where: { !$0.isWhitespace }) { events.append(text.string) }
  }

  mutating func endElement(at offset: Int) throws(FormatError) { events.append(">") }
}

private func events(
  _ bytes: [UInt8], limits: ReadingLimits = ReadingLimits()
) throws(FormatError) -> [String] {
  var recorder = Recorder()
  _ = try XMLEventReader.read(bytes, limits: limits, handler: &recorder)
  return recorder.events
}

private func events(_ text: String) throws(FormatError) -> [String] {
  try events(Array(text.utf8))
}

private func error(_ bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) -> FormatError? {
  do throws(FormatError) {
    _ = try events(bytes, limits: limits)
    return nil
  } catch {
    return error
  }
}

@Suite("The XML event reader")
struct XMLEventReaderTests {
  @Test(
    "reports the line and the byte column of the < of each tag",
    arguments: [
      ("<a><b/></a>", ["<a 1:1", "<b 1:4", ">", ">"]),
      ("<?xml version='1.0'?>\n\n  <a\n x='1'\n y='2'\n/>", ["<a 3:3 x=1 y=2", ">"]),
      ("<a>é<b/></a>", ["<a 1:1", "é", "<b 1:6", ">", ">"]),
      ("<a>\r\n<b/>\r<c/></a>", ["<a 1:1", "<b 2:1", ">", "<c 3:1", ">", ">"]),
      ("\n\n\n<a>\n\n<b/><c/>\n</a>\n", ["<a 4:1", "<b 6:1", ">", "<c 6:5", ">", ">"]),
      ("\r\r\n\n<a>\r\n\r<b/><c/>\r</a>\r", ["<a 4:1", "<b 6:1", ">", "<c 6:5", ">", ">"]),
      ("<!-- <x>\n --><a x='&gt;&lt;'/>", ["<a 2:5 x=><", ">"]),
      ("<a><![CDATA[<no>\n]]><b/></a>", ["<a 1:1", "<no>\n", "<b 2:4", ">", ">"]),
      ("\u{FEFF}<a/>", ["<a 1:4", ">"]),
    ])
  func positions(text: String, expected: [String]) throws {
    #expect(try events(text) == expected)
  }

  @Test("expands the predefined entities and character references in texts and attributes")
  func predefinedEntities() throws {
    let result = try events("<a x='&amp;&#65;&quot;&#x42;&apos;'>&lt;&#233;&gt;</a>")
    #expect(result == ["<a 1:1 x=&A\"B'", "<", "é", ">", ">"])
  }

  @Test("reads UTF-16 and Latin-1, with lines but without exact columns")
  func otherEncodings() throws {
    let text = "<?xml version='1.0' encoding='UTF-16'?>\n<a>ü</a>"
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { utf16 += [UInt8(unit & 255), UInt8(unit >> 8)] }
    #expect(try events(utf16).map { $0.prefix(4) } == ["<a 2", "ü", ">"])
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?>\n<a>".utf8) + [0xFC]
    #expect(try events(latin + Array("</a>".utf8)).map { $0.prefix(4) } == ["<a 2", "ü", ">"])
  }

  @Test("omits defaults from an internal subset, so that they never change a result")
  func defaults() throws {
    let text = "<!DOCTYPE a [<!ATTLIST a x CDATA 'no' y CDATA 'no'>]><a y='yes'/>"
    #expect(try events(text) == ["<a 1:\(text.utf8.count - 11) y=yes", ">"])
  }

  @Test("takes the first of two errors, with its position")
  func firstError() {
    let error = error(Array("<a>\n <b></c>\n</d></a>".utf8))
    #expect(error?.code == .notWellFormed)
    #expect(error?.position?.line == 2)
    #expect(error?.text(in: "test.xml").hasPrefix("test.xml:2:") == true)
  }

  @Test("reports an undeclared prefix without rejecting the document")
  func undeclaredPrefix() throws {
    var recorder = Recorder()
    let warnings = try XMLEventReader.read(
      Array("<a>\n<q:b/></a>".utf8), limits: ReadingLimits(),
      handler: &recorder)
    #expect(warnings.map(\.rule) == ["xml-namespace"])
    #expect(warnings.map(\.position.line) == [2])
  }
}

@Suite("A hostile document is rejected with its position")
struct HostileXMLTests {
  private static let bomb =
    "<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'>\n<!ENTITY b '&a;&a;&a;&a;&a;&a;'>]><a>&b;</a>"

  @Test(
    "because of a declaration or its spelling",
    arguments: [
      (bomb, FormatError.Code.entityDeclaration),
      ("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", .entityDeclaration),
      ("<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://127.0.0.1:1/x'> %p;]><a/>", .entityDeclaration),
      (
        "<!DOCTYPE a [<!NOTATION n SYSTEM 'n'><!ENTITY u SYSTEM 'u' NDATA n>]><a/>",
        .entityDeclaration
      ),
      ("<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/x.dtd'><a>&gone;</a>", .notWellFormed),
      ("<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/x.dtd'><a x='&gone;'/>", .notWellFormed),
      ("<a>&gone;</a>", .notWellFormed),
      ("<a>\u{0}</a>", .notWellFormed),
      ("<a x='<'/>", .notWellFormed),
      ("<a x='1' x='2'/>", .notWellFormed),
      ("<a/><b/>", .notWellFormed),
      ("", .notWellFormed),
      (" \n ", .notWellFormed),
      ("no document at all", .notWellFormed),
    ])
  func refused(text: String, code: FormatError.Code) {
    let error = error(Array(text.utf8))
    #expect(error?.code == code)
    #expect(error?.position != nil)
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("because of invalid UTF-8")
  func invalidUTF8() {
    #expect(error(Array("<a>".utf8) + [0xFF, 0xC0] + Array("</a>".utf8))?.code == .notWellFormed)
    #expect(error(Array("<a x='".utf8) + [0xC3] + Array("'/>".utf8))?.code == .notWellFormed)
  }

  @Test("reads a document with an external document type, without loading it")
  func externalSubset() throws {
    let text = "<!DOCTYPE a PUBLIC '-//X//Y' 'file:///dev/stdin'><a/>"
    #expect(try events(text).count == 2)
  }

  @Test(
    "because it states an encoding for which iconv would load code of the machine",
    arguments: ["IBM037", "ebcdic-us", "CP500", "UTF-7", "../x", "CSIBM1047", ""])
  func encodings(name: String) {
    let declarations = [
      "<?xml version='1.0' encoding='\(name)'?>",
      "<?xml version=\"1.0\" encoding =\n \"\(name)\" standalone='yes'?>",
      "<?xml version='1.0' encoding='\(name)' encoding='UTF-8'?>",
    ]
    for declaration in declarations {
      let text = declaration + "<a/>"
      let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + text.utf8, [0xFF, 0xFE] + wide] {
        #expect(error(bytes)?.code == .unreadableEncoding, "\(text)")
      }
    }
  }

  @Test("because it is in EBCDIC, or its declaration is endless")
  func unreadableBeginnings() {
    #expect(error([0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40])?.code == .unreadableEncoding)
    let blanks = String(repeating: " ", count: 5000)
    let text = "<?xml version='1.0'\(blanks)encoding='IBM037'?><a/>"
    #expect(error(Array(text.utf8))?.code == .unreadableEncoding)
    #expect(error(Array("<?xml version='1.0' encoding='Windows-1252'?><a/>".utf8)) == nil)
    #expect(error(Array("<?xml version='1.0'?><a encoding='IBM037'/>".utf8)) == nil)
  }

  @Test("because it exceeds a limit")
  func limits() {
    var limits = ReadingLimits()
    limits.depth = 10
    limits.attributeSize = 10
    limits.textSize = 10
    limits.attributeCount = 3
    limits.documentSize = 1000
    func code(_ text: String) -> FormatError.Code? {
      error(Array(text.utf8), limits: limits)?.code
    }
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(code(nested(10)) == nil)
    #expect(code(nested(11)) == .limitExceeded)
    #expect(code("<a x='0123456789'/>") == nil)
    #expect(code("<a x='0123456789a'/>") == .limitExceeded)
    #expect(code("<a>0123456789</a>") == nil)
    #expect(code("<a>01234&amp;56789</a>") == .limitExceeded)
    #expect(code("<a xmlns='0123456789a'/>") == .limitExceeded)
    #expect(code("<a b='' c='' d=''/>") == nil)
    #expect(code("<a b='' c='' d='' e=''/>") == .limitExceeded)
    #expect(code("<a>" + String(repeating: "<b/>", count: 250) + "</a>") == .tooLarge)
  }

  @Test(
    "because its document type has too many declarations",
    arguments: [
      "<!ATTLIST e a CDATA '1'>", "<!ATTLIST e a (b|c) 'b'>", "<!ELEMENT e ANY>",
      "<!NOTATION n SYSTEM 'x'>",
    ])
  func declarations(declaration: String) {
    func document(_ count: Int) -> [UInt8] {
      let declarations = (0..<count).map { number in
        declaration.replacing(" e ", with: " e\(number) ").replacing(" n ", with: " n\(number) ")
      }
      return Array("<!DOCTYPE r [\n\(declarations.joined())]><r/>".utf8)
    }
    #expect(error(document(1000)) == nil)
    let refusal = error(document(1001))
    #expect(refusal?.code == .limitExceeded)
    #expect(refusal?.position?.line == 2)
  }

  @Test("because its document type gives elements too many attributes")
  func defaultAttributes() {
    func document(_ attributes: Int, _ elements: Int) -> [UInt8] {
      let declarations = (0..<attributes).map { "<!ATTLIST e a\($0) CDATA '1'>" }.joined()
      let body = String(repeating: "<e/>", count: elements)
      return Array("<!DOCTYPE r [\(declarations)]><r>\(body)</r>".utf8)
    }
    #expect(error(document(256, 10)) == nil)
    #expect(error(document(257, 1))?.message == "the attributes of an element are more than 256")
    let refusal = error(document(200, 2000))
    #expect(refusal?.code == .limitExceeded)
    #expect(refusal?.message.hasPrefix("the values, elements and attributes are more than") == true)
  }

  @Test("in the number of namespaces, before libxml2 compares each with every other")
  func namespaceCounts() {
    var limits = ReadingLimits()
    limits.attributeCount = 2
    limits.namespaceCount = 3
    func tag(_ count: Int, _ content: String = "") -> String {
      let declared = (0..<count).map { " xmlns:n\($0)='urn:\($0)'" }.joined()
      return "<a\(declared)>\(content)</a>"
    }
    func refusal(_ document: String) -> FormatError? {
      error(Array(document.utf8), limits: limits)
    }
    #expect(refusal(tag(3)) == nil)
    #expect(refusal(tag(3, "text") + "") == nil)
    #expect(refusal(tag(2, tag(1) + tag(1) + tag(1))) == nil)
    #expect(refusal(tag(4))?.code == .limitExceeded)
    #expect(refusal(tag(2, "\n" + tag(2)))?.position?.line == 2)
    let crowded = "<r>\n<b c='\"' d=\">\"/> " + tag(6) + "</r>"
    #expect(refusal(crowded)?.position == SourcePosition(line: 2, column: 18))
    // Text between tags is not an attribute of them.
    #expect(refusal("<r>" + String(repeating: "'a' ", count: 100) + "</r>") == nil)
    let wide = crowded.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(error([0xFF, 0xFE] + wide, limits: limits)?.code == .limitExceeded)
  }

  @Test("by libxml2's own limits if ours are wide")
  func deep() {
    var limits = ReadingLimits()
    limits.depth = .max
    limits.attributeSize = .max
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(error(Array(deep.utf8), limits: limits) != nil)
    let wide = "<a x='" + String(repeating: "x", count: 20_000_000) + "'/>"
    #expect(error(Array(wide.utf8), limits: limits) != nil)
  }
}
