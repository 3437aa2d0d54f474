import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// All ordered pairs of the formats of a family: the inside of one under the name of another.
struct SiblingTests {
  struct Member: Sendable {
    let suffix: String
    /// A MIME name of the type.
    let mimeName: String
    /// A MIME name that a database has for a kind of the type; nil for none.
    var exactName: String?
    let bytes: [UInt8]
    /// The extensions of siblings whose files often have the inside of this format.
    var sharedSuffixes: [String] = []
  }

  struct Family: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let members: [Member]
    /// MIME types of formats that are right for all members of which they are supertypes.
    let common: [String]

    init(_ description: String, common: [String] = [], _ members: [Member]) {
      testDescription = description
      self.members = members
      self.common = common
    }
  }

  // MARK: - Archives

  private static func office(_ suffix: String, _ mimeName: String, states type: String) -> Member {
    Member(
      suffix: suffix, mimeName: mimeName,
      bytes: ContainerFixture.zip(
        ContainerTests.contentTypes(type) + [
          ("_rels/.rels", "<a/>"), ("word/document.xml", "<a/>"), ("xl/workbook.xml", "<a/>"),
          ("ppt/presentation.xml", "<a/>"),
        ]))
  }

  private static let openXML = "application/vnd.openxmlformats-officedocument."

  private static func open(
    _ suffix: String, _ name: String, sharedWith sharedSuffixes: String...
  ) -> Member {
    var member = office(suffix, openXML + name, states: openXML + name + ".main+xml")
    member.sharedSuffixes = sharedSuffixes
    return member
  }

  private static func macros(
    _ suffix: String, _ name: String, states type: String? = nil,
    sharedWith sharedSuffixes: String...
  ) -> Member {
    var member = office(
      suffix, "application/vnd.ms-\(name).macroEnabled.12",
      states: "application/vnd.ms-\(type ?? name + ".macroEnabled").main+xml")
    member.sharedSuffixes = sharedSuffixes
    return member
  }

  private static func stated(
    _ suffix: String, _ mimeName: String, parts: [String] = ["content.xml"]
  ) -> Member {
    Member(
      suffix: suffix, mimeName: mimeName,
      bytes: ContainerFixture.zip([("mimetype", mimeName)] + parts.map { ($0, "<a/>") }))
  }

  private static func archive(
    _ suffix: String, _ mimeName: String, _ names: String...,
    sharedWith sharedSuffixes: [String] = []
  ) -> Member {
    Member(
      suffix: suffix, mimeName: mimeName,
      bytes: ContainerFixture.zip(names.map { ($0, "<a/>") }), sharedSuffixes: sharedSuffixes)
  }

  private static let openDocument = "application/vnd.oasis.opendocument."

  private static let archives = [
    open("docx", "wordprocessingml.document"), open("dotx", "wordprocessingml.template"),
    open("xlsx", "spreadsheetml.sheet"), open("xltx", "spreadsheetml.template"),
    open("pptx", "presentationml.presentation", sharedWith: "ppsx"),
    open("potx", "presentationml.template"),
    open("ppsx", "presentationml.slideshow"), open("sldx", "presentationml.slide"),
    macros("docm", "word.document"),
    macros("dotm", "word.template", states: "word.template.macroEnabledTemplate"),
    macros("xlsm", "excel.sheet"), macros("xltm", "excel.template"), macros("xlam", "excel.addin"),
    macros("pptm", "powerpoint.presentation", sharedWith: "ppsm"),
    macros("potm", "powerpoint.template"),
    macros("ppsm", "powerpoint.slideshow"), macros("ppam", "powerpoint.addin"),
    office(
      "xlsb", "application/vnd.ms-excel.sheet.binary.macroEnabled.12",
      states: "application/vnd.ms-excel.sheet.binary.macroEnabled.main"),
    office(
      "vsdx", "application/vnd.ms-visio.drawing.main+xml",
      states: "application/vnd.ms-visio.drawing.main+xml"),
    office(
      "vsdm", "application/vnd.ms-visio.drawing.macroEnabled.main+xml",
      states: "application/vnd.ms-visio.drawing.macroEnabled.main+xml"),
    office(
      "3mf", "model/3mf", states: "application/vnd.ms-package.3dmanufacturing-3dmodel+xml"),
    stated("odt", openDocument + "text"), stated("ott", openDocument + "text-template"),
    stated("odm", openDocument + "text-master"), stated("oth", openDocument + "text-web"),
    stated("ods", openDocument + "spreadsheet"),
    stated("ots", openDocument + "spreadsheet-template"),
    stated("odp", openDocument + "presentation"),
    stated("otp", openDocument + "presentation-template"),
    stated("odg", openDocument + "graphics"), stated("otg", openDocument + "graphics-template"),
    stated("odf", openDocument + "formula"), stated("odc", openDocument + "chart"),
    stated("odi", openDocument + "image"), stated("odb", openDocument + "base"),
    stated("sxw", "application/vnd.sun.xml.writer"), stated("sxc", "application/vnd.sun.xml.calc"),
    stated("sxi", "application/vnd.sun.xml.impress"), stated("sxd", "application/vnd.sun.xml.draw"),
    stated("epub", "application/epub+zip", parts: ["META-INF/container.xml", "a.opf"]),
    stated("kra", "application/x-krita", parts: ["maindoc.xml"]),
    stated("ora", "image/openraster", parts: ["stack.xml"]),
    archive("jar", "application/java-archive", "META-INF/MANIFEST.MF", "A.class"),
    archive(
      "apk", "application/vnd.android.package-archive", "AndroidManifest.xml", "classes.dex",
      "META-INF/MANIFEST.MF"),
    archive("appx", "application/appx", "AppxManifest.xml", "AppxBlockMap.xml"),
    archive("ipa", "application/x-itunes-ipa", "Payload/A.app/Info.plist"),
    archive("kmz", "application/vnd.google-earth.kmz", "doc.kml"),
    archive("whl", "application/x-wheel+zip", "p/__init__.py", "p-1.dist-info/WHEEL"),
    archive("usdz", "model/vnd.usdz+zip", "scene.usdc"),
    archive(
      "pkpass", "application/vnd.apple.pkpass", "pass.json", "manifest.json", "signature"),
    archive("npz", "application/x-npz", "a.npy"),
    archive("nupkg", "application/x-nuget-package", "[Content_Types].xml", "a.nuspec"),
    // A Java archive needs no manifest.
    archive("zip", "application/zip", "a.txt", "b.txt", sharedWith: ["jar"]),
  ]

  // MARK: - Media

  private static func media(
    _ suffix: String, _ mimeName: String, _ brands: [String], _ handlers: [String] = [],
    sharedWith sharedSuffixes: [String] = []
  ) -> Member {
    Member(
      suffix: suffix, mimeName: mimeName,
      bytes: ContainerFixture.baseMedia(brands: brands, handlers: handlers),
      sharedSuffixes: sharedSuffixes)
  }

  private static let baseMedia = [
    media("mp4", "video/mp4", ["isom", "mp41"], ["vide", "soun"], sharedWith: ["m4v"]),
    media("m4a", "audio/x-m4a", ["M4A "], ["soun"]),
    media("m4v", "video/x-m4v", ["M4V "], ["vide"]),
    media("mov", "video/quicktime", ["qt  "], ["vide"]),
    media("3gp", "video/3gpp", ["3gp5"], ["vide"], sharedWith: ["3g2"]),
    media("3g2", "video/3gpp2", ["3g2a"], ["vide"]),
    media("heic", "image/heic", ["heic", "mif1"]), media("avif", "image/avif", ["avif", "mif1"]),
    media("mj2", "video/mj2", ["mjp2"], ["vide"]),
  ]

  private static func ogg(
    _ suffix: String, _ mimeName: String, exactly exactName: String? = nil, _ packet: [UInt8]
  ) -> Member {
    Member(
      suffix: suffix, mimeName: mimeName, exactName: exactName,
      bytes: ContainerFixture.ogg([packet]))
  }

  private static let oggStreams = [
    ogg("opus", "audio/x-opus+ogg", Array("OpusHead".utf8) + [1, 2, 0x38, 1]),
    ogg("spx", "audio/ogg", exactly: "audio/x-speex+ogg", Array("Speex   1.2".utf8)),
    ogg(
      "ogg", "audio/ogg", exactly: "audio/x-vorbis+ogg",
      [1] + Array("vorbis".utf8) + [0, 0, 0, 0, 2]),
    ogg(
      "oga", "audio/ogg", exactly: "audio/x-flac+ogg", [0x7F] + Array("FLAC".utf8) + [1, 0, 0, 1]),
    ogg(
      "ogv", "video/ogg", exactly: "video/x-theora+ogg", [0x80] + Array("theora".utf8) + [3, 2, 1]),
    ogg(
      "ogm", "video/ogg", exactly: "video/x-ogm+ogg",
      [1] + Array("video\0\0\0".utf8) + Array("XVID".utf8)),
  ]

  private static let matroska = [
    Member(
      suffix: "mkv", mimeName: "video/matroska",
      bytes: ContainerFixture.matroska("matroska", tracks: [1, 2])),
    Member(
      suffix: "mka", mimeName: "audio/matroska",
      bytes: ContainerFixture.matroska("matroska", tracks: [2])),
    Member(
      suffix: "webm", mimeName: "video/webm",
      bytes: ContainerFixture.matroska("webm", tracks: [1, 2])),
  ]

  private static func riff(_ suffix: String, _ mimeName: String, _ form: String) -> Member {
    let chunk = Array(form.utf8) + [UInt8](little: 16, 4) + [UInt8](repeating: 0, count: 16)
    return Member(
      suffix: suffix, mimeName: mimeName,
      bytes: Array("RIFF".utf8) + [UInt8](little: chunk.count, 4) + chunk)
  }

  private static let riffs = [
    riff("wav", "audio/vnd.wave", "WAVEfmt "), riff("avi", "video/x-msvideo", "AVI LIST"),
    riff("webp", "image/webp", "WEBPVP8 "), riff("ani", "application/x-navi-animation", "ACONanih"),
    riff("sf2", "audio/x-sf2", "sfbkLIST"), riff("rmi", "audio/midi", "RMIDdata"),
  ]

  // MARK: - Compound files and texts

  private static func compound(
    _ suffix: String, _ mimeName: String, _ streams: [String], rootClass: [UInt8] = []
  ) -> Member {
    Member(
      suffix: suffix, mimeName: mimeName,
      bytes: ContainerFixture.compound(streams, rootClass: rootClass))
  }

  private static let compounds = [
    compound("doc", "application/msword", ["WordDocument", "1Table"]),
    compound("xls", "application/vnd.ms-excel", ["Workbook"]),
    compound("ppt", "application/vnd.ms-powerpoint", ["PowerPoint Document", "Current User"]),
    compound("vsd", "application/vnd.visio", ["VisioDocument"]),
    compound("msg", "application/vnd.ms-outlook", ["__properties_version1.0"]),
    compound("pub", "application/vnd.ms-publisher", ["Quill", "Contents"]),
    compound("hwp", "application/x-hwp", ["FileHeader", "\u{5}HwpSummaryInformation"]),
    compound("wps", "application/vnd.ms-works", ["MatOST", "MM"]),
    compound(
      "msi", "application/x-msi", ["a"],
      rootClass: [0x84, 0x10, 0x0C, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46]),
  ]

  private static func xml(_ suffix: String, _ mimeName: String, _ root: String) -> Member {
    let name = root.prefix { $0 != " " }
    return Member(
      suffix: suffix, mimeName: mimeName,
      bytes: Array("<?xml version=\"1.0\"?>\n<\(root)><a/></\(name)>\n".utf8))
  }

  private static let vocabularies = [
    xml("svg", "image/svg+xml", "svg xmlns=\"http://www.w3.org/2000/svg\""),
    xml("xhtml", "application/xhtml+xml", "html xmlns=\"http://www.w3.org/1999/xhtml\""),
    xml("atom", "application/atom+xml", "feed xmlns=\"http://www.w3.org/2005/Atom\""),
    xml("rss", "application/rss+xml", "rss version=\"2.0\""),
    xml(
      "kml", "application/vnd.google-earth.kml+xml",
      "kml xmlns=\"http://www.opengis.net/kml/2.2\""),
    xml("gpx", "application/gpx+xml", "gpx xmlns=\"http://www.topografix.com/GPX/1/1\""),
    xml(
      "xsl", "application/xslt+xml",
      "xsl:stylesheet version=\"1.0\" xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\""),
    xml("mml", "application/mathml+xml", "math xmlns=\"http://www.w3.org/1998/Math/MathML\""),
    xml("smil", "application/smil+xml", "smil xmlns=\"http://www.w3.org/ns/SMIL\""),
    xml("xspf", "application/xspf+xml", "playlist xmlns=\"http://xspf.org/ns/0/\""),
    xml(
      "rdf", "application/rdf+xml",
      "rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""),
  ]

  static let families = [
    Family("archives", archives),
    Family("ISO media", common: ["video/mp4", "audio/mp4"], baseMedia),
    Family("Ogg", common: ["audio/ogg", "video/ogg"], oggStreams),
    Family("Matroska", matroska), Family("RIFF", riffs), Family("compound files", compounds),
    Family("XML", vocabularies),
  ]

  enum Registry: CaseIterable {
    case base
    case installed

    func detector() throws -> TypeDetector {
      switch self {
      case .base: try BaseDeclarations.detector.get()
      case .installed: try BaseDeclarations.detectorBesideInstalled.get()
      }
    }
  }

  @Test("The inside decides over the name of a sibling", arguments: families, Registry.allCases)
  func pairs(_ family: Family, _ registry: Registry) throws {
    let detector = try registry.detector()
    let image = detector.image
    let common = family.common.compactMap { image.type(anyMIMEName: $0) }
    var (wrong, count) = ([String](), 0)
    for member in family.members {
      let expected = try #require(
        member.exactName.flatMap { image.type(anyMIMEName: $0) }
          ?? image.type(anyMIMEName: member.mimeName), "\(member.mimeName)")
      for other in family.members where !member.sharedSuffixes.contains(other.suffix) {
        count += 1
        let verdict = detector.verdict(forBytes: member.bytes, name: "a." + other.suffix)
        let type = try #require(image.type(identifier: verdict.type))
        let isCommon = common.contains { image.conforms(type, to: $0, in: .merged) }
        let isRight =
          type == expected
          // A database may join a type with the wider one, and its own name still selects it.
          || other.suffix == member.suffix && image.conforms(type, to: expected, in: .merged)
          || isCommon
            && GraphView.allCases.contains { image.conforms(expected, to: type, in: $0) }
        if !isRight { wrong.append("\(member.suffix) as .\(other.suffix): \(verdict.type)") }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(count): \(wrong)")
  }

  @Test("The bytes have a sign of the type that their name shows", arguments: Registry.allCases)
  func signs(_ registry: Registry) throws {
    let detector = try registry.detector()
    for member in Self.families.flatMap(\.members) {
      let verdict = detector.verdict(forBytes: member.bytes, name: "a.\(member.suffix)")
      #expect(verdict.support == .sign, "\(member.suffix): \(verdict.candidates)")
    }
  }

  @Test(
    "A storage without the stream of a format is not of it",
    arguments: ["doc", "xls", "ppt", "msg", "vsd", "hwp"], [["x"], ["SwDocContentMgr"]])
  func otherStreams(_ suffix: String, _ streams: [String]) throws {
    let verdict = try BaseDeclarations.detector.get().verdict(
      forBytes: ContainerFixture.compound(streams), name: "a.\(suffix)")
    #expect(verdict.mimeType == "application/x-ole-storage", "\(verdict.candidates)")
  }

  @Test(
    "An archive without parts that show the type of its name is not certainly of it",
    arguments: ["vsix", "xpi", "cbz", "thmx", "conda", "egg"])
  func foreignArchives(_ suffix: String) throws {
    let archive = ContainerFixture.zip([
      ("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n\n"), ("A.class", "\u{1}"),
    ])
    let verdict = try BaseDeclarations.detector.get().verdict(
      forBytes: archive, name: "a.\(suffix)")
    #expect(verdict.confidence < .certain, "\(verdict.candidates)")
  }
}
