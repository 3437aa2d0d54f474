import Foundation
import TestSupport
import Testing

/// A package with a statement of every kind; the magic is in line 6.
private let package = """
  <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
    <mime-type type="application/x-conversion">
      <comment>Conversion</comment><comment xml:lang="de">Umwandlung</comment>
      <acronym>CV</acronym><expanded-acronym>Conversion</expanded-acronym>
      <icon name="cv"/><generic-icon name="x-office-document"/>
      <magic priority="60"><match type="string" offset="0:4" value="CV\\x00&lt;" mask="0xffff00ff">
        <match type="little16" offset="8" value="0x0102"/></match></magic>
      <treemagic><treematch path="CV" type="file" match-case="true" mimetype="text/plain"/></treemagic>
      <root-XML namespaceURI="urn:cv" localName="cv"/><alias type="application/cv"/>
      <glob pattern="*.cv" weight="70" case-sensitive="true"/><glob-deleteall/><magic-deleteall/>
      <x:y xmlns:x="urn:x" z="&quot;"/>
    </mime-type>
  </mime-info>
  """

@Suite("uti convert")
struct ConvertCommandTests {
  private let plist = Command.fixture("registry/example.plist")

  @Test("converts a property list to a package and to JSON and back, without loss")
  func roundTrips() throws {
    let direct = try Command.run(["convert", plist, "--to", "plist"])
    #expect(direct.status == 0)
    #expect(direct.output.contains("<string>org.example.format</string>"))
    for format in ["xml", "json", "plist"] {
      let there = try Command.run(["convert", plist, "--to", format])
      #expect(there.errors.isEmpty)
      let back = try Command.run(
        ["convert", "-", "--to", "plist", "--strict"], input: Data(there.output.utf8))
      #expect(back.status == 0)
      #expect(back.errors.isEmpty)
      #expect(back.output == direct.output)
    }
  }

  @Test("keeps everything of a package in JSON")
  func packageThroughJSON() throws {
    let input = Data(package.utf8)
    let direct = try Command.run(["convert", "-", "--to", "xml"], input: input)
    let json = try Command.run(["convert", "-", "--to", "json"], input: input)
    let back = try Command.run(["convert", "-", "--to", "xml"], input: Data(json.output.utf8))
    #expect(back.output == direct.output)
    #expect(back.status == 0)
    #expect(direct.output.contains("value=\"CV\\x00&lt;\" mask=\"0xffff00ff\""))
    #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [String: Any])
  }

  @Test("reports losses with file and line, and with --strict writes nothing")
  func losses() throws {
    try withTemporaryDirectory { directory in
      let file = directory.appendingPathComponent("cv.xml").path
      let output = directory.appendingPathComponent("cv.plist").path
      try package.write(toFile: file, atomically: true, encoding: .utf8)
      let strict = try Command.run(
        ["convert", file, "--to", "plist", "--strict", "--output", output])
      #expect(strict.status == 1)
      #expect(!FileManager.default.fileExists(atPath: output))
      let run = try Command.run(["convert", file, "--to", "plist", "--output", output])
      #expect(run.status == 0)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("\(file):6:5: loss: a magic rule of application/x-conversion"))
      for kind in [
        "acronym", "comment", "foreign-element", "glob-case", "glob-deleteall", "glob-weight",
        "icon", "magic", "magic-deleteall", "root-xml", "treemagic",
      ] {
        #expect(run.errors.contains("[\(kind)]"), "\(kind)")
      }
      let written = try String(contentsOfFile: output, encoding: .utf8)
      #expect(written.contains("<string>mime.application.x-conversion</string>"))
    }
  }

