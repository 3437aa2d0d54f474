import Testing
import UTITypeDetection
import UTITypeGraph

/// The verdict if a name and bytes both have evidence.
struct ChoiceTests {
  private static func detector() throws -> TypeDetector {
    let tiff = Fixture.type("image/tiff") {
      $0.magic = [Fixture.rule([Fixture.match(Array("II*\0".utf8))])]
      $0.globs = [Fixture.glob("*.tif")]
    }
    let raw = Fixture.type("image/x-raw") {
      $0.globs = [Fixture.glob("*.raw"), Fixture.glob("*.both", weight: 40)]
      $0.superclasses = MIMEName("image/tiff").map { [Located($0, at: .none)] } ?? []
    }
    let png = Fixture.type("image/png") {
      $0.magic = [Fixture.rule([Fixture.match([0x89, 0x50, 0x4E, 0x47])])]
      $0.globs = [Fixture.glob("*.png")]
    }
    let other = Fixture.type("application/x-other") {
      $0.globs = [Fixture.glob("*.both"), Fixture.glob("*.other")]
    }
    let note = Fixture.type("text/x-note") {
      $0.globs = [Fixture.glob("*.note")]
      $0.rootElements = [RootElement(namespace: "urn:n", localName: "note", position: .none)]
    }
    let base = Fixture.type("application/x-base") {
      $0.magic = [Fixture.rule([Fixture.match([0x89, 0x50])], priority: 90)]
      $0.globs = [Fixture.glob("*.base"), Fixture.glob("*.vague", weight: 40)]
    }
    let comment = Fixture.type("text/x-comment") {
      $0.magic = [Fixture.rule([Fixture.match(Array("//".utf8))], priority: 10)]
    }
    let plain = Fixture.type("text/plain") { $0.globs = [Fixture.glob("*.txt")] }
    return TypeDetector(
      image: try Fixture.image([tiff, raw, png, other, note, plain, comment], base: [base]))
  }

  private static let tiff = Array("II*\0".utf8) + [8, 0, 0, 0]
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
  private static let unknown: [UInt8] = [0, 1, 2, 3]

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let expected: String
    let winner: Verdict.Disagreement.Winner?
    var testDescription: String { "\(name) is \(expected)" }

    init(
      _ name: String, _ bytes: [UInt8], _ expected: String,
      _ winner: Verdict.Disagreement.Winner? = nil
    ) {
      self.name = name
      self.bytes = bytes
      self.expected = expected
      self.winner = winner
    }
  }

  @Test(
    "Name and bytes together",
    arguments: [
      Row("a.png", png, "image/png"), Row("a.raw", tiff, "image/x-raw"),
      Row("a.both", tiff, "image/x-raw", .content), Row("a.both", unknown, "application/x-other"),
      Row("a.png", tiff, "image/tiff", .content), Row("a.other", png, "application/x-other", .name),
      Row("a.txt", png, "image/png", .content),
      Row("a.png", Array("text".utf8), "text/plain", .content),
      Row("a.png", unknown, "image/png"), Row("a", png, "image/png"),
      Row("a.unknown", png, "image/png"), Row("a.base", tiff, "image/tiff", .content),
      // The base has a strong signature for the type, which the bytes lack.
      Row("a.base", unknown, "application/octet-stream"),
      Row("a.base", Array("// a".utf8), "text/plain", .content),
      Row("a.base", Array("text".utf8), "text/plain", .content),
      Row("a.vague", Array("text".utf8), "text/plain", .content),
      Row("a.vague", unknown, "application/octet-stream"),
      Row("a.vague", [0x89, 0x50, 0, 0], "application/x-base"),
      Row("a.vague", [], "application/x-base"),
      Row("a.txt", Array("<note xmlns='urn:n'/>".utf8), "text/x-note"),
      Row("a.unknown", Array("plain".utf8), "text/plain"),
      Row("a.unknown", unknown, "application/octet-stream"),
    ])
  func together(_ row: Row) throws {
    let verdict = try Self.detector().verdict(forBytes: row.bytes, name: row.name)
    #expect(verdict.mimeType == row.expected, "\(verdict.evidence)")
    #expect(verdict.disagreement?.winner == row.winner)
  }

  @Test("The signature that fixes more bits decides, whatever the priorities")
  func longerSignature() throws {
    let detector = try Self.detector()
    #expect(detector.verdict(forBytes: Self.png).mimeType == "image/png")
    #expect(detector.verdict(forBytes: [0x89, 0x50, 0, 0]).mimeType == "application/x-base")
  }

  @Test("Evidence names the rule, the offset, the bytes and the declaring line")
  func evidence() throws {
    let verdict = try Self.detector().verdict(forBytes: Self.png)
    let evidence = try #require(verdict.evidence.first)
    #expect(evidence.offset == 0)
    #expect(evidence.bytes == [0x89, 0x50, 0x4E, 0x47])
    #expect(evidence.origin?.description == "/system/packages/test.xml:4")
    #expect(
      evidence.description
        == "magic, priority 50, at offset 0: 89 50 4e 47 (declared at /system/packages/test.xml:4)")
    #expect(verdict.alternatives.map(\.mimeType) == ["application/x-base"])
  }

  @Test("Two pieces of evidence make a verdict certain, a name alone leaves it likely")
  func confidence() throws {
    let detector = try Self.detector()
    #expect(detector.verdict(forBytes: Self.png, name: "a.png").confidence == .certain)
    #expect(detector.verdict(forName: "a.png").confidence == .likely)
    #expect(detector.verdict(forBytes: Self.unknown).confidence == .guess)
  }
}
