import Foundation
import Testing
import UTITypeGraph
import UniformTypes

/// The ways in which the two vocabularies contradict each other.
private enum Contradiction: String, Sendable {
  case text = "texts that are no plain text"
  case container = "documents that are no archives"
  case cameraRaw = "raw images that are no TIFF images"
  case language = "languages that contain others"
  case font = "OpenType fonts that are no TrueType fonts"
  case split = "one type here, several there"
  case compressedSVG = "compressed SVG images"
  case mediaRange = "media types that hide what they are"
  case physical = "documents that are directories or streams"
  case certificate = "certificates and those of authorities"
  case `extension` = "extensions with two meanings"
  case executable = "scripts, data and programs"
}

/// The facts about one type that hold on every machine.
private struct Row: Sendable, CustomTestStringConvertible {
  let contradiction: Contradiction
  /// An identifier or a MIME type.
  let type: String
  var conforms: [String] = []
  var doesNotConform: [String] = []
  /// The container of the bytes.
  var container: String?

  var testDescription: String { "\(contradiction.rawValue): \(type)" }

  init(
    _ contradiction: Contradiction, _ type: String, is conforms: [String] = [],
    isNot doesNotConform: [String] = [], storedAs container: String? = nil
  ) {
    self.contradiction = contradiction
    self.type = type
    self.conforms = conforms
    self.doesNotConform = doesNotConform
    self.container = container
  }
}

private func texts(_ types: String...) -> [Row] {
  types.map { Row(.text, $0, is: ["public.text"], isNot: ["public.plain-text"]) }
}

private func formats(_ types: String...) -> [Row] {
  types.map { Row(.text, $0, is: ["public.data"], isNot: ["public.text"]) }
}

private func documents(_ types: String...) -> [Row] {
  types.map {
    Row(
      .container, $0, is: ["public.content"], isNot: ["public.archive", "public.zip-archive"],
      storedAs: "public.zip-archive")
  }
}

private func rawImages(_ types: String...) -> [Row] {
  types.map {
    Row(
      .cameraRaw, $0, is: ["public.camera-raw-image"], isNot: ["public.tiff"],
      storedAs: "public.tiff")
  }
}

private let textRows =
  texts(
    "public.html", "public.xml", "public.xhtml", "public.rss", "public.css", "public.yaml",
    "public.json", "public.svg-image", "public.rtf", "public.vcard", "com.apple.ical.ics",
    "org.w3.webvtt", "com.topografix.gpx", "org.opml.opml", "org.oasis-open.xliff",
    "com.sun.java-web-start", "public.geometry-definition-format",
    "com.apple.systemprofiler.document")
  + formats(
    "com.adobe.postscript", "com.adobe.encapsulated-postscript", "com.apple.mail.email",
    "public.uuencoded-archive", "com.apple.binhex-archive", "com.microsoft.excel.slk",
    "com.microsoft.internet-shortcut")

private let storageRows =
  documents(
    "org.openxmlformats.wordprocessingml.document", "org.openxmlformats.spreadsheetml.sheet",
    "org.openxmlformats.presentationml.presentation", "org.oasis-open.opendocument.text",
    "org.oasis-open.opendocument.spreadsheet", "org.oasis-open.opendocument.presentation",
    "org.idpf.epub-container")
  + rawImages(
    "com.adobe.raw-image", "com.canon.cr2-raw-image", "com.epson.raw-image",
    "com.hasselblad.3fr-raw-image", "com.hasselblad.fff-raw-image", "com.kodak.raw-image",
    "com.leafamerica.raw-image", "com.nikon.raw-image", "com.nikon.nrw-raw-image",
    "com.pentax.raw-image", "com.phaseone.raw-image", "com.samsung.raw-image",
    "com.sony.arw-raw-image", "com.sony.sr2-raw-image", "com.sony.raw-image")
  + [
    Row(.font, "public.opentype-font", is: ["public.font"], isNot: ["public.truetype-ttf-font"]),
    Row(
      .compressedSVG, "image/svg+xml-compressed", is: ["public.svg-image", "public.image"],
      isNot: ["org.gnu.gnu-zip-archive", "public.archive"],
      storedAs: "org.gnu.gnu-zip-archive"),
    Row(
      .physical, "application/vnd.apple.pkpass", is: ["public.data"],
      isNot: ["public.directory", "com.apple.package"], storedAs: "public.zip-archive"),
    Row(
      .physical, "application/vnd.apple.keynote", is: ["public.data", "public.presentation"],
      isNot: ["public.directory"]),
    Row(.physical, "com.apple.pkpass", is: ["public.directory"], isNot: ["public.data"]),
    Row(.physical, "com.apple.garageband.project", is: ["public.directory", "public.data"]),
    Row(.physical, "com.apple.iwork.pages.pages", is: ["com.apple.package"]),
  ]

