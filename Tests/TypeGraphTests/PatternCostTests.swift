import TestSupport
import Testing

@testable import UTITypeGraph

@Suite("Patterns and signatures of high cost")
struct PatternCostTests {
  private func package(
    _ count: Int, _ change: (Int, inout MIMETypeDeclaration) -> Void
  ) -> DeclarationFile {
    var file = Sample.package("costly.xml")
    file.mimeTypes = (0..<count).compactMap { number in
      Sample.mime("application/x-t\(number)", line: number + 1) { change(number, &$0) }
    }
    return file
  }

  @Test("with several stars are kept up to a limit, each of the others with a finding at its line")
  func stars() throws {
    let file = package(20) { number, type in
      type.globs = [Sample.glob("*a*b\(number)c*", line: number + 1)]
    }
    var builder = RegistryBuilder(files: [file])
    builder.limits.starryPatternCount = 12
    let image = try builder.image()
    #expect(image.globMatches("xaxb11cx").count == 1)
    #expect(image.globMatches("xaxb12cx").isEmpty)
    #expect(image.diagnostics.map(\.rule) == Array(repeating: "too-many-patterns", count: 8))
    #expect(image.diagnostics.map(\.position.line) == Array(13...20))
  }

  @Test("without a certain byte are searched for at a limited number of offsets")
  func blindSearches() throws {
    let place = SourcePosition(line: 1, column: 1)
    let file = package(10) { number, type in
      let nested = MagicMatch(
        type: .string, offsets: 0...99, value: [0x10, UInt8(number)], mask: [0xF0, 0x0F],
        position: place)
      type.magic = [
        MagicRule(
          matches: [
            MagicMatch(
              type: .string, offsets: 0...0, value: [0x50], children: [nested],
              position: SourcePosition(line: number + 1, column: 3))
          ], position: place)
      ]
    }
    var builder = RegistryBuilder(files: [file])
    builder.limits.blindPlaceCount = 400
    let image = try builder.image()
    #expect(image.diagnostics.map(\.rule) == Array(repeating: "too-many-searches", count: 6))
    #expect(image.diagnostics.map(\.position.line) == Array(5...10))
    let data: [UInt8] = [0x50, 0x10, 0x03, 0x10, 0x07]
    let types = data.withUnsafeBytes { data in
      MagicProgram(image).matches(in: data).map { image.magicRuleHead($0.rule).type }
    }
    #expect(image.names(types) == ["mime.application.x-t3"])
  }

  @Test("with more and more periods are found, and the ends of long names")
  func periods() throws {
    let file = package(400) { number, type in
      type.globs = [Sample.glob("*" + String(repeating: ".a", count: number + 1), line: number + 1)]
    }
    let image = try Sample.image(file)
    for count in [1, 2, 5, 100, 400] {
      let name = "x" + String(repeating: ".a", count: count)
      #expect(image.globMatches(name).map(\.pattern) == ["*" + name.dropFirst()])
    }
    let long = String(repeating: ".a", count: 5_000)
    #expect(image.globMatches(long).map(\.pattern) == ["*" + long.suffix(800)])
  }

  @Test("are found behind ends that other patterns and tags have marked before", arguments: 0..<40)
  func markedEnds(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let labels = ["a", "b", "abcdefgh", "longer-than-eight"]
    func suffix() -> String {
      (0..<Int.random(in: 1...6, using: &random)).map { _ in
        "." + (labels.randomElement(using: &random) ?? "")
      }.joined()
    }
    let suffixes = (0..<30).map { _ in suffix() }
    let file = package(suffixes.count) { number, type in
      type.globs = [Sample.glob("*" + suffixes[number], line: number + 1)]
    }
    let image = try Sample.image(file)
    for name in suffixes + (0..<100).map({ _ in "x" + suffix() }) {
      let longest = suffixes.filter(name.hasSuffix).map(\.count).max()
      let found = Set(image.globMatches(name).map(\.pattern.count))
      #expect(found == (longest.map { [$0 + 1] } ?? []), "\(name)")
    }
  }
}
