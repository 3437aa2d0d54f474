import Testing
import UTITypeDetection
import UTITypeGraph

/// The built-in declarations together with a system's database: the facts of both count the same,
/// and the database comes first among equals.
struct BaseBesideSystemTests {
  private static func magic(_ text: String, priority: Int = 50) -> [MagicRule] {
    [Fixture.rule([Fixture.match(Array(text.utf8))], priority: priority)]
  }

  private static func detector() throws -> TypeDetector {
    let system = [
      Fixture.type("text/plain") { $0.globs = [Fixture.glob("*.txt")] },
      Fixture.type("application/x-database") {
        $0.magic = magic("DATA")
        $0.globs = [Fixture.glob("*.db")]
      },
      Fixture.type("application/x-executable") { $0.magic = magic("\u{7F}ELF", priority: 40) },
      Fixture.type("image/jpeg") {
        $0.magic = magic("JPEG")
        $0.globs = [Fixture.glob("*.jpg")]
      },
      Fixture.type("audio/x-mod") {
        $0.magic = magic("MTM")
        $0.globs = [Fixture.glob("*.mod"), Fixture.glob("*.sound")]
      },
      Fixture.type("application/x-pak") { $0.magic = magic("PACK") },
      Fixture.type("application/x-certificate") { $0.globs = [Fixture.glob("*.pem")] },
      Fixture.type("application/pkcs8"),
      Fixture.type("text/x-catalog") {
        $0.magic = magic("<TS")
        $0.globs = [Fixture.glob("*.ts")]
      },
    ]
    let base = [
      Fixture.type("application/octet-stream") { $0.globs = [Fixture.glob("*.bin")] },
      Fixture.type("application/x-map") {
        $0.magic = magic("DATA:MAP", priority: 40)
        $0.superclasses =
          MIMEName("application/x-database").map { [Located($0, at: .none)] } ?? []
      },
      Fixture.type("application/x-git-pack") { $0.magic = magic("PACK:2", priority: 80) },
      Fixture.type("application/x-pack-of-cards") { $0.magic = magic("PACK:C") },
      Fixture.type("text/plain") { $0.globs = [Fixture.glob("*.cfg")] },
      Fixture.type("text/x-module") { $0.globs = [Fixture.glob("go.mod")] },
      Fixture.type("text/x-script") { $0.globs = [Fixture.glob("*.ts")] },
      Fixture.type("text/x-score") { $0.globs = [Fixture.glob("*.sound", weight: 40)] },
      Fixture.type("application/pkcs8") {
        $0.magic = magic("-----BEGIN PRIVATE KEY-----", priority: 80)
      },
    ]
    return TypeDetector(image: try Fixture.image(system, base: base, layer: .program))
  }

  @Test(
    "A database does not change the type of an extension of the base, unless its weight is greater",
    arguments: [DeclarationSource.Layer.system, .user, .program])
  func extensions(_ layer: DeclarationSource.Layer) throws {
    for (baseWeight, weight) in [(50, 50), (60, 50), (40, 40), (40, 50), (50, 60)] {
      let base = [
        Fixture.type("application/x-base") { $0.globs = [Fixture.glob("*.a", weight: baseWeight)] },
        Fixture.type("application/x-both") { $0.globs = [Fixture.glob("*.b", weight: baseWeight)] },
        Fixture.type("application/x-more") { $0.globs = [Fixture.glob("*.b", weight: baseWeight)] },
      ]
      let database = [
        Fixture.type("application/x-new") {
          $0.globs = [Fixture.glob("*.A", weight: weight), Fixture.glob("*.new", weight: weight)]
        },
        Fixture.type("application/x-more") { $0.globs = [Fixture.glob("*.b", weight: weight)] },
      ]
      let sources = [(layer, database), (.base, base)].map { layer, types in
        DeclarationFile(
          source: DeclarationSource(path: "/a.xml", format: .sharedMIMEInfo, layer: layer),
          mimeTypes: types)
      }
      let image = try RegistryBuilder(files: sources).image()
      let detector = TypeDetector(image: image)
      let isKept = layer == .system && baseWeight >= weight
      let rows = [
        ("f.a", isKept ? "x-base" : "x-new"), ("f.b", isKept ? "x-both" : "x-more"),
        ("f.new", "x-new"),
      ]
      for (name, expected) in rows {
        let type = try #require(detector.type(ofName: name))
        #expect(
          image.mimeName(of: type) == "application/\(expected)",
          "\(name) \(baseWeight) \(weight)")
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String?
    let text: String
    let expected: String
    var testDescription: String { "\(name ?? "no name"), \(text) is \(expected)" }

    init(_ name: String?, _ text: String, _ expected: String) {
      self.name = name
      self.text = text
      self.expected = expected
    }
  }

  @Test(
    "The base and the database each decide if they know more",
    arguments: [
      // A kind of what the system finds, whatever the priority, and a longer signature without error.
      Row(nil, "DATA\0", "application/x-database"), Row(nil, "DATA:MAP\0", "application/x-map"),
      // The name of a wider type was chosen by an author and stays.
      Row("a.db", "DATA:MAP\0", "application/x-database"),
      Row(nil, "PACK\0", "application/x-pak"),
      Row(nil, "PACK:2\0", "application/x-git-pack"),
      Row(nil, "PACK:C\0", "application/x-pack-of-cards"),
      // A signature for a type that the system describes without one.
      Row(nil, "-----BEGIN PRIVATE KEY-----\n", "application/pkcs8"),
      Row("a.pem", "text", "text/plain"),
      Row("a.pem", "\u{1}\0", "application/x-certificate"),
      // A name of the system whose type the text cannot be.
      Row("go.mod", "module a\n", "text/x-module"), Row("go.mod", "MTM\0", "audio/x-mod"),
      Row("b.mod", "module a\n", "text/plain"), Row("a.ts", "let a = 1\n", "text/plain"),
      Row("a.ts", "<TS>\n", "text/x-catalog"), Row("a.ts", "", "text/x-script"),
      Row("a.sound", "C D E\n", "text/x-score"),
      // A wide name does not yield to three letters.
      Row("a.cfg", "<TS>\n", "text/plain"), Row("a.cfg", "a = 1\n", "text/plain"),
      // A program is one under any name.
      Row("a.txt", "\u{7F}ELF\0", "application/x-executable"),
      Row("a.jpg", "\u{7F}ELF\0", "application/x-executable"),
      // A name that says nothing.
      Row("a.bin", "text", "text/plain"), Row("a.bin", "JPEG\0", "image/jpeg"),
      Row("a.bin", "\0\u{1}", "application/octet-stream"),
    ])
  func answers(_ row: Row) throws {
    let verdict = try Self.detector().verdict(forBytes: Array(row.text.utf8), name: row.name)
    #expect(verdict.mimeType == row.expected, "\(verdict.evidence)")
  }

  @Test("Two readings of the same bytes are no more certain than one")
  func certainty() throws {
    let verdict = try Self.detector().verdict(forBytes: Array("DATA:MAP\0".utf8))
    #expect(verdict.confidence == .likely)
    #expect(verdict.evidence.count == 2)
    let named = try Self.detector().verdict(forBytes: Array("DATA\0".utf8), name: "a.db")
    #expect(named.confidence == .certain)
  }
}
