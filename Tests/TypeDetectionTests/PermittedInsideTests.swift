import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// Insides of containers that permit the type of a name, show it, or exclude it.
struct PermittedInsideTests {
  private static func verdict(_ bytes: [UInt8], _ suffix: String) throws -> Verdict {
    try BaseDeclarations.detector.get().verdict(forBytes: bytes, name: "a." + suffix)
  }

  // MARK: - Support

  private static let brands = [
    "isom", "mp42", "dash", "M4A ", "M4B ", "M4P ", "M4V ", "F4V ", "qt  ", "3gp5", "3g2a", "heic",
    "hevc", "mif1", "msf1", "avif", "mjp2", "jp2 ", "aax ", "crx ",
  ]

  private static let suffixes = [
    "mp4", "m4a", "m4b", "m4p", "m4r", "m4s", "m4v", "mov", "3gp", "3g2", "heic", "heif", "heics",
    "heifs", "avif", "mj2", "jp2", "jpx", "f4v", "f4a", "aax", "cr3", "mp3", "jpg",
  ]

  @Test("The bytes support each certain type of a medium", arguments: brands)
  func media(_ brand: String) throws {
    for handlers in [[], ["vide"], ["soun"], ["vide", "soun"]] {
      let bytes = ContainerFixture.baseMedia(brands: [brand], handlers: handlers)
      for suffix in Self.suffixes {
        let verdict = try Self.verdict(bytes, suffix)
        let least: ByteSupport = verdict.confidence == .certain ? .sign : .agreement
        #expect(
          verdict.support >= least,
          "\(handlers) .\(suffix): \(verdict.type) \(verdict.confidence) \(verdict.support)")
      }
    }
  }

  @Test("The bytes support a certain type under all names of siblings")
  func siblings() throws {
    var contradictions: [String] = []
    for family in SiblingTests.families {
      for (member, other) in family.members.flatMap({ member in
        family.members.map { (member, $0.suffix) }
      }) {
        let verdict = try Self.verdict(member.bytes, other)
        if verdict.confidence == .certain, verdict.support == .none {
          contradictions.append("\(member.suffix) as .\(other): \(verdict.type)")
        }
      }
    }
    #expect(contradictions.isEmpty)
  }

  @Test(
    "Pictures that state no coding are of a coding by name only",
    arguments: ["avif", "heic", "heics", "heif"])
  func codings(_ suffix: String) throws {
    let verdict = try Self.verdict(ContainerFixture.baseMedia(brands: ["mif1"]), suffix)
    #expect(verdict.support == (suffix == "heif" ? .sign : .agreement))
    #expect(verdict.confidence == (suffix == "heif" ? .certain : .likely))
  }

  @Test("A film of another brand is not the sound of a shop", arguments: ["qt  ", "3gp5"])
  func protectedSound(_ brand: String) throws {
    let bytes = ContainerFixture.baseMedia(brands: [brand], handlers: ["vide"])
    #expect(try Self.verdict(bytes, "m4p").basis == .container)
  }

  @Test("A picture without the chunk of an animation is not an animated one")
  func stillPicture() throws {
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      [UInt8](big: content.count, 4) + Array(type.utf8) + content + [0, 0, 0, 0]
    }
    let start: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
    let header = chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
    let color = chunk("gAMA", [0, 0, 0xB1, 0x8F])
    let data = chunk("IDAT", [0, 0, 0, 0]) + chunk("IEND", [])
    let animation = chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0])
    for between in [[], color] {
      let still = try Self.verdict(start + header + between + data, "apng")
      #expect(still.mimeType == "image/png", "\(still.candidates)")
      let moving = try Self.verdict(start + header + between + animation + data, "apng")
      #expect(moving.mimeType == "image/apng", "\(moving.candidates)")
    }
  }

  // MARK: - Archives

  @Test(
    "An archive without a part that every file of the name's format has is not of it",
    arguments: ["war", "ear", "xpi", "vsix", "egg", "thmx"])
  func missingParts(_ suffix: String) throws {
    let archives = [
      [("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n\n"), ("A.class", "\u{1}")],
      [("a.txt", "b"), ("c.txt", "d")],
    ]
    for entries in archives {
      let verdict = try Self.verdict(ContainerFixture.zip(entries), suffix)
      #expect(verdict.basis == .container || verdict.basis == .content, "\(verdict.candidates)")
      #expect(verdict.support == .sign, "\(verdict.candidates)")
    }
  }

  @Test("A container with the inside of a format without a type is of no other")
  func foreignInside() throws {
    let detector = try BaseDeclarations.detector.get()
    let storage = try #require(detector.image.type(anyMIMEName: "application/x-ole-storage"))
    let bytes = ContainerFixture.compound(["Catalog", "1", "2"])
    var count = 0
    for suffix in try BaseDeclarations.extensions() {
      let named = detector.verdict(forName: "a." + suffix)
      guard let type = named.index, type != storage,
        detector.registry.refines(type, storage) || detector.image.isStored(type, as: storage)
      else { continue }
      count += 1
      let verdict = detector.verdict(forBytes: bytes, name: "a." + suffix)
      #expect(verdict.index == storage, "\(suffix): \(verdict.candidates)")
    }
    #expect(count > 30)
  }

  // MARK: - Documents of Office

  /// A document with macros: its part, the type of the part, and the extensions with and without.
  struct Macros: Sendable, CustomTestStringConvertible {
    let part: String
    let type: String
    let suffixes: (with: String, without: String)
    var testDescription: String { suffixes.with }

    static let all = [
      Macros(
        part: "word/document.xml",
        type: "application/vnd.ms-word.document.macroEnabled.main+xml",
        suffixes: ("docm", "docx")),
      Macros(
        part: "xl/workbook.xml", type: "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
        suffixes: ("xlsm", "xlsx")),
      Macros(
        part: "ppt/presentation.xml",
        type: "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml",
        suffixes: ("pptm", "pptx")),
    ]
  }

  /// Forms of the list of types that XML and the specification allow.
  private static func lists(_ type: String) -> [[UInt8]] {
    func list(_ attribute: String, before: String = "") -> String {
      "<?xml version=\"1.0\"?>\n<Types>\(before)<Override PartName=\"/x\" \(attribute)/></Types>\n"
    }
    let plain = list("ContentType=\"\(type)\"")
    let utf16 = Array(plain.utf16)
    let others = (0..<4000).map { "<Override PartName=\"/\($0).xml\" ContentType=\"a/b\"/>" }
    return [
      plain, list("ContentType='\(type)'"), list("ContentType = \"\(type)\""),
      list("ContentType=\n\"\(type)\""), list("ContentType=\"\(type.lowercased())\""),
      list("ContentType=\"\(type.uppercased())\""),
      list("ContentType=\"\(type.replacing("macro", with: "m&#97;cro"))\""),
      list("ContentType=\"\(type.replacing("macro", with: "m&#x61;cro"))\""),
      list("ContentType=\"\(type)\"", before: others.joined()),
    ].map { Array($0.utf8) } + [
      utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] },
      utf16.flatMap { [0, UInt8(truncatingIfNeeded: $0)] },
    ]
  }

  @Test("A document with macros is one in every form of its list of types", arguments: Macros.all)
  func macros(_ document: Macros) throws {
    let expected = try BaseDeclarations.detector.get().verdict(
      forName: "a." + document.suffixes.with
    ).type
    for (place, list) in Self.lists(document.type).enumerated() {
      let folder = document.part.prefix { $0 != "/" }
      let archive = ContainerFixture.zip([
        ("[Content_Types].xml", String(decoding: list, as: UTF8.self)), ("_rels/.rels", "<a/>"),
        // The part shows macros if the list is too long to be read.
        (document.part, "<a/>"), (list.count > 65536 ? "\(folder)/vbaProject.bin" : "a.xml", "a"),
      ])
      for suffix in [document.suffixes.with, document.suffixes.without] {
        let verdict = try Self.verdict(archive, suffix)
        #expect(verdict.type == expected, "\(place) as .\(suffix): \(verdict.candidates)")
        #expect(verdict.support == .sign, "\(place) as .\(suffix): \(verdict.candidates)")
      }
    }
  }

  @Test("A slide alone is stated by its part", arguments: ["sldx", "pptx", "docx"])
  func slide(_ suffix: String) throws {
    let type = "application/vnd.openxmlformats-officedocument.presentationml.slide"
    let archive = ContainerFixture.zip(
      ContainerTests.contentTypes(type + "+xml") + [("ppt/slides/slide1.xml", "<a/>")])
    let verdict = try Self.verdict(archive, suffix)
    #expect(verdict.mimeType == type, "\(verdict.candidates)")
  }
}
