import TestSupport
import Testing
import UTITypeDetection

@testable import UTITypeGraph

/// Images whose words have been altered, as on a failing disk: nothing outside the image or the data
/// is read, and no answer takes long.
struct AlteredMagicTests {
  @Test("Altered rules give wrong verdicts at worst")
  func alteredWords() throws {
    var generator = SeededGenerator(seed: 31)
    let bytes = try Fixture.image(types()).bytes
    let files = [
      Array("#!/bin/sh\nexec import Qt 5\n".utf8), Array("#!AB and <html in a text".utf8),
      [0x23, 0x21] + [UInt8](repeating: 0x41, count: 400), [0x41],
    ]
    let values: [UInt32] = [0, 1, 2, 7, 63, 64, 255, 0x7FFF_FFFF, 0x8000_0000, .max]
    for _ in 0..<6000 {
      var altered = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        // After the header, so that most images open.
        let word = Int.random(
          in: ImageHeader.firstSectionOffset / 4..<bytes.count / 4, using: &generator)
        let value =
          values.randomElement(using: &generator) ?? UInt32.random(in: 0...300, using: &generator)
        altered.replaceSubrange(
          word * 4..<word * 4 + 4, with: withUnsafeBytes(of: value, Array.init))
      }
      guard let image = try? RegistryImage(copying: altered) else { continue }
      let detector = TypeDetector(image: image)
      for file in files {
        let verdict = detector.verdict(forBytes: file)
        _ = verdict.evidence.map(\.description)
      }
    }
  }

  /// Rules that fill every section of magic: stages in stages, tables of nibbles, masks, and ranges.
  private func types() -> [MIMETypeDeclaration] {
    let interpreters = ["/bin/sh", "AB", "AAAA", "A"].enumerated().map { number, text in
      let inner = Fixture.match(
        Array(text.utf8), at: 2...2,
        children: number == 3 ? [] : [Fixture.match([0x41, UInt8(number)], at: 4...9)])
      return Fixture.rule([
        Fixture.match(
          Array("#!".utf8),
          children: [
            Fixture.match([0x41], at: 2...2, children: [inner]), inner,
            Fixture.match(Array(text.utf8), at: 2...64),
          ])
      ])
    }
    let anywhere = [
      Fixture.rule([Fixture.match(Array("import Qt".utf8), at: 0...3000)], priority: 80),
      Fixture.rule([
        Fixture.match(Array("<HTML".utf8), at: 0...256, mask: [0xFF, 0xDF, 0xDF, 0xDF, 0xDF])
      ]),
      Fixture.rule([Fixture.match([0x40], at: 0...6, mask: [0xF0])]),
      Fixture.rule([Fixture.match([0x40], mask: [0xF0])]),
    ]
    return (interpreters + anywhere).enumerated().map { number, rule in
      Fixture.type("application/x-\(number)") { $0.magic = [rule] }
    }
  }
}
