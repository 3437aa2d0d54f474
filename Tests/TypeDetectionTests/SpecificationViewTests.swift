import Testing
import UTITypeDetection
import UTITypeGraph

/// The freedesktop view: the order of the shared-mime-info specification, which weighs nothing.
struct SpecificationViewTests {
  private static func magic(_ text: String, priority: Int = 50) -> [MagicRule] {
    [Fixture.rule([Fixture.match(Array(text.utf8))], priority: priority)]
  }

  private static func detector() throws -> TypeDetector {
    TypeDetector(
      image: try Fixture.image([
        Fixture.type("text/plain") { $0.globs = [Fixture.glob("*.txt")] },
        Fixture.type("image/x-long") {
          $0.magic = magic("\u{1}LONG SIGNATURE", priority: 40)
          $0.globs = [Fixture.glob("*.long")]
        },
        Fixture.type("image/x-short") {
          $0.magic = magic("\u{1}L", priority: 80)
          $0.globs = [Fixture.glob("*.several")]
        },
        Fixture.type("audio/x-several") {
          $0.magic = magic("\u{1}A")
          $0.globs = [Fixture.glob("*.several")]
        },
        Fixture.type("text/x-comment") { $0.magic = magic("//", priority: 40) },
      ]))
  }

  @Test(
    "The freedesktop view keeps the order of the specification, and the merged one weighs",
    arguments: [
      // The higher priority, however little it fixes.
      (String?.none, "\u{1}LONG SIGNATURE\0", "image/x-short", "image/x-long"),
      // One name settles it, whatever the bytes are.
      ("a.long", "words\n", "image/x-long", "text/plain"),
      ("a.txt", "\u{1}LONG SIGNATURE\0", "text/plain", "image/x-long"),
      // The one of several that the bytes show, or the first.
      ("a.several", "\u{1}L\0", "image/x-short", "image/x-short"),
      ("a.several", "\u{1}A\0", "audio/x-several", "audio/x-several"),
      // A signature of two characters that other texts have.
      (nil, "// a\n", "text/x-comment", "text/plain"),
    ])
  func order(_ name: String?, _ text: String, _ specified: String, _ weighed: String) throws {
    let detector = try Self.detector()
    let bytes = Array(text.utf8)
    #expect(
      detector.verdict(forBytes: bytes, name: name, view: .freedesktop).mimeType == specified)
    #expect(detector.verdict(forBytes: bytes, name: name).mimeType == weighed)
  }

  @Test("The first of several types of a name wins if the bytes match none")
  func severalWithoutBytes() throws {
    let detector = try Self.detector()
    let first = detector.verdict(forName: "a.several", view: .freedesktop)
    let verdict = detector.verdict(
      forBytes: [1, 2, 3, 0], name: "a.several", view: .freedesktop)
    #expect(verdict.mimeType == first.mimeType)
    #expect(verdict.confidence == .guess)
  }
}
