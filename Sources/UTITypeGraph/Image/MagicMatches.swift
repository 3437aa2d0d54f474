/// The first match of each of several rules, in the order of the rules, while they are collected.
struct MagicMatches {
  private(set) var matches: [MagicRuleMatch] = []
  private let limit: Int
  /// The number of stages that have been tried.
  var stageCount = 0

  /// - Parameter limit: the number of rules to keep.
  init(limit: Int) { self.limit = limit }

  /// Returns the place for a match; nil when the rule has an earlier match, or when the match is
  /// past the limit.
  func place(ofRule rule: Int, match: Int, offset: Int) -> Int? {
    var place = matches.count
    while place > 0, rule < matches[place - 1].rule { place -= 1 }
    if place > 0, matches[place - 1].rule == rule {
      let known = matches[place - 1]
      return (match, offset) < (known.match, known.offset) ? place - 1 : nil
    }
    return place < limit ? place : nil
  }

  mutating func insert(_ match: MagicRuleMatch, at place: Int) {
    if place < matches.count, matches[place].rule == match.rule {
      matches[place] = match
      return
    }
    if matches.isEmpty { matches.reserveCapacity(3) }
    // Rules arrive nearly in their order.
    if place == matches.count { matches.append(match) } else { matches.insert(match, at: place) }
    if matches.count > limit { matches.removeLast() }
  }
}
