import Foundation
import Testing
import UTITypeDeclarations
import UTITypeGraph

@testable import UTITypeDetection

/// Bytes that cannot be of the type that the name shows, under every extension of the vocabulary.
struct ForeignNameTests {
  /// The extensions of all declarations of the base and of this machine's database.
  private static let extensions = Result {
    try BaseDeclarations.extensions(beside: BaseDeclarations.installed.get())
  }

  /// A database that calls scripts, and JSON, kinds of a program, as shared-mime-info does.
  private static let programs = Result {
    func type(_ name: String, kindOf parents: [String]) -> MIMETypeDeclaration {
      Fixture.type(name) {
        $0.superclasses = parents.compactMap { MIMEName($0) }.map { Located($0, at: .none) }
      }
    }
    let executable = Fixture.type("application/x-executable") {
      $0.magic = [Fixture.rule([Fixture.match(Array("\u{7F}ELF".utf8))], priority: 40)]
    }
    let scripts = [
      "application/javascript", "application/x-shellscript", "application/x-perl",
      "application/x-ruby", "application/x-awk", "text/x-python", "text/x-lua",
    ].map { type($0, kindOf: ["application/x-executable", "text/plain"]) }
    return DeclarationFile(
      source: Fixture.source,
      mimeTypes: [executable] + scripts
        + [type("application/json", kindOf: ["application/javascript"])])
  }

  enum Registry: CaseIterable {
    case base
    case installed
    case programs

    func detector() throws -> TypeDetector {
      switch self {
      case .base: try BaseDeclarations.detector.get()
      case .installed: try BaseDeclarations.detectorBesideInstalled.get()
      case .programs: try BaseDeclarations.detector(beside: [ForeignNameTests.programs.get()])
      }
    }
  }

  /// Bytes, and a type that every answer for them must be a kind of or be stored as.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// The formats that a type may be declared to be stored in; empty if no name counts.
    let containers: [String]

    static let all = [
      Kind("MPEG-4 film", BaseMedia.file("isom"), ["application/x-iso-base-media"]),
      Kind("MPEG-4 sound", BaseMedia.file("M4A "), ["application/x-iso-base-media"]),
      Kind("QuickTime film", BaseMedia.file("qt  "), ["application/x-iso-base-media"]),
      Kind("HEIC image", BaseMedia.file("heic"), ["application/x-iso-base-media"]),
      Kind(
        "OpenDocument text",
        ContainerFixture.zip([
          ("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<a/>"),
        ]), ["application/zip"]),
      Kind(
        "workbook",
        ContainerFixture.zip([
          ("[Content_Types].xml", ""), ("_rels/.rels", ""), ("xl/workbook.xml", "<a/>"),
        ]), ["application/zip"]),
    ]

