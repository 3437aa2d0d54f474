internal import UTITypeGraph

/// Content without evidence for any type, which no magic should match.
struct MagicSample {
  let name: String
  private let bytes: [UInt8]

  static let all: [MagicSample] = [
    MagicSample(name: "a file of zeros", bytes: Array(repeating: 0, count: 4096)),
    MagicSample(name: "a file of ones", bytes: Array(repeating: 0xFF, count: 4096)),
    MagicSample(name: "a file of blanks", bytes: Array(repeating: 0x20, count: 4096)),
    MagicSample(name: "plain prose", bytes: prose),
    MagicSample(name: "noise", bytes: noise),
  ]

  /// Returns true if one of the matches of a rule holds.
  func matches(_ rule: MagicRule) -> Bool {
    rule.matches.contains(where: matches)
  }

  private func matches(_ match: MagicMatch) -> Bool {
    let last = min(match.offsets.upperBound, bytes.count - match.value.count)
    guard match.offsets.lowerBound <= last,
      (match.offsets.lowerBound...last).contains(where: { stands(match, at: $0) })
    else { return false }
    return match.children.isEmpty || match.children.contains(where: matches)
  }

  private func stands(_ match: MagicMatch, at place: Int) -> Bool {
    match.value.indices.allSatisfy { index in
      (bytes[place + index] ^ match.value[index]) & (match.mask?[index] ?? 0xFF) == 0
    }
  }

  private static let prose: [UInt8] = {
    let paragraph = """
      The quick brown fox jumps over the lazy dog. It was the first of two walks, and the second
      begins here: "Is this a text?" Yes (or no); see also page 17, note 4 - and so on.

      1. One thing is certain.
      2. Another is not.


      """
    return Array(repeatElement(Array(paragraph.utf8), count: 16).joined())
  }()

  /// Pseudorandom bytes, always the same (xorshift, Marsaglia 2003).
  private static let noise: [UInt8] = {
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    return (0..<16_384).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }()
}
