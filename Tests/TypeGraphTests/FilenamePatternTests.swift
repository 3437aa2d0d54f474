import TestSupport
import Testing
import UTIPlatform

@testable import UTITypeGraph

@Suite("File name patterns")
struct FilenamePatternTests {
  private func matches(_ pattern: String, _ name: String, foldsCase: Bool = false) -> Bool {
    Array(pattern.utf8).withUnsafeBytes { pattern in
      Array(name.utf8).withUnsafeBytes { name in
        FilenamePattern.matches(pattern, name: name, foldsCase: foldsCase)
      }
    }
  }

  static let rows: [(String, String, Bool)] = [
    ("*", "", true), ("*", "x", true), ("", "", true), ("", "x", false),
    ("[0-9][0-9][0-9].vdr", "001.vdr", true), ("[0-9][0-9][0-9].vdr", "01.vdr", false),
    ("README*", "README.md", true), ("*.tar.*z", "a.tar.gz", true), ("a?c", "abc", true),
    ("a?c", "ac", false), ("[!a]b", "cb", true), ("[!a]b", "ab", false), ("[]]", "]", true),
    ("\\*", "*", true), ("\\*", "x", false), ("a[b", "a[b", true), ("*a*b*c", "xxaxxbxxc", true),
    ("*a*b*c", "xxaxxcxxb", false), ("[a-", "[a-", true), (".*", ".x", true), ("*", ".x", true),
    ("a*/b", "ax/y/b", true),
  ]

  @Test("match as the table says", arguments: rows)
  func table(pattern: String, name: String, expected: Bool) {
    #expect(matches(pattern, name) == expected)
  }

  @Test("fold ASCII capitals on request")
  func folding() {
    #expect(matches("Make*", "MAKEFILE", foldsCase: true))
    #expect(!matches("Make*", "MAKEFILE"))
    #expect(matches("[a-f]x", "Cx", foldsCase: true))
  }

  @Test("match exactly what fnmatch(3) matches")
  func agreesWithFnmatch() {
    var generator = SeededGenerator(seed: 11)
    let patternCharacters = Array("ab*?[]!-\\c")
    let nameCharacters = Array("abc]-[\\!")
    for _ in 0..<100_000 {
      let pattern = String(
        (0..<Int.random(in: 0..<8, using: &generator)).map { _ in
          patternCharacters.randomElement(using: &generator) ?? "a"
        })
      // A range or a set that is malformed, and a backslash that ends the pattern, are left
      // undefined by POSIX.
      guard isDefined(pattern) else { continue }
      let name = String(
        (0..<Int.random(in: 0..<8, using: &generator)).map { _ in
          nameCharacters.randomElement(using: &generator) ?? "a"
        })
      #expect(
        matches(pattern, name) == (fnmatch(pattern, name, 0) == 0),
        "\(pattern.debugDescription) against \(name.debugDescription)")
    }
  }

  private func isDefined(_ pattern: String) -> Bool {
    !pattern.contains("[") && !pattern.hasSuffix("\\")
  }

  @Test(
    "are open if they are full and have a star at both ends",
    arguments: [
      ("*a*", .full, true), ("*", .full, true), ("**", .full, true), ("*[ab]*", .full, true),
      ("README*", .full, false), ("?a*", .full, false), ("*.[1-9]", .full, false),
      ("a*b", .full, false), ("*.png", .suffix, false), ("core", .literal, false),
      ("", .literal, false),
    ] as [(String, GlobDeclaration.Kind, Bool)])
  func open(pattern: String, kind: GlobDeclaration.Kind, isOpen: Bool) {
    let glob = Sample.glob(pattern)
    #expect(glob.kind == kind)
    #expect(glob.isOpen == isOpen)
  }
}
