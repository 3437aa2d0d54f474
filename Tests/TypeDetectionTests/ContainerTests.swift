import Foundation
import TestSupport
import Testing
import UTITypeDeclarations
import UTITypeDetection
import UTITypeGraph

/// The contents of containers: one row a format, and no crash at any truncation.
struct ContainerTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let expected: String
    let bytes: [UInt8]
    var testDescription: String { expected }

    init(_ expected: String, _ bytes: [UInt8]) {
      self.expected = expected
      self.bytes = bytes
    }
  }

  /// The list of types of an Office Open XML package whose main part has a type, and a part.
  static func contentTypes(_ type: String) -> [(name: String, content: String)] {
    [
      (
        "[Content_Types].xml",
        "<Types><Default ContentType=\"application/xml\"/><Override "
          + "PartName=\"/x\" ContentType=\"\(type)\"/></Types>"
      ), ("x", "y"),
    ]
  }

  private static let office = "application/vnd.openxmlformats-officedocument"

  static let zipRows: [Row] = [
    Row(
      "application/vnd.oasis.opendocument.text",
      ContainerFixture.zip([
        ("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<a/>"),
      ])),
    Row("application/epub+zip", ContainerFixture.zip([("mimetype", "application/epub+zip")])),
    Row(
      "application/vnd.oasis.opendocument.text",
      ContainerFixture.zip([
        (
          "META-INF/manifest.xml",
          #"<a:manifest><a:file-entry a:media-type="application/vnd.oasis.opendocument.text" "#
            + #"a:full-path="/"/></a:manifest>"#
        )
      ])),
    Row(
      "application/vnd.oasis.opendocument.text",
      ContainerFixture.zip(
        [("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<a/>")],
        hasWideFields: true)),
    Row(
      office + ".wordprocessingml.document",
      ContainerFixture.zip(contentTypes(office + ".wordprocessingml.document.main+xml"))),
    Row(
      office + ".spreadsheetml.template",
      ContainerFixture.zip(contentTypes(office + ".spreadsheetml.template.main+xml"))),
    Row(
      office + ".presentationml.slideshow",
      ContainerFixture.zip(contentTypes(office + ".presentationml.slideshow.main+xml"))),
    Row(
      "application/vnd.ms-word.document.macroEnabled.12",
      ContainerFixture.zip(contentTypes("application/vnd.ms-word.document.macroEnabled.main+xml"))),
    Row(
      "application/vnd.ms-word.template.macroEnabled.12",
      ContainerFixture.zip(
        contentTypes("application/vnd.ms-word.template.macroEnabledTemplate.main+xml"))),
    Row(
      "application/vnd.ms-excel.sheet.binary.macroEnabled.12",
      ContainerFixture.zip(contentTypes("application/vnd.ms-excel.sheet.binary.macroEnabled.main"))),
    Row(
      "model/3mf",
      ContainerFixture.zip(contentTypes("application/vnd.ms-package.3dmanufacturing-3dmodel+xml"))),
    Row(
      "application/vnd.ms-visio.drawing.main+xml",
      ContainerFixture.zip(contentTypes("application/vnd.ms-visio.drawing.main+xml"))),
    Row("application/java-archive", ContainerFixture.zip([("META-INF/MANIFEST.MF", "a")])),
    Row(
      "application/vnd.android.package-archive",
      ContainerFixture.zip([("AndroidManifest.xml", "a"), ("classes.dex", "a")])),
    Row(
      "application/vnd.android.package-archive",
      ContainerFixture.zip([("AndroidManifest.xml", "\u{3}\0\u{8}\0")])),
    Row(
      "application/appx",
      ContainerFixture.zip([("AppxManifest.xml", "a"), ("AppxBlockMap.xml", "a")])),
    Row(
      "application/vnd.apple.pkpass",
      ContainerFixture.zip([("pass.json", "a"), ("manifest.json", "a"), ("signature", "a")])),
    Row("application/x-ios-app", ContainerFixture.zip([("Payload/A.app/Info.plist", "a")])),
    Row(
      "application/x-xpinstall",
      ContainerFixture.zip([
        ("install.rdf", "<RDF xmlns:em='http://www.mozilla.org/2004/em-rdf#'/>")
      ])),
    Row(
      "application/vnd.google-earth.kmz",
      ContainerFixture.zip([("a.png", "a"), ("doc.kml", "a"), ("b.kml", "b")])),
    Row(
      "application/vnd.google-earth.kmz",
      ContainerFixture.zip([("hike.kml", "a"), ("files/1.png", "b"), ("files/2.kml", "c")])),
    Row("model/vnd.usdz+zip", ContainerFixture.zip([("scene.usdc", "a"), ("a.png", "b")])),
    Row(
      "application/vnd.comicbook+zip",
      ContainerFixture.zip([("1.jpg", "a"), ("ComicInfo.xml", "b")])),
    Row("application/x-zip-compressed-fb2", ContainerFixture.zip([("book.fb2", "a")])),
    Row(
      "application/vnd.apple.keynote",
      ContainerFixture.zip([("Index/Document.iwa", "a"), ("Index/Slide.iwa", "b")])),
    Row(
      "application/vnd.apple.numbers",
      ContainerFixture.zip([
        (
          "Index/Document.iwa",
          "\0\u{10}\0\0\u{20}\u{1c}\u{0e}\u{08}\u{01}\u{12}\u{0a}\u{08}\u{01}\u{12}\u{03}aaaa"
        )
      ])),
    Row(
      "application/vnd.openofficeorg.extension",
      ContainerFixture.zip([("META-INF/manifest.xml", "a"), ("description.xml", "b")])),
    Row(
      "application/java-archive",
      ContainerFixture.zip([("META-INF/MANIFEST.MF", "a"), ("WEB-INF/web.xml", "b")])),
    Row(
      "application/java-archive",
      ContainerFixture.zip([("META-INF/MANIFEST.MF", "a"), ("META-INF/application.xml", "b")])),
    Row(
      "application/x-wheel+zip",
      ContainerFixture.zip([("p/__init__.py", ""), ("p-1.dist-info/WHEEL", "b")])),
    Row(
      "application/x-nuget-package",
      ContainerFixture.zip([("[Content_Types].xml", "a"), ("a.nuspec", "a")])),
    Row(
      "application/x-sketch",
      ContainerFixture.zip([
        ("document.json", "{}"), ("meta.json", "{}"), ("user.json", "{}"), ("pages/a.json", "{}"),
      ])),
    Row(
      office + ".wordprocessingml.document",
      ContainerFixture.zip([("_rels/.rels", "a"), ("word/document.xml", "a")])),
    Row("application/x-krita", ContainerFixture.zip([("mimetype", "application/x-krita")])),
    Row("application/x-npz", ContainerFixture.zip([("a.npy", "a")])),
    Row("application/zip", ContainerFixture.zip([("a.txt", "a"), ("b.txt", "b")])),
  ]

  /// Archives with something that a format has, too, and not the rest.
  static let plainArchives: [[(name: String, content: String)]] = [
    [("mimetype", "inode/directory"), ("a", "a")], [("mimetype", "image/png"), ("a", "a")],
    [("mimetype", "text/plain")], [("mimetype", "application/pdf")], [("mimetype", "nonsense")],
    [("a.jpg", "a"), ("hike.kml", "b")], [("hike.kml", "b"), ("a.jpg", "a")],
    [("AndroidManifest.xml", "<manifest/>"), ("src/Main.java", "a")],
    [("AndroidManifest.xml", "<manifest/>"), ("classes.jar", "a"), ("R.txt", "")],
    [("pass.json", "{}"), ("manifest.json", "{}")],
    [("document.json", "{}"), ("meta.json", "{}"), ("pages/a", "")],
    [("install.rdf", "<RDF/>")], [("a.nuspec", "a")], [("AppxManifest.xml", "a")],
    [("xl/workbook.xml", "a")], [("[Content_Types].xml", "a"), ("src/word/document.xml", "a")],
  ]

  static let otherRows: [Row] = [
    Row("application/msword", ContainerFixture.compound(["WordDocument", "1Table"])),
    Row("application/vnd.ms-excel", ContainerFixture.compound(["a", "b", "c", "d", "Workbook"])),
    Row("application/vnd.ms-powerpoint", ContainerFixture.compound(["PowerPoint Document"])),
    Row("application/vnd.visio", ContainerFixture.compound(["VisioDocument"])),
    Row("application/vnd.ms-outlook", ContainerFixture.compound(["__properties_version1.0"])),
    Row("application/vnd.ms-publisher", ContainerFixture.compound(["Quill", "Contents"])),
    Row(
      "application/x-msi",
      ContainerFixture.compound(
        ["a"], rootClass: [0x84, 0x10, 0x0C, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46])),
    Row("application/x-ole-storage", ContainerFixture.compound(["other"])),
    Row("image/heic", ContainerFixture.baseMedia(brands: ["heic", "mif1"])),
    Row("image/avif", ContainerFixture.baseMedia(brands: ["avif"])),
    Row("image/avif", ContainerFixture.baseMedia(brands: ["mif1", "avif", "miaf"])),
    Row("image/heif", ContainerFixture.baseMedia(brands: ["mif1", "isom"])),
    Row("audio/mp4", ContainerFixture.baseMedia(brands: ["M4A ", "isom"])),
    Row("video/x-m4v", ContainerFixture.baseMedia(brands: ["M4V "])),
    Row("video/quicktime", ContainerFixture.baseMedia(brands: ["qt  "])),
    Row("video/3gpp", ContainerFixture.baseMedia(brands: ["3gp5"])),
    Row("video/mp4", ContainerFixture.baseMedia(brands: ["isom"], handlers: ["vide", "soun"])),
    Row("audio/mp4", ContainerFixture.baseMedia(brands: ["mp42", "isom"], handlers: ["soun"])),
    Row("video/webm", ContainerFixture.matroska("webm", tracks: [1, 2])),
    Row("audio/webm", ContainerFixture.matroska("webm", tracks: [2])),
    Row("video/matroska", ContainerFixture.matroska("matroska", tracks: [2, 1])),
    Row("audio/matroska", ContainerFixture.matroska("matroska", tracks: [2])),
    Row("audio/vorbis", ContainerFixture.ogg([[1] + Array("vorbis".utf8)])),
    Row("audio/x-opus+ogg", ContainerFixture.ogg([Array("OpusHead".utf8)])),
    Row(
      "video/x-theora+ogg",
      ContainerFixture.ogg([[1] + Array("vorbis".utf8), [0x80] + Array("theora".utf8)])),
    Row("application/x-compressed-tar", ContainerFixture.gzip(ContainerFixture.tarBlock())),
    Row(
      "image/svg+xml-compressed", ContainerFixture.gzip(Array("<?xml version='1.0'?><svg/>".utf8))),
    Row("application/gzip", ContainerFixture.gzip(Array("text".utf8))),
    Row("application/vnd.ga4gh.bam", ContainerFixture.gzip(Array("BAM\u{1}\0\0\0\0".utf8))),
    Row("application/vnd.ga4gh.bcf", ContainerFixture.gzip(Array("BCF\u{2}\u{2}\0\0\0".utf8))),
    Row("application/x-csi", ContainerFixture.gzip(Array("CSI\u{1}\u{E}\0\0\0".utf8))),
    Row("application/x-tabix", ContainerFixture.gzip(Array("TBI\u{1}\u{1}\0\0\0".utf8))),
    Row("application/x-blender", ContainerFixture.gzip(Array("BLENDER-v252REND".utf8))),
    Row("application/x-tar", ContainerFixture.tarBlock(signature: "")),
    Row("application/zlib", [0x78, 0x9C, 1, 2, 0, 0xFD, 0xFF, 0x61, 0x62]),
    Row("audio/midi", Array("RIFF".utf8) + [4, 0, 0, 0] + Array("RMIDdata".utf8)),
    Row("audio/x-sf2", Array("RIFF".utf8) + [4, 0, 0, 0] + Array("sfbkLIST".utf8)),
    Row(
      "application/x-apple-diskimage",
      [0x78, 0x9C, 1, 2, 0, 0xFD, 0xFF, 0x61, 0x62] + Array("koly".utf8) + [0, 0, 0, 4]
        + [UInt8](repeating: 0, count: 504)),
    Row(
      "application/pkcs12",
      ContainerFixture.value(
        0x30,
        ContainerFixture.value(2, [3])
          + ContainerFixture.value(
            0x30,
            ContainerFixture.value(6, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])
              + [UInt8](repeating: 0x05, count: 130)))),
    Row(
      "application/pkcs8",
      ContainerFixture.value(
        0x30,
        ContainerFixture.value(2, [0])
          + ContainerFixture.value(0x30, ContainerFixture.value(6, [42, 3]))
          + ContainerFixture.value(4, [UInt8](repeating: 1, count: 130)))),
    Row("application/x-sharedlib", ExecutableFixture(tags: [(tag: 14, value: 1)]).bytes),
    Row(
      "application/x-pie-executable",
      ExecutableFixture(tags: [(tag: 0x6FFF_FFFB, value: 0x0800_0000)]).bytes),
    Row("application/pgp-keys", [0x99, 1, 0x0D, 4, 0x50, 0, 0, 0, 1, 8, 0]),
    Row(
      "audio/aac",
      [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC, 0, 0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC, 0]),
    Row(
      "audio/flac",
      Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 3, 9, 9, 9, 0, 0] + Array("fLaC".utf8)),
  ]

  static let rows = zipRows + otherRows

  /// The signatures of the containers themselves, which a database supplies.
  private static let signatures: [(String, [UInt8], Int)] = [
    ("application/zip", Array("PK\u{3}\u{4}".utf8), 0),
    ("application/x-ole-storage", [0xD0, 0xCF, 0x11, 0xE0], 0),
    ("application/gzip", [0x1F, 0x8B], 0),
  ]

  static func detector(limits: DetectionLimits = DetectionLimits()) throws -> TypeDetector {
    let containers = signatures.map { name, bytes, offset in
      Fixture.type(name) {
        $0.magic = [Fixture.rule([Fixture.match(bytes, at: offset...offset)])]
        $0.globs = [Fixture.glob("*." + name.split(separator: "/")[1])]
      }
    }
    let known = Set(signatures.map(\.0))
    let names = Set(rows.map(\.expected)).subtracting(known)
    let sheet = office + ".spreadsheetml.sheet"
    let archives = Set(zipRows.map(\.expected)).union([sheet])
    let others = [sheet, "inode/directory", "image/png", "text/plain", "application/pdf"]
    let types = (names.sorted() + others).map { name in
      Fixture.type(name) { type in
        guard archives.contains(name), let zip = MIMEName("application/zip") else { return }
        type.superclasses = [Located(zip, at: .none)]
      }
    }
    return TypeDetector(image: try Fixture.image(containers + types), limits: limits)
  }

  @Test("The contents of a container show its format", arguments: rows)
  func inside(_ row: Row) throws {
    let verdict = try Self.detector().verdict(forBytes: row.bytes)
    #expect(verdict.mimeType == row.expected, "\(verdict.evidence)")
  }

  @Test("A container truncated anywhere has a verdict without a crash", arguments: rows)
  func cutContainers(_ row: Row) throws {
    let detector = try Self.detector()
    for count in 0...row.bytes.count {
      let verdict = detector.verdict(forBytes: Array(row.bytes.prefix(count)))
      #expect(verdict.mimeType?.isEmpty == false)
    }
  }

  @Test("A container with any byte changed has a verdict without a crash", arguments: rows)
  func damagedContainers(_ row: Row) throws {
    let detector = try Self.detector()
    for place in row.bytes.indices {
      for byte in [0, 0x7F, 0xFF] as [UInt8] {
        var bytes = row.bytes
        bytes[place] = byte
        #expect(detector.verdict(forBytes: bytes).mimeType?.isEmpty == false)
      }
    }
  }

  @Test("A document with the name of its container is still found")
  func documentBehindContainerName() throws {
    let docx = Self.zipRows[2]
    let verdict = try Self.detector().verdict(forBytes: docx.bytes, name: "letter.zip")
    #expect(verdict.mimeType == docx.expected)
    #expect(verdict.basis == .container)
  }

  @Test(
    "An archive with only a part of a format's members stays an archive",
    arguments: plainArchives.indices)
  func plainArchive(_ index: Int) throws {
    let bytes = ContainerFixture.zip(Self.plainArchives[index])
    for name in [nil, "backup.zip"] {
      let verdict = try Self.detector().verdict(forBytes: bytes, name: name)
      #expect(verdict.mimeType == "application/zip", "\(verdict.evidence)")
      #expect(verdict.disagreement == nil)
    }
  }

  @Test("An Office file of many parts is recognised, whatever part the limits reach")
  func manyParts() throws {
    let detector = try Self.detector()
    func types(_ count: Int) -> (name: String, content: String) {
      let part =
        "<Override PartName=\"/xl/worksheets/sheet.xml\" ContentType=\"\(Self.office)"
        + ".spreadsheetml.worksheet+xml\"/>"
      return (
        "[Content_Types].xml",
        "<Types>" + String(repeating: part, count: count)
          + "<Override ContentType=\"\(Self.office).spreadsheetml.sheet.main+xml\"/></Types>"
      )
    }
    func parts(_ count: Int) -> [(name: String, content: String)] {
      (0..<count).map {
        ("xl/media/a picture with a rather long name to fill the list \($0).png", "")
      }
    }
    let workbook = (name: "xl/workbook.xml", content: "a")
    let archives = [
      [types(300)], [types(3000), workbook], parts(1500) + [types(1)],
      [types(1)] + parts(3000) + [workbook],
    ]
    for entries in archives {
      let verdict = detector.verdict(forBytes: ContainerFixture.zip(entries))
      #expect(verdict.mimeType == Self.office + ".spreadsheetml.sheet", "\(verdict.evidence)")
    }
  }

  @Test("Bytes get the verdict of a file with them, however many they are")
  func bytesAsFiles() throws {
    let directory = try TemporaryDirectory()
    let text = Array(("[" + String(repeating: "1,\n", count: 90_000)).utf8)
    let limits = [
      DetectionLimits(), DetectionLimits(headByteCount: 64),
      DetectionLimits(headByteCount: 512, containerReadCount: 3, containerReadByteCount: 256),
    ]
    for limits in limits {
      let detector = try Self.detector(limits: limits)
      for bytes in Self.rows.map(\.bytes) + [text, Array("{\"a\":1}{".utf8)] {
        for bytes in [bytes, bytes + [UInt8](repeating: 0, count: 300_000)] {
          let file = try detector.verdict(
            forPath: try directory.write("file", bytes), by: .content)
          let memory = detector.verdict(forBytes: bytes)
          #expect(memory.mimeType == file.mimeType)
          #expect(memory.evidence == file.evidence)
        }
      }
    }
  }

  @Test("An optical disc is recognised by its volume descriptor, far behind the start")
  func opticalDisc() throws {
    let detector = TypeDetector(
      image: try Fixture.image([Fixture.type("application/vnd.efi.iso")]))
    let disc = [UInt8](repeating: 0, count: 32768) + [1] + Array("CD001".utf8) + [1, 0]
    #expect(detector.verdict(forBytes: disc).mimeType == "application/vnd.efi.iso")
    for count in [0, 511, 512, 32768, 32773] {
      let verdict = detector.verdict(forBytes: Array(disc.prefix(count)))
      #expect(verdict.mimeType != "application/vnd.efi.iso")
    }
  }

  @Test("Local headers are read if the end of an archive is missing")
  func archiveWithoutEnd() throws {
    let epub = Self.zipRows[1]
    let verdict = try Self.detector().verdict(forBytes: Array(epub.bytes.prefix(60)), size: 100_000)
    #expect(verdict.mimeType == epub.expected)
  }
}

/// The same containers with the declarations of this repository and nothing else.
struct ContainersOfTheBaseTests {
  private static let detector = Result {
    let directory = RepositoryFiles.path("Registry/detection")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    let files = try names.filter { $0.hasSuffix(".xml") }.map { name in
      try DeclarationReader().read(
        DeclarationSource(
          path: directory + "/" + name, format: .sharedMIMEInfo, layer: .base))
    }
    return TypeDetector(image: try RegistryBuilder(files: files).image())
  }

  private static let shells: Set<String> = [
    "application/zip", "application/x-ole-storage", "application/gzip", "application/zlib",
  ]

  @Test(
    "Each is recognised without a system database, as its own type",
    arguments: ContainerTests.rows.filter { !shells.contains($0.expected) })
  func known(_ row: ContainerTests.Row) throws {
    // An identifier of a property list follows its name; no package knows it.
    guard row.expected != "application/x-ios-app" else { return }
    let verdict = try Self.detector.get().verdict(forBytes: row.bytes)
    #expect(!Self.shells.contains(verdict.mimeType ?? ""), "\(row.expected)")
    #expect(verdict.mimeType != "application/octet-stream", "\(row.expected)")
  }
}
