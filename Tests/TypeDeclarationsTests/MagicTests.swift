import DeclarationTestSupport
import Testing
import UTITypeDeclarations
import UTITypeGraph

private func match(_ attributes: String) throws -> (match: MagicMatch?, findings: [String]) {
  let file = try readMIMEType("<magic><match \(attributes)/></magic>")
  return (file.mimeTypes.first?.magic.first?.matches.first, findings(file))
}

@Suite("Magic rules")
struct MagicTests {
  @Test(
    "encode numbers in memory order, in any base (5.5, 5.7, 5.8)",
    arguments: [
      ("byte", "0", [0]), ("byte", "0xff", [255]), ("byte", "0377", [255]), ("byte", "23", [23]),
      ("big16", "0x0102", [1, 2]), ("little16", "0x0102", [2, 1]),
      ("big16", "070707", [0x71, 0xC7]),
      ("big32", "0xa1B2c3d4", [0xA1, 0xB2, 0xC3, 0xD4]),
      ("little32", "0XA1B2C3D4", [0xD4, 0xC3, 0xB2, 0xA1]), ("big32", "1", [0, 0, 0, 1]),
    ] as [(String, String, [UInt8])])
  func numbers(type: String, value: String, expected: [UInt8]) throws {
    let result = try match("type='\(type)' offset='0' value='\(value)'")
    #expect(result.match?.value == expected)
    #expect(result.match?.type.rawValue == type)
    #expect(result.findings.isEmpty)
  }

  @Test("encode host numbers in the order of this machine (5.8)")
  func hostOrder() throws {
    let host16 = try match("type='host16' offset='0' value='0x0102'").match
    let host32 = try match("type='host32' offset='0' value='0x01020304' mask='0xff'").match
    #expect(host16?.value == withUnsafeBytes(of: UInt16(0x0102), Array.init))
    #expect(host32?.value == withUnsafeBytes(of: UInt32(0x0102_0304), Array.init))
    #expect(host32?.mask == withUnsafeBytes(of: UInt32(0xFF), Array.init))
    #expect(host16?.type == .host16)
  }

  @Test(
    "read the escapes of strings (5.9)",
    arguments: [
      ("abc", Array("abc".utf8)), ("\\n\\r\\t\\b\\f\\v", [10, 13, 9, 8, 12, 11]),
      ("\\0", [0]), ("\\12", [10]), ("\\101", [65]), ("\\1012", [65, 0x32]),
      ("\\777", [255]), ("\\8", [0x38]), ("\\x4", [4]), ("\\x41", [65]), ("\\x41F", [65, 0x46]),
      ("\\xzz", Array("xzz".utf8)), ("\\ \\&amp;\\\\", Array(" &\\".utf8)), ("a\\", [0x61]),
      ("é", [0xC3, 0xA9]), ("a b", Array("a b".utf8)), ("\\x00\\x00", [0, 0]),
      ("&#x41;&lt;", Array("A<".utf8)),
    ] as [(String, [UInt8])])
  func escapes(text: String, expected: [UInt8]) throws {
    let result = try match("type='string' offset='0' value='\(text)'")
    #expect(result.match?.value == expected)
    let isIncomplete = ["\\xzz", "a\\"].contains(text)
    #expect(result.findings == (isIncomplete ? ["warning incomplete-escape 5"] : []))
  }

  @Test(
    "read masks of strings, shorter ones with a warning (5.11)",
    arguments: [
      ("0xff00Fe", [0xFF, 0, 0xFE], []),
      ("0xff", [0xFF, 0, 0], ["warning short-mask 5"]),
      ("0x5f5f5", [0x5F, 0x5F, 0x50], ["warning short-mask 5"]),
    ] as [(String, [UInt8], [String])])
  func masks(text: String, expected: [UInt8], findings: [String]) throws {
    let result = try match("type='string' offset='0' value='abc' mask='\(text)'")
    #expect(result.match?.mask == expected)
    #expect(result.findings == findings)
  }

  @Test(
    "read offsets and ranges (5.6)",
    arguments: [("0", 0...0), ("4105", 4105...4105), ("0:2", 0...2), ("7:7", 7...7)])
  func offsets(text: String, expected: ClosedRange<Int>) throws {
    #expect(try match("type='byte' offset='\(text)' value='1'").match?.offsets == expected)
  }

