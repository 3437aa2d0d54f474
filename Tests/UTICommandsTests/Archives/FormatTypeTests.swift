import TestSupport
import Testing

@Suite("Formats of PRONOM in uti lookup and uti info")
struct FormatTypeTests {
  @Test("A format has the types that share a MIME name and an extension with it")
  func lookup() throws {
    let fixture = try SignatureFixture()
    let run = try fixture.run("lookup", "fmt/18")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.first?.hasPrefix("fmt/18\tcom.adobe.pdf\t") == true)
    let unknown = try fixture.run("lookup", "fmt/1", "fmt/9001", "fmt/17")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("fmt/1: the signature files have no such format"))
    #expect(unknown.errors.contains("no type has its MIME name and extension"))
    #expect(unknown.lines.count == 1)
    let bare = try SignatureFixture(isInstalled: false)
    #expect(try bare.run("lookup", "fmt/18").errors.contains("install one with uti install"))
  }

  @Test("A type lists its formats if signatures are installed")
  func info() throws {
    let fixture = try SignatureFixture()
    let record = try #require(
      try fixture.run("info", "--format", "jsonl", "com.adobe.pdf").objects().first)
    #expect(record["formats"] as? [String] == ["fmt/17", "fmt/18"])
    let text = try fixture.run("info", "com.adobe.pdf").output
    #expect(text.contains("fmt/18  Acrobat PDF 1.4 1.4"))
    let bare = try SignatureFixture(isInstalled: false)
    let other = try #require(
      try bare.run("info", "--format", "jsonl", "com.adobe.pdf").objects().first)
    #expect(other["formats"] == nil)
  }
}