  @Test(
    "rejects invalid JSON, with its position",
    arguments: [
      ("{", "1:2: error: a name is expected"), ("{}", "1:1: error: the document does not state"),
      (#"{"schema": 1}"#, "1:12: error: “schema” is a number where a string"),
      (#"{"a": 1, "a": 2}"#, "1:10: error: the object states the name “a” more than once"),
      (#"{"a": "\ud800"}"#, "1:8: error: a string contains a surrogate without its partner"),
      (#"{"a": tru}"#, "1:7: error: a value is expected"),
      (#"{"version": 2, SCHEMA}"#, "“version” is a number where an integer from 1 to 1"),
      (#"{SCHEMA, "typs": []}"#, "the name “typs” is unknown here; write “types”"),
      (#"{SCHEMA, "types": [{"identifier": "a b"}]}"#, "“a b” is not an identifier"),
      (#"{SCHEMA, "types": [{"identifier": "a.b", "declared": "maybe"}]}"#, "exported or imported"),
      (#"{SCHEMA, "mimeTypes": [{"name": "x"}]}"#, "“x” is not the name of a MIME type"),
      (
        #"{SCHEMA, "mimeTypes": [{"name": "a/b", "globs": [{"pattern": ""}]}]}"#,
        "“pattern” is missing"
      ),
      (
        #"{SCHEMA, "mimeTypes": [{"name": "a/b", "globs": [{"pattern": "*.a", "weight": 101}]}]}"#,
        "an integer from 0 to 100"
      ),
      (#"{SCHEMA, "mimeTypes": [{"name": "a/b", "magic": [{}]}]}"#, "a rule has no match"),
      (
        #"{SCHEMA, "mimeTypes": [{"name": "a/b", "magic": [{"matches": [{"type": "string", "offsets": [4, 0], "value": "00"}]}]}]}"#,
        "two numbers in order"
      ),
      (
        #"{SCHEMA, "mimeTypes": [{"name": "a/b", "magic": [{"matches": [{"type": "byte", "offsets": [0, 0], "value": "0"}]}]}]}"#,
        "pairs of hexadecimal digits"
      ),
      // What would end the type and begin another one.
      (
        #"{SCHEMA, "mimeTypes": [{"name": "a/b", "foreignElements": ["<x xmlns=''/></mime-type><mime-type type='c/d'>"]}]}"#,
        "one element of another vocabulary"
      ),
      (
        #"{SCHEMA, "mimeTypes": [{"name": "a/b", "foreignElements": ["<glob xmlns='http://www.freedesktop.org/standards/shared-mime-info' pattern='*'/>"]}]}"#,
        "one element of another vocabulary"
      ),
    ])
  func hostileJSON(text: String, message: String) throws {
    let schema = #""schema": "urn:swift-uniform-types:declarations""#
    let input = Data(text.replacingOccurrences(of: "SCHEMA", with: schema).utf8)
    let run = try Command.run(["convert", "-", "--to", "xml"], input: input)
    #expect(run.status == 65)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.hasPrefix("standard input:1:"))
  }

  @Test("does not crash on JSON that is truncated anywhere, nested deeply or not text")
  func damagedJSON() throws {
    let json = try Command.run(["convert", "-", "--to", "json"], input: Data(package.utf8))
    let bytes = Array(json.output.utf8)
    for end in stride(from: 1, to: bytes.count - 2, by: max(bytes.count / 25, 1)) {
      let run = try Command.run(["convert", "-", "--to", "xml"], input: Data(bytes[..<end]))
      #expect(run.status == 65, "\(end)")
    }
    let deep = "{\"a\": " + String(repeating: "[", count: 100_000)
    #expect(try Command.run(["convert", "-", "--to", "xml"], input: Data(deep.utf8)).status == 65)
    let noText = Data("{\"a\": \"".utf8) + Data([0xFF, 0xFE]) + Data("\"}".utf8)
    #expect(try Command.run(["convert", "-", "--to", "xml"], input: noText).status == 65)
  }

  @Test("distinguishes missing inputs, unreadable inputs and unwritable outputs")
  func failures() throws {
    #expect(try Command.run(["convert", "/nonexistent", "--to", "xml"]).status == 66)
    #expect(try Command.run(["convert", "/etc/passwd", "--to", "xml"]).status == 65)
    #expect(try Command.run(["convert", plist]).status == 64)
    let run = try Command.run(["convert", plist, "--to", "xml", "--output", "/proc/x"])
    #expect(run.status == 74)
    #expect(run.errors.contains("/proc/x"))
  }
}
