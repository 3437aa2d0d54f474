import TestSupport
import Testing

@testable import UTITypeGraph

@Suite("The filters before full patterns")
struct GlobFilterTests {
  private static let patterns = [
    "README*", "[ab]?c", "*.so.[0-9]*", "*x?", "._*", "*[!a]", "\\*a*", "*", "?", "abc*.d", "a*c",
    "*a*b*", "[0-9][0-9].v", "*.[1-9]", "[.]a*", "*[.]b*",
  ]

  @Test("rule out no pattern that matches", arguments: [false, true])
  func nothingIsLost(isCaseSensitive: Bool) throws {
    var generator = SeededGenerator(seed: 5)
    let letters = Array("abcxvdso.19_-*AREDM")
    for _ in 0..<40 {
      // Few at a time, so that not every name passes for the sake of some other pattern.
      let patterns = (0..<2).compactMap { _ in Self.patterns.randomElement(using: &generator) }
      let image = try Sample.image(
        Sample.package(
          "a.xml",
          Sample.mime("a/a", globs: [Sample.glob(patterns[0], caseSensitive: isCaseSensitive)]),
          Sample.mime("a/b", globs: [Sample.glob(patterns[1], caseSensitive: isCaseSensitive)])))
      for _ in 0..<200 {
        let length = Int.random(in: 1...7, using: &generator)
        let name = String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "a" })
        let expected = patterns.filter { matches($0, name, foldsCase: !isCaseSensitive) }
        #expect(image.globMatches(name).map(\.pattern).sorted() == expected.sorted())
      }
    }
  }

  private func matches(_ pattern: String, _ name: String, foldsCase: Bool) -> Bool {
    Array(pattern.utf8).withUnsafeBytes { pattern in
      Array(name.utf8).withUnsafeBytes { name in
        FilenamePattern.matches(pattern, name: name, foldsCase: foldsCase)
      }
    }
  }
}
