import DeclarationTestSupport
import Foundation
import Testing
import UTIDataFormats
import UTIPlatform
import UTIXMLFormats

private func read(
  _ content: String
) throws -> (root: PropertyListValue, findings: [FormatFinding]) {
  try PropertyListReader.read(Array("<plist>\n\(content)\n</plist>".utf8), limits: ReadingLimits())
}

/// The value as Foundation would give it, for comparison.
private func foundationValue(_ value: PropertyListValue) -> any Equatable & NSObjectProtocol {
  switch value.content {
  case .string(let text): NSString(string: text)
  case .integer(let number):
    Int64(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: UInt64(number))
  case .real(let number): NSNumber(value: number)
  case .boolean(let value): NSNumber(value: value)
  case .date(let seconds): NSDate(timeIntervalSince1970: seconds)
  case .data(let bytes): NSData(data: Data(bytes))
  case .array(let values): NSArray(array: values.map(foundationValue))
  case .dictionary(let entries):
    NSDictionary(
      objects: entries.map { foundationValue($0.value) },
      forKeys: entries.map { NSString(string: $0.key) })
  }
}

@Suite("The property-list reader")
struct PropertyListReaderTests {
  @Test(
    "reads what Foundation reads", arguments: ["values.plist", "editor.plist", "hostile.plist"])
  func agreesWithFoundation(name: String) throws {
    let bytes = try fixture(name)
    let (root, findings) = try PropertyListReader.read(bytes, limits: ReadingLimits())
    #expect(findings.isEmpty)
    let expected = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    let dictionary = try #require(expected as? [String: Any])
    #expect(NSDictionary(dictionary: dictionary).isEqual(foundationValue(root)))
  }

