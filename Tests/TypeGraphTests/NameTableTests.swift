import TestSupport
import Testing
import UTIPlatform

@testable import UTITypeGraph

/// Random patterns and names, answered by the table and by a plain reading of the rules.
@Suite("The table of the ends of names")
struct NameTableTests {
  private struct Pattern {
    let glob: GlobDeclaration
    let type: String
    let isBase: Bool

    /// Without the star of a suffix.
    var text: [UInt8] { Array(glob.pattern.utf8.drop { $0 == UInt8(ascii: "*") }) }

    func matches(_ name: [UInt8]) -> Bool {
      let end = glob.kind == .literal ? name[...] : name.suffix(text.count)
      guard end.count == text.count else { return false }
      return glob.isCaseSensitive
        ? end.elementsEqual(text)
        : end.map(CaseFolding.ascii).elementsEqual(text.map(CaseFolding.ascii))
    }
  }

  /// Few letters, so that patterns are ends of others, and all lengths about the eight bytes that a
  /// key holds and their multiples.
  private static func text(_ generator: inout SeededGenerator) -> String {
    let parts = ["a", "b", "B", "tar", ".gz", ".", "~", ",v", "é", "ÿ", "-long-name-", ".x"]
    return (0..<Int.random(in: 1...4, using: &generator))
      .map { _ in parts.randomElement(using: &generator) ?? "a" }.joined()
  }

  private static func patterns(_ generator: inout SeededGenerator) -> [Pattern] {
    (0..<Int.random(in: 1...24, using: &generator)).map { number in
      let star = Bool.random(using: &generator) ? "*" : ""
      return Pattern(
        glob: Sample.glob(
          star + text(&generator), Int.random(in: 0...3, using: &generator),
          caseSensitive: Int.random(in: 0...3, using: &generator) == 0, line: number + 1),
        type: "a/t\(number)", isBase: Bool.random(using: &generator))
    }
  }

  /// Rule 4.10 without full patterns: a literal alone, or else the longest suffix; the base yields.
  private static func expected(_ name: [UInt8], _ patterns: [Pattern]) -> [String] {
    for isBase in [false, true] {
      let matching = patterns.filter { $0.isBase == isBase && $0.matches(name) }
      // Weights decide, then lines.
      let sorted = matching.sorted {
        ($1.glob.weight, $0.glob.position) < ($0.glob.weight, $1.glob.position)
      }
      if let literal = sorted.first(where: { $0.glob.kind == .literal }) { return [literal.type] }
      let longest = sorted.map(\.text.count).max()
      let suffixes = sorted.filter { $0.text.count == longest }
      if !suffixes.isEmpty { return suffixes.map(\.type) }
    }
    return []
  }

  @Test("finds the matches of the rules, and the first of them at once")
  func model() throws {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<150 {
      let patterns = Self.patterns(&generator)
      func package(_ layer: DeclarationSource.Layer, isBase: Bool) -> DeclarationFile {
        var file = Sample.package("\(layer).xml", layer: layer)
        file.mimeTypes = patterns.filter { $0.isBase == isBase }.compactMap { pattern in
          Sample.mime(pattern.type, globs: [pattern.glob], line: pattern.glob.position.line)
        }
        return file
      }
      let image = try Sample.image(package(.base, isBase: true), package(.system, isBase: false))
      for _ in 0..<60 {
        let pattern = patterns.randomElement(using: &generator)
        let end = String(decoding: pattern?.text ?? [], as: UTF8.self)
        let isCapital = Int.random(in: 0...4, using: &generator) == 0
        let start = Bool.random(using: &generator) ? Self.text(&generator) : ""
        let name = start + (isCapital ? end.uppercased() : end)
        let wanted = Self.expected(Array(name.utf8), patterns)
        let found = image.globMatches(name).compactMap { image.mimeName(of: $0.type) }
        #expect(found == wanted, "\(name) among \(patterns.map(\.glob.pattern))")
        #expect(Self.first("dir.gz/" + name, image) == wanted.first)
        #expect(Self.first(name, image) == wanted.first)
      }
    }
  }

  private static func first(_ path: String, _ image: RegistryImage) -> String? {
    var path = path
    let answer = path.withUTF8 { image.answer(toName: $0, usesTags: false) }
    guard case .glob(let glob) = answer else { return nil }
    return image.mimeName(of: image.type(of: glob))
  }

  @Test("leaves declared extensions, directories and letters outside ASCII to their rules")
  func undecided() throws {
    let image = try Sample.image(
      Sample.plist("base.plist", Sample.type("org.example.a", extensions: ["own"])),
      Sample.package("a.xml", Sample.mime("a/doc", globs: [Sample.glob("*.doc")])))
    let rows: [(String, String)] = [
      ("a.own", "undecided"), ("a.OWN", "undecided"), (".own", "nothing"), ("own", "nothing"),
      ("a.doc/", "undecided"), ("a.é", "undecided"), ("é.a", "nothing"), ("a.doc", "glob"),
      ("a.own/b", "nothing"), ("", "nothing"), ("/", "undecided"), ("a.owned", "nothing"),
      ("a.own.doc", "glob"), ("a.", "nothing"), (".", "nothing"), ("..", "nothing"),
    ]
    for (name, expected) in rows {
      var path = name
      let answer = path.withUTF8 { image.answer(toName: $0, usesTags: true) }
      #expect("\(answer)".hasPrefix(expected), "\(name)")
    }
  }

  @Test("has the same key for a text and for the end of a longer one", arguments: 1...40)
  func keys(length: Int) {
    let bytes = (0..<length).map { UInt8(ascii: "A") &+ UInt8($0) }
    for start in bytes.indices {
      let end = Array(bytes[start...])
      end.withUnsafeBufferPointer { end in
        bytes.withUnsafeBufferPointer { whole in
          let part = UnsafeBufferPointer(rebasing: whole[start...])
          #expect(NameKey.entry(of: end).key == NameKey.entry(of: part).key)
          #expect(NameKey.entry(of: end).length == NameKey.entry(of: part).length)
        }
      }
    }
  }

  @Test("reads words as their bytes are")
  func words() {
    let bytes: [UInt8] = Array("aZ.[@`z{\u{E9}/A..".utf8)
    bytes.withUnsafeBufferPointer { bytes in
      for end in 1...bytes.count {
        let word = PackedSuffix(bytes, before: end)
        let wanted = bytes[..<end].suffix(8)
        let folded = (0..<8).map { UInt8(truncatingIfNeeded: word.folded.value >> (8 * $0)) }
        #expect(folded.suffix(wanted.count) == ArraySlice(wanted.map(CaseFolding.ascii)))
        let periods = wanted.count { $0 == UInt8(ascii: ".") }
        #expect(PackedSuffix.count(word.places(of: UInt8(ascii: "."))) == periods)
        #expect(word.places(of: 0x2E) == word.places { $0 == 0x2E })
      }
    }
  }
}
