internal import UTIPlatform
internal import UTITypeGraph

/// Magic that matches by accident.
///
/// Sixteen fixed bits match one of 65,536 files by accident. Fewer bits, or a range of places,
/// match too many: each doubling of the places costs one bit. A match with nested matches also
/// requires the bits of one of them. Independent of that number, a rule that matches a file of
/// zeros, of ones, of blanks or of prose is too broad, since such files are common (a disk image
/// begins with zeros).
struct BroadMagic: MIMETypeRule {
  static let leastBitCount = 16

  let description = LintRuleDescription(
    "broad-magic", .warning,
    "Magic fixes fewer than 16 bits, or holds for zeros, blanks, noise or prose.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.magic.flatMap { rule in
      let weak = rule.matches.filter { $0.fixedBitCount < Self.leastBitCount }
      guard weak.isEmpty else {
        return weak.map { match in
          LintFinding(
            at: match.position,
            "magic of \(type.name) fixes \(match.fixedBitCount) bits, so that it matches one of"
              + " \(1 << max(match.fixedBitCount, 0)) files by accident",
            remedy: "add a match inside of it, or name a narrower place")
        }
      }
      guard let sample = MagicSample.all.first(where: { $0.matches(rule) }) else { return [] }
      return [
        LintFinding(
          at: rule.position, "magic of \(type.name) holds for \(sample.name)",
          remedy: "add a match that only files of the type fulfil")
      ]
    }
  }
}

extension MagicMatch {
  /// The number of bits that the weakest path through a match and its nested matches fixes.
  fileprivate var fixedBitCount: Int {
    let bits =
      mask.map { $0.reduce(0) { $0 + $1.nonzeroBitCount } } ?? 8 * value.count
    let places = offsets.count
    // Rounded up: 2 places cost one bit, 3 or 4 cost two.
    let cost = places > 1 ? Int.bitWidth - (places - 1).leadingZeroBitCount : 0
    return bits - cost + (children.map(\.fixedBitCount).min() ?? 0)
  }
}
