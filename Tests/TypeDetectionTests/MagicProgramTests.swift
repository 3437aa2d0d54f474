import TestSupport
import Testing

@testable import UTITypeGraph

/// Magic rules (shared-mime-info section 5), and that reading them by index changes no answer.
struct MagicProgramTests {
  @Test("The indexed program matches what trying every rule in order matches")
  func indexedEqualsLinear() throws {
    var generator = SeededGenerator(seed: 7)
    for round in 0..<30 {
      // So many rules that searching for each of those with long ranges would not pay.
      let most = round.isMultiple(of: 6) ? 240 : 40
      let image = try image(
        (0..<Int.random(in: 0...most, using: &generator)).map { _ in
          randomRule(using: &generator)
        })
      for _ in 0..<25 {
        let count = Int.random(in: 0...700, using: &generator)
        expectEqual(image, randomBytes(count, using: &generator))
      }
    }
  }

  @Test("Rules nested in a shared match give the same result as each rule alone")
  func sharedMatches() throws {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<40 {
      // Some rules have the match without anything in it, some at other places besides.
      let image = try image(
        (0..<Int.random(in: 3...30, using: &generator)).map { _ in
          let shared = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
            sharedMatch(depth: 0, using: &generator)
          }
          let others = [randomMatch(depth: 1, using: &generator)]
          return Fixture.rule(
            shared + (Bool.random(using: &generator) ? others : []),
            priority: Int.random(in: 0...3, using: &generator))
        })
      for count in [0, 1, 2, 5, 20, 60, 300, 300, 300] {
        let bytes = randomBytes(count, using: &generator)
        for start: [UInt8] in [[0x41], [0x41, 0x41], [0x41, 0x41, 0x61], [0]] {
          expectEqual(image, start + bytes)
        }
      }
    }
  }

  /// One of few different matches with one place, so that many rules have it, and others in it.
  private func sharedMatch(depth: Int, using generator: inout SeededGenerator) -> MagicMatch {
    let count = depth == 3 ? 0 : Int.random(in: 0...3, using: &generator)
    let mask: [UInt8]? = Int.random(in: 0...5, using: &generator) == 0 ? [0xDF] : nil
    return Fixture.match(
      [0x41], at: depth...depth, mask: mask,
      children: (0..<count).map { _ in
        Bool.random(using: &generator)
          ? sharedMatch(depth: depth + 1, using: &generator)
          : randomMatch(depth: 1, using: &generator)
      })
  }

  @Test(
    "Values that may occur at many offsets are found, however many there are",
    arguments: [5, 100, 900])
  func manyPlaces(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let alphabet = Array("<?xml />".utf8) + [0, 0x80, 0xFF]
    func bytes(_ range: ClosedRange<Int>) -> [UInt8] {
      (0..<Int.random(in: range, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? 0
      }
    }
    let image = try image(
      (0..<count).map { _ in
        let first = Int.random(in: 0...6, using: &generator)
        let span = [1, 4, 120, 2000].randomElement(using: &generator) ?? 0
        return Fixture.rule([Fixture.match(bytes(3...6), at: first...first + span)])
      })
    for range in [0...8, 30...70, 30...70, 250...300] { expectEqual(image, bytes(range)) }
  }

  @Test("A value at its last offset is found, and a later one is not", arguments: [0, 1])
  func lastPlace(behind: Int) throws {
    for last in [5, 31, 32, 33, 64, 127, 128, 255, 256, 511, 512, 2048, 3000] {
      for value in ["](", "msgid", "import Qt"] {
        let bytes = Array(value.utf8)
        let image = try image([Fixture.rule([Fixture.match(bytes, at: 0...last)])])
        let data = [UInt8](repeating: 0x20, count: last + behind) + bytes
        #expect(count(MagicProgram(image), data) == 1 - behind)
        #expect(count(MagicProgram(image), data + [0x20]) == 1 - behind)
        #expect(count(MagicProgram(image), data.dropLast()) == 0)
      }
    }
  }

  private func image(_ rules: [MagicRule]) throws -> RegistryImage {
    try Fixture.image(
      rules.enumerated().map { number, rule in
        Fixture.type("application/x-\(number)") { $0.magic = [rule] }
      })
  }

  /// Expects of the program the rules that hold, and of each the first of its matches that does.
  private func expectEqual(
    _ image: RegistryImage, _ data: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let indexed = data.withUnsafeBytes { MagicProgram(image).matches(in: $0) }
    let linear = (0..<image.magicRuleCount).compactMap { rule -> [Int]? in
      let matches = image.magicRule(rule).rule.matches
      guard let match = matches.first(where: { holds($0, data) }) else { return nil }
      return [rule, match.offsets.first { stands(match, at: $0, data) } ?? -1, match.value.count]
    }
    #expect(
      indexed.map { [$0.rule, $0.offset, $0.byteCount] } == linear, sourceLocation: sourceLocation)
    let limited = data.withUnsafeBytes { MagicProgram(image).matches(in: $0, limit: 2) }
    #expect(limited == Array(indexed.prefix(2)), sourceLocation: sourceLocation)
  }

  /// The specification read literally: every alternative, every place, every byte.
  private func holds(_ rule: MagicRule, _ data: [UInt8]) -> Bool {
    rule.matches.contains { holds($0, data) }
  }

  private func holds(_ match: MagicMatch, _ data: [UInt8]) -> Bool {
    match.offsets.contains { stands(match, at: $0, data) }
      && (match.children.isEmpty || match.children.contains { holds($0, data) })
  }

  private func stands(_ match: MagicMatch, at place: Int, _ data: [UInt8]) -> Bool {
    guard place + match.value.count <= data.count else { return false }
    return match.value.indices.allSatisfy { index in
      let bits = match.mask?[index] ?? 0xFF
      return data[place + index] & bits == match.value[index] & bits
    }
  }

  private func randomRule(using generator: inout SeededGenerator) -> MagicRule {
    let count = Int.random(in: 1...3, using: &generator)
    return Fixture.rule(
      (0..<count).map { _ in randomMatch(depth: 0, using: &generator) },
      priority: Int.random(in: 0...100, using: &generator))
  }

  private func randomMatch(
    depth: Int, using generator: inout SeededGenerator
  ) -> MagicMatch {
    let length = Int.random(in: 1...9, using: &generator)
    let value = randomBytes(length, using: &generator)
    let first = Int.random(in: 0...40, using: &generator)
    let spans = [0, 0, 0, 5, 100, 300, 3000]
    let span = spans.randomElement(using: &generator) ?? 0
    let hasMask = Int.random(in: 0...3, using: &generator) == 0
    let masks: [UInt8] = [0xFF, 0xFF, 0xDF, 0xDF, 0x02, 0x00]
    let mask = hasMask ? value.map { _ in masks.randomElement(using: &generator) ?? 0xFF } : nil
    let children =
      depth < 2 && Int.random(in: 0...2, using: &generator) == 0
      ? [randomMatch(depth: depth + 1, using: &generator)] : []
    return Fixture.match(value, at: first...first + span, mask: mask, children: children)
  }

  /// Few different ones, a letter in both cases among them.
  private func randomBytes(_ count: Int, using generator: inout SeededGenerator) -> [UInt8] {
    let alphabet: [UInt8] = [0, 1, 0x41, 0x61]
    return (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
  }

  @Test("A start position counts only if the whole value fits (rule 5.6)")
  func valueMustFit() throws {
    let image = try Fixture.image([
      Fixture.type("application/x-a") {
        $0.magic = [Fixture.rule([Fixture.match([1, 2, 3], at: 0...2)])]
      }
    ])
    let program = MagicProgram(image)
    #expect(count(program, [0, 1, 2, 3]) == 1)
    #expect(count(program, [0, 0, 1, 2]) == 0)
    #expect(count(program, [0, 0, 1, 2, 3]) == 1)
    #expect(count(program, [0, 0, 0, 1, 2, 3]) == 0)
  }

  @Test("Equal priorities count in byte order of the type's name (rule 5.14)")
  func tieOrder() throws {
    let names = ["text/x-b", "application/x-z", "audio/x-a", "text/x-a"]
    let image = try Fixture.image(
      names.map { name in
        Fixture.type(name) { $0.magic = [Fixture.rule([Fixture.match([7])])] }
      })
    let found = [UInt8]([7]).withUnsafeBytes { MagicProgram(image).matches(in: $0) }
    #expect(
      found.map { image.mimeName(of: image.magicRuleSummary($0.rule).type) } == names.sorted())
  }

  @Test("A nested match must hold with its parent, its siblings are alternatives (rule 5.2)")
  func nesting() throws {
    let image = try Fixture.image([
      Fixture.type("application/x-a") { type in
        type.magic = [
          Fixture.rule([
            Fixture.match(
              [1], children: [Fixture.match([2], at: 1...1), Fixture.match([3], at: 1...1)])
          ])
        ]
      }
    ])
    let program = MagicProgram(image)
    for (data, expected) in [([1, 2], 1), ([1, 3], 1), ([1, 4], 0), ([2, 2], 0)] as [([UInt8], Int)]
    {
      #expect(count(program, data) == expected)
    }
  }

  private func count(_ program: MagicProgram, _ data: [UInt8]) -> Int {
    data.withUnsafeBytes { program.matches(in: $0).count }
  }
}
