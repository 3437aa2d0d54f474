import DeclarationTestSupport
import TestSupport
import Testing
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

@Suite("Damaged files")
struct DamageTests {
  @Test("truncated at any byte are rejected with a position", arguments: fixtureNames)
  func truncation(name: String) throws {
    let bytes = try fixture(name)
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: ">")))
    let source = source(format(ofFixture: name), path: name)
    for count in 0...end {
      do throws(DeclarationError) {
        _ = try DeclarationReader().read(Array(bytes.prefix(count)), from: source)
        Issue.record("\(name) cut off after \(count) bytes was read")
      } catch {
        #expect(error.position != nil, "\(name) cut off after \(count) bytes: \(error)")
      }
    }
    #expect(throws: Never.self) { try DeclarationReader().read(bytes, from: source) }
  }

  @Test("with changed bytes are read or rejected, and never crash", arguments: fixtureNames)
  func changedBytes(name: String) throws {
    let bytes = try fixture(name)
    let source = source(format(ofFixture: name), path: name)
    var generator = SeededGenerator(seed: 3)
    let replacements = Array("<>&\"'/=![]- \0\u{7F}k".utf8) + [0xFF, 0xC3]
    var outcomes: Set<Bool> = []
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: changed.indices, using: &generator)
        changed[index] = replacements.randomElement(using: &generator) ?? 0
      }
      do throws(DeclarationError) {
        _ = try DeclarationReader().read(changed, from: source)
        outcomes.insert(true)
      } catch {
        outcomes.insert(false)
      }
    }
    #expect(outcomes == [true, false])
  }
}