private let meaningRows = [
  Row(
    .language, "public.json",
    isNot: ["com.netscape.javascript-source", "public.script", "public.executable"]),
  Row(.language, "public.c-source", isNot: ["public.c-plus-plus-source"]),
  Row(
    .language, "public.c-plus-plus-source", is: ["public.source-code"],
    isNot: ["public.objective-c-plus-plus-source"]),
  Row(.language, "public.c-header", isNot: ["public.c-source", "public.c-plus-plus-source"]),
  Row(.language, "com.netscape.javascript-source", isNot: ["com.microsoft.typescript"]),
  Row(.language, "public.python-script", is: ["public.script"]),
  Row(.split, "image/x-portable-bitmap", is: ["public.pbm"]),
  Row(.split, "image/x-portable-graymap", is: ["public.pbm"]),
  Row(.split, "image/x-portable-pixmap", is: ["public.pbm"]),
  Row(.split, "image/jpx", is: ["public.jpeg-2000"]),
  Row(.split, "image/x-jp2-codestream", is: ["public.jpeg-2000"]),
  Row(.split, "application/ram", is: ["com.real.realaudio"]),
  Row(.split, "public.heics", is: ["public.heif-standard"], isNot: ["public.heic"]),
  Row(
    .split, "com.microsoft.powerpoint.pps", is: ["public.presentation"],
    isNot: ["com.microsoft.powerpoint.ppt"]),
  Row(.mediaRange, "application/mxf", is: ["public.movie"]),
  Row(.mediaRange, "application/vnd.rn-realmedia", is: ["public.movie"]),
  Row(.mediaRange, "application/vnd.ms-asf", is: ["public.audiovisual-content"]),
  Row(.mediaRange, "application/illustrator", is: ["public.image"]),
  Row(.mediaRange, "application/vnd.oasis.opendocument.image", is: ["public.image"]),
  Row(.mediaRange, "audio/webm", is: ["org.webmproject.webm", "public.movie", "public.audio"]),
  Row(.certificate, "application/x-x509-ca-cert", is: ["public.x509-certificate", "public.data"]),
  Row(
    .executable, "com.netscape.javascript-source", is: ["public.executable", "public.script"],
    isNot: ["public.unix-executable"]),
  Row(.executable, "application/x-executable", isNot: ["public.unix-executable"]),
  Row(.executable, "public.shell-script", isNot: ["public.unix-executable"]),
]

private let allRows = textRows + storageRows + meaningRows

/// The types of extensions on Apple's systems that differ from shared-mime-info.
private let extensionRows: [(extension: String, type: String)] = [
  ("ts", "public.mpeg-2-transport-stream"), ("key", "com.apple.iwork.keynote.sffkey"),
  ("obj", "public.geometry-definition-format"), ("m", "public.objective-c-source"),
  ("mm", "public.objective-c-plus-plus-source"), ("pot", "com.microsoft.powerpoint.pot"),
  ("dot", "com.microsoft.word.dot"), ("otf", "public.opentype-font"),
  ("otc", "public.opentype-collection-font"), ("spx", "com.apple.systemprofiler.document"),
  ("scn", "com.apple.scenekit.scene"), ("smf", "public.midi-audio"),
  ("crt", "public.x509-certificate"), ("pm", "public.perl-script"),
  ("sti", "org.openoffice.presentation-template"), ("cel", "public.flc-animation"),
  ("qti", "com.apple.quicktime-image"), ("jpx", "public.jpeg-2000"),
  ("as", "com.apple.applesingle-archive"), ("mp2", "public.mp2"), ("svgz", "public.svg-image"),
]

