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

  @Test("converts a property list to a package and back, without loss")
  func roundTrips() throws {
    let direct = try Command.run(["convert", plist, "--to", "plist"])
    #expect(direct.status == 0)
    #expect(direct.output.contains("<string>org.example.format</string>"))
    for format in ["xml", "plist"] {
      let there = try Command.run(["convert", plist, "--to", format])
      #expect(there.errors.isEmpty)
      let back = try Command.run(
        ["convert", "-", "--to", "plist", "--strict"], input: Data(there.output.utf8))
      #expect(back.status == 0)
      #expect(back.errors.isEmpty)
      #expect(back.output == direct.output)
    }
  }

  @Test("writes everything of a package as JSON, which is not an input")
  func packageAsJSON() throws {
    let input = Data(package.utf8)
    let direct = try Command.run(["convert", "-", "--to", "xml"], input: input)
    #expect(direct.output.contains("value=\"CV\\x00&lt;\" mask=\"0xffff00ff\""))
    let json = try Command.run(["convert", "-", "--to", "json"], input: input)
    let root = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let type = try #require((root?["mimeTypes"] as? [[String: Any]])?.first)
    #expect(
      type.keys.sorted() == [
        "acronyms", "aliases", "comments", "deletesGlobs", "deletesMagic", "expandedAcronyms",
        "foreignElements", "genericIcon", "globs", "icon", "magic", "name", "rootElements",
        "treeMagic",
      ])
    let match = ((type["magic"] as? [[String: Any]])?.first?["matches"] as? [[String: Any]])?.first
    #expect(match?["value"] as? String == "4356003c")
    #expect(match?["mask"] as? String == "ffff00ff")
    let back = try Command.run(["convert", "-", "--to", "xml"], input: Data(json.output.utf8))
    #expect(back.status == 65)
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
