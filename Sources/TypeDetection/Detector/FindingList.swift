/// Findings, the best first.
///
/// Most lists have one or two, for which no memory has to be asked.
struct FindingList {
  private var first: Finding?
  private var second: Finding?
  // Nil rather than empty: an empty array is an object too, of which references are counted.
  private var rest: [Finding]?

  init() {}

  init(_ finding: Finding) {
    first = finding
  }

  mutating func append(_ finding: Finding) {
    switch count {
    case 0: first = finding
    case 1: second = finding
    default: rest = (rest ?? []) + [finding]
    }
  }

  // The collection's own functions would copy the list for their iterators, and count its memory.

  /// The first for which something holds.
  func first(where holds: (Finding) -> Bool) -> Finding? {
    for place in 0..<count where holds(self[place]) { return self[place] }
    return nil
  }

  /// Whether something holds for one of them.
  func contains(where holds: (Finding) -> Bool) -> Bool { first(where: holds) != nil }

  /// Whether something holds for all of them.
  func allSatisfy(_ holds: (Finding) -> Bool) -> Bool { !contains { !holds($0) } }

  /// Those for which something holds.
  func filter(_ holds: (Finding) -> Bool) -> FindingList {
    var result = FindingList()
    for finding in self where holds(finding) { result.append(finding) }
    return result
  }

  /// Puts a finding before all others.
  mutating func prepend(_ finding: Finding) {
    if let second { rest = [second] + (rest ?? []) }
    second = first
    first = finding
  }
}

extension FindingList: RandomAccessCollection {
  var startIndex: Int { 0 }

  var endIndex: Int { first == nil ? 0 : second == nil ? 1 : (rest?.count ?? 0) &+ 2 }

  subscript(_ place: Int) -> Finding {
    switch (place, first, second, rest) {
    case (0, let first?, _, _): first
    case (1, _, let second?, _): second
    case (_, _, _, let rest?): rest[place &- 2]
    default: preconditionFailure("no finding has the place \(place)")
    }
  }
}
