import Testing

@testable import UTITypeGraph

/// The number of bits that a signature weighs.
struct SignatureStrengthTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let match: MagicMatch
    let amongBytes: Double
    let inText: Double

    init(_ words: String, _ match: MagicMatch, _ amongBytes: Double, _ inText: Double) {
      testDescription = words
      self.match = match
      self.amongBytes = amongBytes
      self.inText = inText
    }
  }

  private static func match(
    _ value: [UInt8], at offsets: ClosedRange<Int> = 0...0, mask: [UInt8]? = nil,
    _ children: MagicMatch...
  ) -> MagicMatch {
    MagicMatch(
      type: .string, offsets: offsets, value: value, mask: mask, children: children,
      position: .none)
  }

  private static func match(
    _ text: String, at offsets: ClosedRange<Int> = 0...0, _ children: MagicMatch...
  ) -> MagicMatch {
    MagicMatch(
      type: .string, offsets: offsets, value: Array(text.utf8), children: children,
      position: .none)
  }

  @Test(
    "A signature counts the bits that it fixes",
    arguments: [
      Row("letters are rarer in data than in text", match("ABCD"), 32, 16),
      Row("any text may begin with a word", match("import "), 56, 9),
      Row("or with a longer one", match("\nFunction\t"), 80, 9),
      Row("but not with one in capitals", match("LOCUS "), 48, 23),
      Row("nor with one and a mark", match("%import"), 56, 30),
      Row("and with two seldom", match("one two"), 56, 27),
      Row("nor is what must follow one", match("solid ", match("facet")), 88, 32),
      Row("marks are rarer in text than letters", match("//"), 16, 12),
      Row("and spaces are usual there", match(" \n"), 16, 6),
      Row("what is no character is in no text", match([0x89, 0x50]), 16, 12),
      Row("zeros are usual in data", match([0, 0]), 4, 16),
      Row("and ones are not rare", match([0xFF, 0xFF]), 12, 16),
      Row("a mask leaves its share", match([0x41], mask: [0xF0]), 4, 2),
      Row("a mask of no bits leaves nothing", match([0x41], mask: [0]), 0, 0),
      Row("a fixed place costs nothing", match("ABCD", at: 400...400), 32, 16),
      Row("a free place costs the bits that number it", match("ABCD", at: 0...255), 24, 8),
      Row("and no more than there are", match("A", at: 0...1023), 0, 0),
      Row("nested matches add the least of them", match("AB", match("C"), match("DE")), 24, 12),
      Row("which may be another one in text", match("AB", match([0xFF]), match("D")), 22, 12),
      Row("at any depth", match("A", match("B", match("CD"), match("E")), match("FGHI")), 24, 12),
    ])
  func strength(_ row: Row) {
    let strength = row.match.strength
    #expect(strength.amongBytes == row.amongBytes)
    #expect(strength.inText == row.inText)
  }

  @Test(
    "A value ends inside of a word if the word may continue",
    arguments: [
      ("MTM", true), ("v1", true), ("a_", true), ("<TS>", false), ("MTM ", false), ("a\n", false),
      ("", false),
    ])
  func wordEnd(_ value: String, _ isInside: Bool) {
    #expect(Self.match(value).endsInsideWord == isInside)
    #expect(!Self.match(value, Self.match(" ")).endsInsideWord)
    #expect(PackedStrength(Self.match(value), priority: 50).endsInsideWord == isInside)
  }

  @Test(
    "A priority adds and subtracts in proportion, up to half as much again",
    arguments: [(0, 0), (10, 6), (25, 16), (50, 32), (60, 38), (75, 48), (80, 48), (100, 48)])
  func priority(_ priority: Int, _ bits: Int) {
    let packed = PackedStrength(Self.match("ABCD"), priority: priority)
    #expect(packed.amongBytes == bits)
    #expect(packed.inText == bits / 2)
  }

  @Test("No priority makes two bytes weigh as much as four")
  func priorityOfFewBytes() {
    for priority in 0...100 {
      let two = PackedStrength(Self.match("AB"), priority: priority)
      let four = PackedStrength(Self.match("ABCD"), priority: 50)
      #expect(two.amongBytes < four.amongBytes)
      #expect(two.inText < four.inText)
    }
  }

  @Test("More than a hundred bits all count the same")
  func greatest() {
    let packed = PackedStrength(Self.match(String(repeating: "a1", count: 2000)), priority: 100)
    #expect(packed.amongBytes == PackedStrength.greatest)
    #expect(packed.inText == PackedStrength.greatest)
  }
}