@Suite("The merged graph with contradictory vocabularies")
struct ContradictionTests {
  @Test("equals the declarations, whatever database is installed", arguments: allRows)
  private func rows(_ row: Row) throws {
    for machine in Machine.all {
      let registry = try machine.registry()
      let type = try #require(registry.named(row.type), "\(row.type) on \(machine)")
      for name in row.conforms {
        let supertype = try #require(registry.type(name), "\(name)")
        #expect(type.conforms(to: supertype), "\(type) \(supertype) on \(machine)")
      }
      for name in row.doesNotConform {
        let supertype = try #require(registry.named(name), "\(name)")
        #expect(!type.conforms(to: supertype), "\(type) \(supertype) on \(machine)")
      }
      if let container = row.container {
        let stored = type.edges.filter { $0.kind == .container }.map(\.supertype.identifier)
        #expect(stored.contains(container), "\(type) in \(stored) on \(machine)")
      }
    }
  }

  @Test("keeps the statements of shared-mime-info in its own view", arguments: Machine.all)
  func freedesktop(_ machine: Machine) throws {
    let registry = try machine.registry().seen(as: .freedesktop)
    for (name, supername) in [
      ("text/html", "text/plain"), ("image/svg+xml", "application/xml"),
      ("application/vnd.oasis.opendocument.text", "application/zip"),
      ("image/x-canon-cr2", "image/tiff"), ("application/postscript", "text/plain"),
    ] {
      let type = try #require(registry.type(canonicalMIMEType: name))
      let supertype = try #require(registry.type(canonicalMIMEType: supername))
      #expect(type.conforms(to: supertype), "\(name) \(supername)")
    }
  }

  @Test("makes one node of equal types", arguments: Machine.all)
  func identity(_ machine: Machine) throws {
    let registry = try machine.registry()
    for (name, identifier) in [
      ("application/octet-stream", "public.data"), ("text/plain", "public.plain-text"),
      ("inode/directory", "public.directory"), ("inode/mount-point", "public.volume"),
      ("inode/symlink", "public.symlink"), ("application/pkix-cert", "public.x509-certificate"),
      ("text/calendar", "com.apple.ical.ics"), ("application/x-tar", "public.tar-archive"),
      ("image/heif", "public.heif"), ("video/mp4", "public.mpeg-4"),
      ("application/vnd.ms-excel", "com.microsoft.excel.xls"),
      ("application/vnd.ms-powerpoint", "com.microsoft.powerpoint.ppt"),
      ("application/vnd.apple.pkpass", "com.apple.pkpass-data"),
      ("application/x-sylk", "com.microsoft.excel.slk"),
      ("text/x-opencl-src", "public.opencl-source"),
    ] {
      #expect(registry.named(name)?.identifier == identifier, "\(name) on \(machine)")
    }
    let folder = try #require(registry.type("public.folder"))
    #expect(folder.canonicalMIMEType == "inode/directory")
  }

  @Test("has the extension look-ups of Apple's systems", arguments: extensionRows)
  func extensions(_ row: (extension: String, type: String)) throws {
    for machine in Machine.all {
      let type = try machine.registry().type(filenameExtension: row.extension)
      #expect(type?.identifier == row.type, ".\(row.extension) on \(machine)")
    }
  }

  @Test("has no cycle if a program declares the other direction", arguments: Machine.all)
  func circle(_ machine: Machine) throws {
    let directory = Fixture.path("circle")
    let registry = try machine.registry(adding: [directory])
    #expect(registry.findings.allSatisfy { $0.rule != "conformance-cycle" })
    let json = try #require(registry.type("public.json"))
    let json5 = try #require(registry.type("org.json5.json5"))
    #expect(json5.conforms(to: json))
    #expect(!json.conforms(to: json5))
  }
}

extension TypeRegistry {
  /// The type of an identifier or a MIME type.
  fileprivate func named(_ name: String) -> UTType? {
    guard name.contains("/") else { return type(name) }
    return type(canonicalMIMEType: name) ?? type(mimeType: name)
  }
}
