import Foundation
import TestSupport
import Testing

@Suite("Formats of PRONOM in uti identify")
struct FormatFieldTests {
  private static let fields = [
    "type", "puid", "formatName", "formatVersion", "formatBasis", "formats", "extensionMismatch",
    "formatBounded",
  ]

  private func record(
    _ fixture: SignatureFixture, _ name: String, _ bytes: String, by: String = "both"
  ) throws -> [String: Any] {
    let path = try fixture.directory.write("files/\(name)", Array(bytes.utf8))
    let run = try fixture.run(
      "identify", "--by", by, "--format", "jsonl", "--print",
      Self.fields.joined(separator: ","), path)
    #expect(run.status == 0, "\(run.errors)")
    return try #require(try run.objects().first)
  }

  @Test("A format has its identifier, name, version and evidence, and the type is unchanged")
  func fields() throws {
    let fixture = try SignatureFixture()
    let record = try record(fixture, "a.pdf", "%PDF-1.4\n")
    #expect(record["type"] as? String == "com.adobe.pdf")
    #expect(record["puid"] as? String == "fmt/18")
    #expect(record["formatName"] as? String == "Acrobat PDF 1.4")
    #expect(record["formatVersion"] as? String == "1.4")
    #expect(record["formatBasis"] as? String == "extension match pdf; byte match at 0, 8")
    #expect(record["formats"] as? [String] == ["fmt/18"])
    #expect(record["extensionMismatch"] as? Bool == false)
    #expect(record["formatBounded"] as? Bool == false)
  }

