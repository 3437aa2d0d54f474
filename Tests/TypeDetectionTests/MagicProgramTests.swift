import TestSupport
import Testing

@testable import TypeGraph

/// Magic rules (shared-mime-info section 5), and that reading them by index changes no answer.
struct MagicProgramTests {
  @Test("The indexed program answers what trying every rule in order answers")
  func indexedEqualsLinear() throws {
    var generator = SeededGenerator(seed: 7)
    for round in 0..<30 {
      // So many rules that searching for each of those with long ranges would not pay.
      let most = round.isMultiple(of: 6) ? 240 : 40
      let rules = (0..<Int.random(in: 1...most, using: &generator)).map { number in
        Fixture.type("application/x-\(number)") { type in
          type.magic = [randomRule(using: &generator)]
        }
      }
      let image = try Fixture.image(rules)
      let program = MagicProgram(image)
      for _ in 0..<25 {
        let count = Int.random(in: 0...700, using: &generator)
        let data = randomBytes(count, using: &generator)
        let indexed = data.withUnsafeBytes { program.matches(in: $0).map(\.rule) }
        let linear = (0..<image.magicRuleCount).filter { holds(image.magicRule($0).rule, data) }
        #expect(indexed == linear)
      }
    }
  }

  /// The specification read literally: every alternative, every place, every byte.
  private func holds(_ rule: MagicRule, _ data: [UInt8]) -> Bool {
    rule.matches.contains { holds($0, data) }
  }

  private func holds(_ match: MagicMatch, _ data: [UInt8]) -> Bool {
    let stands = match.offsets.contains { place in
      guard place + match.value.count <= data.count else { return false }
      return match.value.indices.allSatisfy { index in
        let bits = match.mask?[index] ?? 0xFF
        return data[place + index] & bits == match.value[index] & bits
      }
    }
    return stands && (match.children.isEmpty || match.children.contains { holds($0, data) })
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