  @Test("reads the same from the binary form", arguments: ["values.plist", "editor.plist"])
  func binary(name: String) throws {
    let bytes = try fixture(name)
    let limits = ReadingLimits()
    let expected = try PropertyListReader.read(bytes, limits: limits).root
    let value = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    let binary = try PropertyListSerialization.data(
      fromPropertyList: value, format: .binary, options: 0)
    let root = try PropertyListReader.read([UInt8](binary), limits: limits).root
    #expect(
      NSDictionary(dictionary: ["": foundationValue(root)])
        .isEqual(to: ["": foundationValue(expected)]))
  }

  @Test(
    "reads every form of a scalar",
    arguments: [
      ("<integer>0</integer>", PropertyListValue.Content.integer(0)),
      ("<integer> -12 </integer>", .integer(-12)),
      ("<integer>+7</integer>", .integer(7)),
      ("<integer>0xFFFFFFFFFFFFFFFF</integer>", .integer(0xFFFF_FFFF_FFFF_FFFF)),
      ("<integer>-0x10</integer>", .integer(-16)),
      ("<integer>99999999999999999999</integer>", .integer(99_999_999_999_999_999_999)),
      ("<real>1</real>", .real(1)),
      ("<real>-inf</real>", .real(-.infinity)),
      ("<real>.5E1</real>", .real(5)),
      ("<true/>", .boolean(true)),
      ("<false></false>", .boolean(false)),
      ("<string/>", .string("")),
      ("<string> a\nb </string>", .string(" a\nb ")),
      ("<data>AA==</data>", .data([0])),
      ("<data> A A\tE\n= </data>", .data([0, 1])),
      ("<data></data>", .data([])),
      ("<date>1970-01-01T00:00:00Z</date>", .date(0)),
      ("<date>2001-01-01T00:00:00Z</date>", .date(978_307_200)),
      ("<date>2024-02-29T12:00:01Z</date>", .date(1_709_208_001)),
      ("<array/>", .array([])),
      ("<dict/>", .dictionary([])),
    ])
  func scalars(content: String, expected: PropertyListValue.Content) throws {
    let (root, findings) = try read(content)
    #expect(root.content == expected)
    #expect(findings.isEmpty)
  }

  @Test("reads nan, which equals nothing")
  func notANumber() throws {
    guard case .real(let number) = try read("<real>nan</real>").root.content else {
      Issue.record("not a real")
      return
    }
    #expect(number.isNaN)
  }

  @Test(
    "drops a value that cannot be used and reports its line",
    arguments: [
      ("<integer/>", "invalid-value"), ("<integer>1.5</integer>", "invalid-value"),
      ("<integer>--1</integer>", "invalid-value"), ("<integer>0x</integer>", "invalid-value"),
      ("<real>0x1p3</real>", "invalid-value"), ("<real>one</real>", "invalid-value"),
      ("<date>yesterday</date>", "invalid-value"),
      ("<date>2026-13-01T00:00:00Z</date>", "invalid-value"),
      ("<data>A*</data>", "invalid-value"), ("<data>AA=A</data>", "invalid-value"),
      ("<number>1</number>", "unknown-element"),
      ("<x:string xmlns:x='u'>1</x:string>", "unknown-element"),
      ("<key>k</key>", "unexpected-key"),
    ])
  func dropped(content: String, rule: String) throws {
    let (root, findings) = try read("<array>\n\(content)\n<string>kept</string></array>")
    guard case .array(let values) = root.content else {
      Issue.record("not an array")
      return
    }
    #expect(values.map(\.content) == [.string("kept")])
    #expect(findings.map(\.rule) == [rule])
    #expect(findings.map(\.position.line) == [3])
  }

  @Test(
    "drops an entry of a dictionary that cannot be used and keeps the others",
    arguments: [
      ("<string>no key</string>", ["missing-key"], ["z"]),
      ("<key>a</key>", ["missing-value"], ["z"]),
      ("<key>a</key><key>b</key><true/>", ["missing-value"], ["b", "z"]),
      ("<key>a</key><integer>x</integer>", ["invalid-value"], ["z"]),
      ("<key>a</key><what/>", ["unknown-element"], ["z"]),
      ("text", ["stray-text"], ["z"]),
      ("<key>z</key><false/>", ["duplicate-key"], ["z", "z"]),
      ("<key>a</key><string>b<i>c</i>d</string>", ["unexpected-element"], ["a", "z"]),
    ])
  func entries(content: String, rules: [String], keys: [String]) throws {
    let (root, findings) = try read("<dict>\(content)<key>z</key><true/></dict>")
    guard case .dictionary(let entries) = root.content else {
      Issue.record("not a dictionary")
      return
    }
    #expect(findings.map(\.rule) == rules)
    #expect(entries.map(\.key) == keys)
    #expect(root["z"]?.content == .boolean(true))
  }

  @Test("reports a key without a value at the end of its dictionary")
  func lastKey() throws {
    #expect(try read("<dict><key>a</key></dict>").findings.map(\.rule) == ["missing-value"])
  }

  @Test("gives every value and key its position")
  func places() throws {
    let (root, _) = try read("<dict>\n  <key>a</key>\n  <array>\n    <true/></array></dict>")
    guard case .dictionary(let entries) = root.content, let entry = entries.first,
      case .array(let values) = entry.value.content
    else {
      Issue.record("another shape")
      return
    }
    #expect(root.position == SourcePosition(line: 2, column: 1))
    #expect(entry.keyPosition == SourcePosition(line: 3, column: 3))
    #expect(entry.value.position == SourcePosition(line: 4, column: 3))
    #expect(values.first?.position == SourcePosition(line: 5, column: 5))
  }

  @Test(
    "rejects files that are no property lists, with a remedy",
    arguments: [
      "{ key = value; }", "( a, b )", "// !$*UTF8*$!\n{ }", "\"text\"", "<plist/>",
      "<plist><what/></plist>", "<dict/>", "<html/>", "", "plain text", "<plist><dict>",
      "bplist00", "bplist17", "bplist00" + String(repeating: "\u{0}", count: 40),
    ])
  func refused(text: String) {
    #expect {
      try PropertyListReader.read(Array(text.utf8), limits: ReadingLimits())
    } throws: { error in
      let error = error as? FormatError
      return error?.position != nil && error?.remedy.isEmpty == false
    }
  }

  @Test("names the old text form, and its conversion")
  func oldTextForm() {
    #expect {
      try PropertyListReader.read(Array("\n{ a = 1; }".utf8), limits: ReadingLimits())
    } throws: { error in
      let text = (error as? FormatError)?.text(in: "f.plist") ?? ""
      return text.hasPrefix("f.plist:1:1: error: not an XML or binary property list")
        && text.contains("plutil")
    }
  }
}