  @Test("All formats that remain are listed, and other extensions and missing formats are visible")
  func remaining() throws {
    let fixture = try SignatureFixture()
    #expect(
      try record(fixture, "a.acm", "ACME")["formats"] as? [String] == ["fmt/9001", "fmt/9002"])
    #expect(try record(fixture, "a.txt", "%PDF-1.3")["extensionMismatch"] as? Bool == true)
    let unknown = try record(fixture, "a.bin", "\u{1}\u{2}\u{3}")
    #expect(unknown["puid"] is NSNull)
    #expect(unknown["formats"] as? [String] == [])
    // Without the name, its extension is neither evidence nor a mismatch.
    let content = try record(fixture, "b.txt", "%PDF-1.3", by: "content")
    #expect(content["puid"] as? String == "fmt/17")
    #expect(content["extensionMismatch"] as? Bool == false)
  }

  @Test("A directory has no format")
  func directory() throws {
    let fixture = try SignatureFixture()
    let run = try fixture.run("identify", "--print", "type,puid,formats", fixture.path)
    #expect(run.output == "public.folder\t-\t-\n")
  }

  @Test("Signature files are compiled for the libraries, with an installed one of the other kind")
  func compiled() throws {
    let fixture = try SignatureFixture()
    let (path, output) = (fixture.path + "/signatures.xml", fixture.path + "/compiled")
    let run = try fixture.run("compile", "--signatures", "-o", output, path)
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: output, encoding: .utf8)
    #expect(
      text.hasPrefix("uniform-types signatures 1\nR\t7\t2024-04-01\nS\t1\tBOF 255044462D312E33\n"))
    #expect(text.contains("F\t2\tfmt/18\tAcrobat PDF 1.4\t1.4\tapplication/pdf\tpdf\t2\t\n"))
    #expect(text.contains("\nK\t1\tZIP\tfmt/9002\tA document\nP\tmimetype\n"))
    try fixture.directory.write("other.xml", Array("<a/>".utf8))
    let other = try fixture.run(
      "compile", "--signatures", "-o", output, fixture.path + "/other.xml")
    #expect(other.status == 65)
    #expect(other.errors.contains("other.xml: not a signature file of DROID"))
    let bare = try SignatureFixture(isInstalled: false)
    let missing = try bare.run(
      "compile", "--signatures", "-o", bare.path + "/compiled", bare.path + "/containers.xml")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("no binary signature file"))
  }

  @Test("Without signatures a field is an error with a remedy; other questions do not need them")
  func missing() throws {
    let fixture = try SignatureFixture(isInstalled: false)
    let path = try fixture.directory.write("a.pdf", Array("%PDF-1.4\n".utf8))
    let run = try fixture.run("identify", "--print", "path,puid", path)
    #expect(run.status == 66)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("install one with uti install"))
    #expect(try fixture.run("identify", path).status == 0)
    let named = try fixture.run(
      "identify", "--print", "puid", "--registry", fixture.path + "/signatures.xml", path)
    #expect(named.output == "fmt/18\n")
  }

  @Test("A signature file is not opened unless a format is asked for")
  func unread() throws {
    let fixture = try SignatureFixture()
    try fixture.directory.write(
      "home/\(SignatureFixture.folder)/signatures.xml", Array("<FFSignatureFile".utf8))
    let path = try fixture.directory.write("a.pdf", Array("%PDF-1.4\n".utf8))
    let run = try fixture.run("identify", "--print", "path,type", path)
    #expect(run.status == 0 && run.errors.isEmpty)
  }

  @Test("A limit of the search is a number of bytes, and leaves a far signature undecided")
  func limit() throws {
    let fixture = try SignatureFixture()
    let far =
      "<InternalSignature ID=\"8\"><ByteSequence Reference=\"BOFoffset\">"
      + "<SubSequence Position=\"1\" SubSeqMinOffset=\"0\"><Sequence>46415221</Sequence>"
      + "</SubSequence></ByteSequence></InternalSignature>"
    let text = SignatureFixture.binary(release: 9, extra: far).replacingOccurrences(
      of: "</FileFormatCollection>",
      with: "<FileFormat ID=\"9\" Name=\"Far\" PUID=\"fmt/9009\"><InternalSignatureID>8"
        + "</InternalSignatureID></FileFormat></FileFormatCollection>")
    try fixture.directory.write("home/\(SignatureFixture.folder)/far.xml", Array(text.utf8))
    var bytes = [UInt8](repeating: 1, count: 20_000)
    bytes.replaceSubrange(10_000..<10_004, with: Array("FAR!".utf8))
    let path = try fixture.directory.write("a.bin", bytes)
    let fields = ["--print", "puid,formatBounded"]
    func answer(_ limit: String...) throws -> String {
      try Command.run(["identify"] + fields + limit + [path], environment: fixture.environment)
        .output
    }
    #expect(try answer() == "fmt/9009\tfalse\n")
    #expect(try answer("--search-limit", "1024") == "-\ttrue\n")
    #expect(try fixture.run("identify", "--search-limit", "1024", path).status == 64)
    #expect(
      try fixture.run("identify", "--print", "puid", "--search-limit", "1", path).status == 64)
  }

  @Test(
    "Formats need contents, and reports and digests files",
    arguments: [
      ["--print", "puid", "--by", "name", "a.pdf"], ["--print", "puid,md5", "-"],
      ["--print", "puid,md5", "--stream"], ["--format", "droid-csv", "-"],
    ])
  func files(arguments: [String]) throws {
    let fixture = try SignatureFixture()
    let run = try Command.run(["identify"] + arguments, environment: fixture.environment)
    #expect(run.status == 64)
  }

  @Test("Standard input has the formats of its bytes and of its name")
  func standardInput() throws {
    let fixture = try SignatureFixture()
    func answer(_ bytes: [UInt8], _ arguments: String...) throws -> String {
      let run = try Command.run(
        ["identify", "--print", "puid,formatBasis,extensionMismatch,formatBounded"] + arguments
          + ["-"],
        environment: fixture.environment, input: Data(bytes))
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    let pdf = Array("%PDF-1.4\n".utf8)
    #expect(try answer(pdf) == "fmt/18\tbyte match at 0, 8\tfalse\tfalse\n")
    #expect(
      try answer(pdf, "--name", "a.pdf")
        == "fmt/18\textension match pdf; byte match at 0, 8\tfalse\tfalse\n")
    #expect(try answer(pdf, "--name", "a.txt") == "fmt/18\tbyte match at 0, 8\ttrue\tfalse\n")
    // The contents of a container are beyond the bytes that are read.
    let archive = [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 1 << 19)
    #expect(try answer(archive) == "x-fmt/263\tbyte match at 0, 4\tfalse\ttrue\n")
  }

  @Test("A record of a stream has the formats of its bytes, and may be only the beginning")
  func stream() throws {
    let fixture = try SignatureFixture()
    let records =
      "{\"id\":1,\"length\":9,\"name\":\"d/a.pdf\"}\n%PDF-1.4\n"
      + "{\"id\":2,\"length\":4}\nACME"
      + "{\"id\":3,\"length\":4,\"size\":999}\nPK\u{3}\u{4}"
    let run = try Command.run(
      ["identify", "--stream", "--print", "puid,formats,formatBasis,formatBounded"],
      environment: fixture.environment, input: Data(records.utf8))
    let answers = try run.objects()
    #expect(answers.map { $0["puid"] as? String } == ["fmt/18", "fmt/9001", "x-fmt/263"])
    #expect(answers[1]["formats"] as? [String] == ["fmt/9001", "fmt/9002"])
    #expect(answers[0]["formatBasis"] as? String == "extension match pdf; byte match at 0, 8")
    #expect(answers.map { $0["formatBounded"] as? Bool } == [false, false, true])
    let bare = try SignatureFixture(isInstalled: false)
    let missing = try Command.run(
      ["identify", "--stream", "--print", "puid"], environment: bare.environment,
      input: Data(records.utf8))
    #expect(missing.status == 66 && missing.errors.contains("install one with uti install"))
  }
}
