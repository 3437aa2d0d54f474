import TestSupport
import Testing

@testable import UTIPortable

@Suite struct ByteComparisons {
  @Test func `Texts compare by their bytes, wherever they differ`() {
    var random = SeededGenerator(seed: 8)
    // Common starts of every length around a word of eight bytes.
    for common in 0...20 {
      let start = String(repeating: "k", count: common)
      for _ in 0..<60 {
        let ends = (0..<2).map { _ in
          String(
            decoding: (0..<Int.random(in: 0...9, using: &random)).map { _ in
              UInt8.random(in: 0x20...0x7E, using: &random)
            }, as: UTF8.self)
        }
        let (left, right) = (start + ends[0], start + ends[1])
        #expect(left.hasBytes(of: right) == (Array(left.utf8) == Array(right.utf8)))
        #expect(left.bytesPrecede(right) == left.utf8.lexicographicallyPrecedes(right.utf8))
        #expect(!left.bytesPrecede(left) && left.hasBytes(of: left))
      }
    }
    #expect("é".bytesPrecede("日") && !"日".bytesPrecede("é") && "z".bytesPrecede("é"))
  }

  @Test func `Canonically equivalent texts are two keys`() {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed == decomposed)
    #expect(ByteText(composed) != ByteText(decomposed))
    #expect(Set([composed, decomposed, composed].map(ByteText.init)).count == 2)
    #expect(ByteText(decomposed) < ByteText(composed))
  }

  @Test(
    arguments: [
      ("abcabd", "abd", true), ("abc", "", true), ("", "", false), ("", "a", false),
      ("ab", "abc", false), ("aab", "ab", true), ("cafe\u{301}", "\u{E9}", false),
    ])
  func `A text includes the bytes of another`(text: String, part: String, isIncluded: Bool) {
    #expect(text.includes(part) == isIncluded)
  }

  @Test(arguments: [
    ("0", true), ("19", true), ("", false), ("-1", false), ("1 ", false), ("٣", false),
  ])
  func `Only ASCII digits are decimal`(text: String, isDecimal: Bool) {
    #expect(text.isDecimal == isDecimal)
  }

  @Test(
    arguments: [
      ("", ""), (" \t\r\n", ""), (" a b ", "a b"), ("\u{A0}a\u{B}", "\u{A0}a\u{B}"), ("\r\na", "a"),
      ("a", "a"),
    ])
  func `The white space of XML and JSON is removed at both ends`(
    text: String, trimmed: String
  ) {
    #expect(text.trimmingBlanks == trimmed[...])
  }
}

@Suite struct EditDistances {
  /// The textbook's algorithm: optimal string alignment with a whole table.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var table = Array(
      repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in 0...left.count { table[row][0] = row }
    for column in 0...right.count { table[0][column] = column }
    for row in left.indices {
      for column in right.indices {
        var best = min(
          table[row][column] + (left[row] == right[column] ? 0 : 1),
          table[row][column + 1] + 1, table[row + 1][column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, table[row - 1][column - 1] + 1)
        }
        table[row + 1][column + 1] = best
      }
    }
    return table[left.count][right.count]
  }

  @Test func `The nearest candidate is the first at the least distance by the whole table`() {
    var random = SeededGenerator(seed: 3)
    func word() -> String {
      String(
        decoding: (0..<Int.random(in: 0...9, using: &random)).map { _ in
          UInt8.random(in: 0x61...0x63, using: &random)
        }, as: UTF8.self)
    }
    var foundCount = 0
    for _ in 0..<3_000 {
      let asked = word()
      let candidates = (0..<4).map { _ in word() }
      let limit = Int.random(in: 0...4, using: &random)
      let distances = candidates.map { Self.distance(Array(asked.utf8), Array($0.utf8)) }
      let least = distances.min() ?? .max
      let expected = least <= limit ? distances.firstIndex(of: least).map { candidates[$0] } : nil
      #expect(
        EditDistance.nearest(to: asked, among: candidates, within: limit) == expected,
        "\(asked) \(candidates) \(limit)")
      if expected != nil { foundCount += 1 }
    }
    #expect((500..<2_900).contains(foundCount))
  }

  @Test(
    arguments: [
      ("lst", ["list", "lint"], "list"), ("xyz", ["list"], nil),
      ("abcdefgh", ["abcdxxgh"], "abcdxxgh"),
      ("abcdefgh", ["abcxxxgh"], nil), ("abcdefghijkl", ["abcxxxghijkl"], "abcxxxghijkl"),
      ("a", [], nil),
    ] as [(String, [String], String?)])
  func `A word may have two errors, or a quarter of a longer word`(
    word: String, candidates: [String], nearest: String?
  ) {
    #expect(EditDistance.nearest(to: word, among: candidates) == nearest)
  }

  @Test func `Words of more than 80 bytes have no neighbours`() {
    for count in [80, 81] {
      let word = String(repeating: "a", count: count)
      #expect((EditDistance.nearest(to: word, among: [word]) != nil) == (count == 80))
    }
  }
}
