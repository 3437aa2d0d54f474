import Foundation
import TestSupport
import Testing

@Suite("Formats of PRONOM in uti lookup and uti info")
struct FormatTypeTests {
  @Test("A format has the types that share a MIME name and an extension with it")
  func lookup() throws {
    let fixture = try SignatureFixture()
    let run = try fixture.run("lookup", "fmt/18")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.first?.hasPrefix("fmt/18\tcom.adobe.pdf\tapplication/pdf\t") == true)
    #expect(run.lines.first?.hasSuffix("\tversion-of") == true)
    let unknown = try fixture.run("lookup", "fmt/1", "x-fmt/111")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("fmt/1: the signature files have no such format"))
    #expect(unknown.lines.map { $0.hasPrefix("x-fmt/111\tpublic.plain-text\t") } == [true])
    let bare = try SignatureFixture(isInstalled: false)
    #expect(try bare.run("lookup", "fmt/1").errors.contains("install one with uti install"))
  }

  @Test("An identifier of PRONOM in capital letters is one too")
  func capitals() throws {
    let fixture = try SignatureFixture(isInstalled: false)
    let run = try fixture.run("lookup", "FMT/18")
    #expect(run.lines.map { $0.hasPrefix("fmt/18\tcom.adobe.pdf\t") } == [true])
  }

  @Test("Compiled signatures are refused as declarations, with the files to name")
  func compiled() throws {
    let fixture = try SignatureFixture()
    let path = fixture.path + "/compiled"
    #expect(
      try fixture.run("compile", "--signatures", "-o", path, fixture.path + "/signatures.xml")
        .status
        == 0)
    let run = try fixture.run("identify", "--print", "puid", "--registry", path, path)
    #expect(run.status == 65)
    #expect(run.errors.contains("compiled signatures, which the C library and Python read"))
  }

  @Test("A format in the package's table has its type and relation without signatures")
  func table() throws {
    let bare = try SignatureFixture(isInstalled: false)
    let run = try bare.run("lookup", "--format", "jsonl", "fmt/353", "puid=fmt/18")
    #expect(run.status == 0, "\(run.errors)")
    let records = try run.objects()
    #expect(records.map { $0["types"] as? [String] } == [["public.tiff"], ["com.adobe.pdf"]])
    #expect(records.map { $0["relations"] as? [String] } == [["is"], ["version-of"]])
    let none = try bare.run(
      "lookup", "--declared", "--conforming-to", "public.image", "fmt/18")
    #expect(none.status == 1 && none.output.isEmpty)
    #expect(try bare.run("info", "fmt/353").lines.first == "public.tiff")
    for command in [["list"], ["lookup", ".pdf"]] {
      let run = try bare.run(command + ["--conforming-to", "fmt/1"])
      #expect(run.status == 64 && run.errors.contains("no type conforms to a format"))
    }
  }

  @Test("A format conforms to what its type conforms to, and the relation is one of the reasons")
  func conformance() throws {
    let bare = try SignatureFixture(isInstalled: false)
    #expect(try bare.run("conforms", "fmt/353", "public.tiff").output == "yes\n")
    #expect(try bare.run("conforms", "fmt/353", "fmt/18").output == "no\n")
    #expect(try bare.run("conforms", "fmt/1", "public.tiff").status == 66)
    let why = try bare.run("why", "fmt/18", "public.data").lines
    #expect(why.first == "fmt/18 is a version of com.adobe.pdf  (Registry/pronom.tsv)")
    #expect(why.last?.hasPrefix("  conforms to public.data") == true)
    let same = try bare.run("why", "--format", "jsonl", "fmt/353", "public.tiff").objects()
    #expect(same.first?["format"] as? String == "fmt/353")
    #expect(same.first?["relation"] as? String == "is")
    // The rule about MIME names and extensions is stated with its place.
    let fixture = try SignatureFixture()
    let joined = try fixture.run("why", "x-fmt/263", "public.zip-archive")
    #expect(
      joined.output.hasPrefix(
        "x-fmt/263 is public.zip-archive  (application/zip in \(fixture.path)"))
    #expect(joined.output.hasSuffix("/signatures.xml:25:1)\n"), "\(joined.output)")
  }

  @Test("Only a format itself and its files conform to a format")
  func formatAsSupertype() throws {
    let fixture = try SignatureFixture()
    let path = try fixture.directory.write("a.pdf", Array("%PDF-1.4\n".utf8))
    func answer(_ arguments: String...) throws -> String { try fixture.run(arguments).output }
    #expect(try answer("conforms", "fmt/18", "fmt/18") == "yes\n")
    #expect(try answer("conforms", "fmt/18", "com.adobe.pdf") == "yes\n")
    #expect(try answer("conforms", "fmt/17", "fmt/18") == "no\n")
    #expect(try answer("conforms", "com.adobe.pdf", "fmt/18") == "no\n")
    #expect(try answer("conforms", "application/pdf", "puid=fmt/18") == "no\n")
    #expect(try answer("conforms", path, "fmt/18") == "yes\n")
    #expect(try answer("conforms", path, "fmt/17") == "no\n")
    let why = try fixture.run("why", "com.adobe.pdf", "fmt/18")
    #expect(why.status == 1)
    #expect(
      why.output == "com.adobe.pdf does not conform to fmt/18; only a format of PRONOM itself, "
        + "and its files, do\n")
    #expect(try answer("why", "fmt/18", "fmt/18") == "fmt/18 is fmt/18\n")
    let other = try answer("why", path, "fmt/17")
    #expect(other == "\(path) does not have the format fmt/17; it has fmt/18\n")
    #expect(try fixture.run("conforms", "com.adobe.pdf", "fmt/1").errors.contains("no such format"))
  }

  @Test("Items are compared with a format by the signatures")
  func formatOfItems() throws {
    let fixture = try SignatureFixture()
    let older = try fixture.directory.write("files/a.pdf", Array("%PDF-1.3\n".utf8))
    let newer = try fixture.directory.write("files/b.pdf", Array("%PDF-1.4\n".utf8))
    let weak = try fixture.directory.write("files/c.wek", [0, 1])
    func identify(_ arguments: String...) throws -> CommandRun {
      try fixture.run(["identify"] + arguments)
    }
    let is18 = try identify("--is", "fmt/18", "--at-least", "sign", newer)
    #expect(is18.output == "yes\n" && is18.status == 0, "\(is18.errors)")
    let isNot = try identify("--is", "fmt/18", older)
    #expect(isNot.output == "no\n" && isNot.status == 1)
    #expect(try identify("--is", "fmt/9003", weak).output == "yes\n")
    #expect(try identify("--is", "fmt/9003", "--at-least", "sign", weak).output == "no\n")
    for command in ["identify", "explain", "document"] {
      let run = try fixture.run(
        command, "-r", "--format", "jsonl", "--conforming-to", "fmt/18", "\(fixture.path)/files")
      #expect(try run.objects().map { $0["path"] as? String } == [newer], "\(run.errors)")
    }
    let others = try identify(
      "-r", "--print", "path", "--conforming-to", "com.adobe.pdf", "--not-conforming-to", "fmt/18",
      "\(fixture.path)/files")
    #expect(others.output == older + "\n")
    #expect(try identify("--is", "fmt/1", newer).errors.contains("no such format"))
    #expect(try identify("--by", "name", "--conforming-to", "fmt/18", newer).status == 64)
    let bare = try SignatureFixture(isInstalled: false)
    let missing = try bare.run(["identify", "--is", "fmt/18", newer])
    #expect(missing.status == 66 && missing.errors.contains("install one with uti install"))
    let named = try bare.run([
      "identify", "--registry", bare.path + "/signatures.xml", "--is", "fmt/18", newer,
    ])
    #expect(named.output == "yes\n")
    #expect(try bare.run(["conforms", newer, "fmt/18"]).errors.contains("install one with"))
  }

  @Test("A type lists the formats of the table before those with its MIME name and extension")
  func tableBeforeRule() throws {
    let fixture = try SignatureFixture(isInstalled: false)
    // The rule is about the name of one kind of contents.
    let formats =
      [
        "fmt/9005 application/octet-stream bin", "fmt/102 application/xhtml+xml html",
        "fmt/9004 application/xhtml+xml xhtml",
      ].map {
        let words = $0.split(separator: " ")
        return "<FileFormat ID=\"9\(words[0].last ?? "0")\" Name=\"N\" PUID=\"\(words[0])\" "
          + "MIMEType=\"\(words[1])\"><Extension>\(words[2])</Extension></FileFormat>"
      }
    let text = SignatureFixture.binary(release: 9).replacingOccurrences(
      of: "</FileFormatCollection>", with: formats.joined() + "</FileFormatCollection>")
    let path = try fixture.directory.write("more.xml", Array(text.utf8))
    let record = try #require(
      try fixture.run("info", "--registry", path, "--format", "jsonl", "public.xhtml").objects()
        .first)
    #expect(record["formats"] as? [String] == ["fmt/102", "fmt/9004"])
    let derived = try fixture.run("lookup", "--registry", path, "fmt/9005")
    #expect(derived.output.hasPrefix("fmt/9005\tpronom.fmt-9005\t"))
    let tags = try #require(record["tags"] as? [String: [String]])
    #expect(tags["org.nationalarchives.puid"] == ["fmt/102", "fmt/103"])
  }

  @Test("A format without a type has a derived one: name, tag, free extensions, container")
  func derived() throws {
    let fixture = try SignatureFixture()
    let line = "fmt/9003\tpronom.fmt-9003\tapplication/octet-stream\tWeak\tis\n"
    // The second answer is of the cached registry.
    for _ in 1...2 { #expect(try fixture.run("lookup", "fmt/9003").output == line) }
    #expect(try fixture.run("lookup", ".wek").output.hasPrefix(".wek\tpronom.fmt-9003\t"))
    let info = try #require(
      try fixture.run("info", "--format", "jsonl", "pronom.fmt-9001").objects().first)
    #expect(info["description"] as? String == "Acme, \"A\" 1")
    #expect(info["formats"] as? [String] == ["fmt/9001"])
    let tags = try #require(info["tags"] as? [String: [String]])
    #expect(tags["org.nationalarchives.puid"] == ["fmt/9001"])
    #expect(try fixture.run("conforms", "fmt/9001", "public.data").output == "yes\n")
    #expect(try fixture.run("conforms", "fmt/9001", "public.zip-archive").output == "no\n")
    #expect(try fixture.run("conforms", "fmt/9002", "public.zip-archive").output == "yes\n")
    let why = try fixture.run("why", "fmt/9002", "public.zip-archive").output
    #expect(why.contains("signatures.xml:"), "\(why)")
    let list = try fixture.run("list").lines.filter { $0.hasPrefix("pronom.") }
    #expect(
      list.map { $0.prefix { $0 != "\t" } }
        == ["pronom.fmt-9001", "pronom.fmt-9002", "pronom.fmt-9003"])
    #expect(try fixture.run("search", "acme").lines.count == 2)
    #expect(try fixture.run("doctor").output.contains("program layer: nothing"))
    #expect(!(try fixture.run("export").output.contains("pronom")))
    let bare = try SignatureFixture(isInstalled: false)
    #expect(try bare.run("lookup", "fmt/9003").status == 2)
    #expect(try bare.run("info", "pronom.fmt-9003").status != 0)
    let named = ["lookup", "--registry", bare.path + "/signatures.xml", "fmt/9003"]
    #expect(try bare.run(named).output == line)
  }

  @Test("A declared type of a format or of its extension has precedence over a derived one")
  func declared() throws {
    let fixture = try SignatureFixture()
    let plist = """
      <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
      <key>UTTypeIdentifier</key><string>org.example.acme</string>
      <key>UTTypeConformsTo</key><array><string>public.data</string></array>
      <key>UTTypeTagSpecification</key><dict>
      <key>org.nationalarchives.puid</key><array><string>fmt/9001</string></array>
      <key>public.filename-extension</key><array><string>wek</string></array>
      </dict></dict></array></dict></plist>
      """
    try fixture.directory.write(
      "home/.local/share/uniform-types/acme.plist", Array(plist.utf8))
    #expect(try fixture.run("lookup", "fmt/9001").output.contains("\torg.example.acme\t"))
    #expect(try fixture.run("lookup", ".wek").lines.count == 1)
    #expect(try fixture.run("lookup", ".wek").output.contains("\torg.example.acme\t"))
    #expect(try fixture.run("lookup", "fmt/9003").output.contains("\tpronom.fmt-9003\t"))
    #expect(try fixture.run("info", "pronom.fmt-9001").status != 0)
  }

  /// The statements of a declaration in addition to its supertype.
  private static func declaration(_ identifier: String, puid: String?) -> String {
    let tags =
      puid.map {
        "<key>UTTypeTagSpecification</key><dict><key>org.nationalarchives.puid</key>"
          + "<array><string>\($0)</string></array></dict>"
      } ?? ""
    return """
      <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
      <key>UTTypeIdentifier</key><string>\(identifier)</string>
      <key>UTTypeConformsTo</key><array><string>public.data</string></array>\(tags)
      </dict></array></dict></plist>
      """
  }

  @Test(
    "A declaration with a format's tag or derived identifier has its name and files",
    arguments: [
      ("org.example.acme", "fmt/9001"), ("pronom.fmt-9001", nil), ("pronom.fmt-9001", "fmt/9001"),
    ])
  func replacement(_ identifier: String, _ puid: String?) throws {
    let fixture = try SignatureFixture()
    let text = SignatureFixture.binary(release: 8)
      .replacingOccurrences(of: "41434D45", with: "0102FF00")
      .replacingOccurrences(
        of: "Version=\"2\"><InternalSignatureID>3</InternalSignatureID>", with: "Version=\"2\">")
    try fixture.directory.write("home/\(SignatureFixture.folder)/newer.xml", Array(text.utf8))
    try fixture.directory.write(
      "home/.local/share/uniform-types/acme.plist",
      Array(Self.declaration(identifier, puid: puid).utf8))
    let path = try fixture.directory.write("files/a", [1, 2, 0xFF, 0, 7, 7])
    for _ in 1...2 {
      #expect(try fixture.run("identify", "--brief", path).output == identifier + "\n")
      #expect(try fixture.run("lookup", "fmt/9001").output.hasPrefix("fmt/9001\t\(identifier)\t"))
    }
    #expect(try fixture.run("conforms", "fmt/9001", identifier).output == "yes\n")
    #expect(try fixture.run("conforms", path, identifier).output == "yes\n")
    #expect(try fixture.run("info", identifier).output.contains("fmt/9001  Acme"))
  }

  @Test("A derived identifier is its format, and wrong names of formats are explained")
  func names() throws {
    let fixture = try SignatureFixture()
    let bare = try SignatureFixture(isInstalled: false)
    #expect(try fixture.run("conforms", "pronom.fmt-9001", "fmt/9001").output == "yes\n")
    #expect(try fixture.run("conforms", "fmt/9001", "pronom.fmt-9001").output == "yes\n")
    #expect(try fixture.run("conforms", "pronom.fmt-9001", "fmt/9002").output == "no\n")
    let why = try fixture.run("why", "pronom.fmt-9001", "fmt/9001")
    #expect(why.output == "pronom.fmt-9001 is fmt/9001\n")
    for fixture in [fixture, bare] {
      let info = try fixture.run("info", "pronom.fmt-18")
      #expect(info.status != 0)
      #expect(
        info.errors.contains("pronom.fmt-18: declared nowhere; uti lookup fmt/18 prints the type"))
      for arguments in [
        ["lookup", "fmt/abc"], ["conforms", "com.adobe.pdf", "fmt/abc"], ["info", "fmt/abc"],
        ["conforms", "x-fmt/", "public.data"], ["why", "com.adobe.pdf", "fmt/1a"],
      ] {
        let run = try fixture.run(arguments)
        #expect(run.status != 0)
        #expect(run.errors.contains(": not an identifier of PRONOM"), "\(arguments) \(run.errors)")
      }
    }
  }

  /// A format without an extension counts, because its name is all that its entry has.
  @Test("doctor names the cache that the types of formats are in")
  func cache() throws {
    let fixture = try SignatureFixture()
    _ = try fixture.run("lookup", "fmt/18")
    #expect(try fixture.run("doctor").output.contains("(current)"))
  }

  @Test("A format has no derived type if one with its name and extension has another type")
  func families() throws {
    let folder = (Corpora.directory ?? "") + "/pronom"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
      let file = names.first(where: { $0.hasPrefix("DROID_SignatureFile") })
    else { return }
    let path = "\(folder)/\(file)"
    let formats = try String(contentsOfFile: path, encoding: .utf8)
      .matches(of: /<FileFormat [^>]*?(?:\/>|>.*?<\/FileFormat>)/.dotMatchesNewlines())
      .map { match -> (name: String, puid: String, extensions: Set<String>) in
        func attribute(_ name: String) -> String {
          match.output.firstRange(of: " \(name)=\"").map {
            String(match.output[$0.upperBound...].prefix { $0 != "\"" })
          } ?? ""
        }
        let extensions = match.output.matches(of: /<Extension>(.*?)</).map { String($0.1) }
        return (attribute("Name"), attribute("PUID"), Set(extensions))
      }
    #expect(formats.count > 2000)
    let bare = try SignatureFixture(isInstalled: false)
    let rows = try bare.run(["lookup", "--registry", path] + formats.map(\.puid)).lines
      .map { $0.split(separator: "\t") }
    let types = Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
    func isDerived(_ puid: String) -> Bool { types[puid[...]]?.hasPrefix("pronom.") ?? false }
    let missing = formats.filter { format in
      isDerived(format.puid)
        && formats.contains { other in
          other.name == format.name && !isDerived(other.puid)
            && (format.extensions.isEmpty || !format.extensions.isDisjoint(with: other.extensions))
        }
    }
    // The type of NIfTI is of another version. Corel and Hangul have types of OLE2, and the older
    // versions are not OLE2.
    #expect(Set(missing.map(\.puid)) == ["fmt/1094", "fmt/878", "fmt/1083"])
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
