import Foundation
import TestSupport
import Testing
import UniformTypes

@Suite("Types of formats of PRONOM in uti identify")
struct FormatNarrowingTests {
  private typealias Entry = ArchiveBytes.Entry

  private static let signed: [UInt8] = [1, 2, 0xFF, 0, 7, 7]

  /// `fmt/9001` has a signature of data, and is the only format with it.
  private func fixture() throws -> SignatureFixture {
    let fixture = try SignatureFixture()
    let text = SignatureFixture.binary(release: 8)
      .replacingOccurrences(of: "41434D45", with: "0102FF00")
      .replacingOccurrences(
        of: "Version=\"2\"><InternalSignatureID>3</InternalSignatureID>", with: "Version=\"2\">")
    try fixture.directory.write(
      "home/\(SignatureFixture.folder)/newer.xml", Array(text.utf8))
    return fixture
  }

  private func type(
    _ fixture: SignatureFixture, _ name: String, _ bytes: [UInt8], _ options: String...
  ) throws -> String {
    let path = try fixture.directory.write("files/\(name)", bytes)
    let run = try fixture.run(["identify", "--brief"] + options + [path])
    #expect(run.status == 0, "\(run.errors)")
    return run.lines.first ?? ""
  }

  @Test("A signature narrows data, unknown extensions and containers")
  func narrowing() throws {
    let fixture = try fixture()
    let bare = try SignatureFixture(isInstalled: false)
    let zip = ArchiveBytes.zip([Entry("mimetype", "acme")])
    for (name, bytes, before, after) in [
      ("a", Self.signed, "public.data", "pronom.fmt-9001"),
      ("a.unheard", Self.signed, "dyn.", "pronom.fmt-9001"),
      ("a.acm", Self.signed, "dyn.", "pronom.fmt-9001"),
      ("b", zip, "public.zip-archive", "pronom.fmt-9002"),
      // The bytes contradict the name.
      ("a.tiff", Self.signed, "public.data", "pronom.fmt-9001"),
      // The bytes show another type, or have no signature.
      ("a.pdf", Array("%PDF-1.4\n".utf8), "com.adobe.pdf", "com.adobe.pdf"),
      ("c.wek", [1, 2, 3, 0xFF], "dyn.", "dyn."),
      ("c.wek", Array("text\n".utf8), "public.plain-text", "public.plain-text"),
      ("d.wek", [], "mime.application.x-zerosize", "mime.application.x-zerosize"),
    ] {
      let old = try type(bare, name, bytes)
      let new = try type(fixture, name, bytes)
      #expect(old.hasPrefix(before), "\(name): \(old)")
      #expect(after == "dyn." ? new == old : new == after, "\(name): \(new)")
    }
    #expect(try type(fixture, "c.wek", [1], "--by", "name") == "pronom.fmt-9003")
    // A pattern of the base precedes the extension.
    #expect(
      try type(fixture, "Makefile.wek", [], "--by", "name")
        == type(bare, "Makefile.wek", [], "--by", "name"))
    #expect(try type(fixture, "a.acm", Self.signed, "--by", "content") == "pronom.fmt-9001")
  }

  @Test("The evidence is stated, and selections and questions follow the type")
  func evidence() throws {
    let fixture = try fixture()
    let path = try fixture.directory.write("files/a", Self.signed)
    let record = try #require(
      try fixture.run("explain", "--format", "jsonl", path).objects().first)
    #expect(record["type"] as? String == "pronom.fmt-9001")
    #expect(record["mimeType"] as? String == "application/octet-stream")
    #expect(record["basis"] as? String == "content")
    #expect(record["confidence"] as? String == "likely")
    #expect(record["support"] as? String == "sign")
    let reason = try #require(record["evidence"] as? [[String: Any]]).first?["rule"] as? String
    #expect(reason == "the signature of PRONOM for fmt/9001, byte match at 0, 4")
    #expect(try fixture.run("conforms", path, "pronom.fmt-9001").output == "yes\n")
    #expect(try fixture.run("identify", "--is", "pronom.fmt-9001", path).output == "yes\n")
    let selected = try fixture.run(
      "identify", "--conforming-to", "pronom.fmt-9001", "--print", "path", path)
    #expect(selected.output == path + "\n")
    // A limit of the search is for formats only.
    let limited = try fixture.run(
      "identify", "--print", "type,puid", "--search-limit", "1024", path)
    #expect(limited.output == "pronom.fmt-9001\tfmt/9001\n")
    let line = try fixture.run("identify", "--provenance", path).lines.first ?? ""
    #expect(line.contains("newer.xml=") && line.contains("containers.xml="), "\(line)")
  }

  @Test("A format under one with another type does not become the type of an item")
  func family() throws {
    let fixture = try SignatureFixture()
    func answer(_ priority: String) throws -> String {
      let text = SignatureFixture.binary(release: 9)
        .replacingOccurrences(of: "41434D45", with: "0102FF00")
        .replacingOccurrences(
          of: "Version=\"2\"><InternalSignatureID>3</InternalSignatureID>", with: "Version=\"2\">"
        )
        .replacingOccurrences(
          of: "<Extension>\(priority)</Extension>",
          with: "<Extension>\(priority)</Extension>"
            + "<HasPriorityOverFileFormatID>3</HasPriorityOverFileFormatID>")
      try fixture.directory.write("home/\(SignatureFixture.folder)/newer.xml", Array(text.utf8))
      return try type(fixture, "a", Self.signed)
    }
    #expect(try answer("wek") == "pronom.fmt-9001")
    #expect(try answer("zip") == "public.data")
  }

  @Test("Members of archives and records of a stream have such types")
  func streams() throws {
    let fixture = try fixture()
    let gzip = try fixture.directory.write(
      "a.gz", ArchiveBytes.gzip(Self.signed, name: "a.acm"))
    let members = try fixture.run("identify", "--archives", "--print", "type", gzip)
    #expect(members.lines.last == "pronom.fmt-9001", "\(members.output) \(members.errors)")
    let input = Data("{\"id\":1,\"length\":6}\n".utf8) + Data(Self.signed)
    let run = try Command.run(
      ["identify", "--stream", "--print", "type"], environment: fixture.environment,
      input: input)
    #expect(run.output.contains("pronom.fmt-9001"), "\(run.output) \(run.errors)")
  }

  @Test(
    "At least 270 skeletons have a type instead of data, and other files keep theirs or have their name's"
  )
  func corpora() throws {
    guard let corpora = Corpora.directory,
      FileManager.default.fileExists(atPath: corpora + "/pronom/skeleton")
    else { return }
    let bare = try SignatureFixture(isInstalled: false)
    let named = try FileManager.default.contentsOfDirectory(atPath: corpora + "/pronom")
      .filter { $0.hasSuffix(".xml") }.flatMap { ["--registry", "\(corpora)/pronom/\($0)"] }
    let folders = ["pronom/skeleton", "files", "public", "truth", "truth-2", "truth-3"]
      .map { "\(corpora)/\($0)" }.filter(FileManager.default.fileExists)
    func answers(_ options: [String]) throws -> [String] {
      try bare.run(["identify", "-r", "--print", "path,type"] + options + folders).lines
    }
    let (before, after) = (try answers([]), try answers(named))
    #expect(before.count == after.count && before.count > 1000)
    var narrowed = 0
    for (old, new) in zip(before, after) where old != new {
      narrowed += 1
      let path = new.prefix { $0 != "\t" }
      let name = path.split(separator: "/").last ?? ""
      let format = name.firstMatch(of: /^((?:x-)?fmt)-(\d+)-/)
      let row = format.flatMap { FormatTable.type(ofFormat: "\($0.1)/\($0.2)") }
      // A file whose name has no format has the type of its name.
      let type =
        try row?.identifier.rawValue ?? format.map { "pronom.\($0.1)-\($0.2)" }
        ?? bare.run("identify", "--by", "name", "--brief", String(path)).lines.first
      #expect(new == "\(path)\t\(type ?? "")", "\(old) \(new)")
      #expect(
        old.hasPrefix("\(path)\tdyn.")
          || [
            "public.data", "public.xml", "public.zip-archive", "mime.application.x-ole-storage",
          ].contains { old == "\(path)\t\($0)" }, "\(old)")
    }
    #expect(narrowed >= 270, "\(narrowed)")
  }
}