    init(_ description: String, _ bytes: [UInt8], _ containers: [String]) {
      testDescription = description
      self.bytes = bytes
      self.containers = containers
    }
  }

  private enum BaseMedia {
    static func file(_ brand: String) -> [UInt8] {
      [UInt8](big: 20, 4) + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0] + Array(brand.utf8)
        + [UInt8](big: 16, 4) + Array("mdat".utf8) + [1, 2, 3, 4, 5, 6, 7, 0x80]
    }
  }

  @Test(
    "A container is only told for a type that is declared to be stored in it",
    arguments: Kind.all, Registry.allCases)
  func containers(_ kind: Kind, _ registry: Registry) throws {
    let detector = try registry.detector()
    let image = detector.image
    let containers = kind.containers.compactMap { image.type(anyMIMEName: $0) }
    func isStored(_ type: TypeIndex) -> Bool {
      ([type] + image.ancestors(of: type, in: .merged)).contains { kind in
        containers.contains {
          image.isStored(kind, as: $0) || image.conforms(kind, to: $0, in: .freedesktop)
            || image.conforms(kind, to: $0, in: .merged)
        }
      }
    }
    var wrong: [String] = []
    for suffix in try Self.extensions.get() {
      let verdict = detector.verdict(forBytes: kind.bytes, name: "a." + suffix)
      guard let type = image.type(identifier: verdict.type), isStored(type) else {
        wrong.append("\(suffix): \(verdict.type), \(verdict.confidence)")
        continue
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("A program is no text under any name", arguments: Registry.allCases)
  func program(_ registry: Registry) throws {
    let detector = try registry.detector()
    let types = DetectionRegistry(detector.image, limits: DetectionLimits())
    let program: [UInt8] =
      [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0x3E, 0, 1, 0, 0, 0]
      + [UInt8](repeating: 0, count: 40)
    try expectNoText(program, detector, types)
  }

  @Test("Bytes with zeros are no text under any name", arguments: Registry.allCases)
  func zeros(_ registry: Registry) throws {
    let detector = try registry.detector()
    let types = DetectionRegistry(detector.image, limits: DetectionLimits())
    try expectNoText([UInt8](repeating: 0, count: 600), detector, types)
    try expectNoText([0x81, 0, 0x92, 0xA3, 0, 7, 3, 0xB4, 0, 1, 2, 3], detector, types)
  }

  @Test(
    "Bytes that no file of a type begins with outweigh every name of the type",
    arguments: [
      ("application/json", "<!DOCTYPE html>\n<html><body>a</body></html>\n"),
      ("application/json", "{\\rtf1\\ansi a}\n"), ("application/xml", "{\"a\": 1}\n"),
      ("application/xml", "{\\rtf1\\ansi a}\n"), ("text/plain", "{\\rtf1\\ansi a}\n"),
    ], Registry.allCases)
  func otherGrammar(_ row: (type: String, text: String), _ registry: Registry) throws {
    // RTF begins as an object of JSON does.
    if row.type == "application/json", row.text.hasPrefix("{") { return }
    let detector = try registry.detector()
    let image = detector.image
    let type = try #require(image.type(anyMIMEName: row.type))
    let content = detector.verdict(forBytes: Array(row.text.utf8))
    let isText = row.type == "text/plain"
    for suffix in ["json", "xml", "txt", "geojson", "svg", "rss", "ipynb", "xhtml"] {
      let named = detector.verdict(forName: "a." + suffix)
      guard let claimed = image.type(identifier: named.type),
        isText ? claimed == type : image.conforms(claimed, to: type, in: .merged)
      else { continue }
      let verdict = detector.verdict(forBytes: Array(row.text.utf8), name: "a." + suffix)
      #expect(verdict.type == content.type, "\(suffix): \(verdict.candidates)")
    }
  }

  @Test(
    "Letters that data begins with are words in a text",
    arguments: [
      "RIFF as WAVE is a container", "SQLite format 3 notes", "MATLAB 5.0 MAT files are old",
      "GIF87a and GIF89a", "fLaC is a mark", "AC1015 is a version", "BLENDER is a program",
      "OTTO was here", "wOFF wOF2", "hsqs is squashfs", "MZ was Mark", "ID3 tags are old",
    ], Registry.allCases)
  func prose(_ text: String, _ registry: Registry) throws {
    let verdict = try registry.detector().verdict(forBytes: Array("\(text)\nmore of it\n".utf8))
    #expect(verdict.mimeType == "text/plain", "\(verdict.candidates)")
  }

  private func expectNoText(
    _ bytes: [UInt8], _ detector: TypeDetector, _ types: DetectionRegistry
  ) throws {
    var wrong: [String] = []
    for suffix in try Self.extensions.get() {
      let verdict = detector.verdict(forBytes: bytes, name: "a." + suffix)
      if let type = detector.image.type(identifier: verdict.type), types.isTextual(type) {
        wrong.append("\(suffix): \(verdict.type), \(verdict.confidence)")
      }
    }
    #expect(wrong.isEmpty)
  }
}