  @Test(
    "are dropped if a match cannot be used (5.4 to 5.11)",
    arguments: [
      ("type='byte' offset='2:' value='1'", "invalid-offset"),
      ("type='byte' offset=':2' value='1'", "invalid-offset"),
      ("type='byte' offset='-1' value='1'", "invalid-offset"),
      ("type='byte' offset='3:2' value='1'", "invalid-offset"),
      ("type='byte' offset='0x1' value='1'", "invalid-offset"),
      ("type='byte' offset='1:2:3' value='1'", "invalid-offset"),
      ("type='byte' offset='99999999999999999999' value='1'", "invalid-offset"),
      ("type='byte' offset='2147483648' value='1'", "invalid-offset"),
      ("type='byte' offset='' value='1'", "invalid-offset"),
      ("type='byte' offset='0' value='256'", "invalid-number"),
      ("type='big16' offset='0' value='0x10000'", "invalid-number"),
      ("type='big32' offset='0' value='0x100000000'", "invalid-number"),
      ("type='big32' offset='0' value='0xfffffffffffffffff'", "invalid-number"),
      ("type='byte' offset='0' value='08'", "invalid-number"),
      ("type='byte' offset='0' value='0x'", "invalid-number"),
      ("type='byte' offset='0' value='-1'", "invalid-number"),
      ("type='byte' offset='0' value=''", "invalid-number"),
      ("type='byte' offset='0' value='1' mask='0x100'", "invalid-number"),
      ("type='string' offset='0' value=''", "empty-value"),
      ("type='string' offset='0' value='\\'", "empty-value"),
      ("type='string' offset='0' value='a' mask='ff'", "invalid-mask"),
      ("type='string' offset='0' value='a' mask='0Xff'", "invalid-mask"),
      ("type='string' offset='0' value='a' mask='0xfg'", "invalid-mask"),
      ("type='string' offset='0' value='a' mask='0x'", "invalid-mask"),
      ("type='string' offset='0' value='a' mask='0xfff'", "long-mask"),
      ("type='word' offset='0' value='1'", "unknown-match-type"),
      ("offset='0' value='1'", "missing-attribute"),
      ("type='byte' value='1'", "missing-attribute"),
      ("type='byte' offset='0'", "missing-attribute"),
    ])
  func invalid(attributes: String, rule: String) throws {
    let result = try match(attributes)
    #expect(result.match == nil)
    #expect(result.findings == ["error empty-rule 5", "error \(rule) 5"])
  }

  private static let good = "<match type='byte' offset='0' value='1'/>"
  private static let bad = "<match type='byte' offset='0' value='x'/>"

  @Test(
    "lose an invalid match, and a parent that remains without an alternative (1.8)",
    arguments: [
      (good + bad, [[0]], 1), (bad + good, [[0]], 1),
      ("<match type='byte' offset='0' value='1'>\(good)\(bad)</match>", [[1]], 1),
      ("<match type='byte' offset='0' value='1'>\(bad)</match>\(good)", [[0]], 1),
      ("<match type='byte' offset='0' value='x'>\(good)</match>\(good)", [[0]], 1),
      ("<match type='byte' offset='0' value='x'>\(bad)</match>\(good)", [[0]], 2),
    ] as [(String, [[Int]], Int)])
  func partial(content: String, childCounts: [[Int]], findingCount: Int) throws {
    let file = try readMIMEType("<magic>\(content)</magic>")
    let magic = file.mimeTypes.first?.magic ?? []
    #expect(magic.map { $0.matches.map(\.children.count) } == childCounts)
    #expect(file.diagnostics.count == findingCount)
  }

  @Test(
    "are dropped as a whole if they contain another element (5.3)",
    arguments: [
      good + "<x:if/>", "<match type='byte' offset='0' value='1'><x:if/></match>" + good,
      good + "<glob pattern='*.a'/>",
    ])
  func foreignInside(content: String) throws {
    let file = try readMIMEType("<magic>\(content)</magic><magic>\(Self.good)</magic>")
    #expect(file.mimeTypes.first?.magic.count == 1)
    #expect(findings(file) == ["error empty-rule 5", "error unexpected-element 5"])
  }
}

@Suite("Tree magic rules")
struct TreeMagicTests {
  @Test(
    "are checked like magic rules (7.2)",
    arguments: [
      ("path='a'", nil), ("path='a' type='link'", nil), ("path='a' mimetype='a/b'", nil),
      ("path='a' match-case='yes'", nil),
      ("", "missing-attribute"), ("path=''", "empty-path"),
      ("path='a' type='pipe'", "unknown-item-kind"),
      ("path='a' mimetype='ab'", "invalid-mime-name"),
    ] as [(String, String?)])
  func attributes(attributes: String, rule: String?) throws {
    let file = try readMIMEType("<treemagic><treematch \(attributes)/></treemagic>")
    let matches = file.mimeTypes.first?.treeMagic.first?.matches
    #expect((matches == nil) == (rule != nil))
    #expect(matches?.first?.matchesCase != true)
    #expect(findings(file) == (rule.map { ["error empty-rule 5", "error \($0) 5"] } ?? []))
  }

  @Test("are dropped as a whole if they contain another element")
  func foreignInside() throws {
    let file = try readMIMEType("<treemagic><treematch path='a'><match/></treematch></treemagic>")
    #expect(file.mimeTypes.first?.treeMagic == [])
    #expect(findings(file) == ["error empty-rule 5", "error unexpected-element 5"])
  }
}
