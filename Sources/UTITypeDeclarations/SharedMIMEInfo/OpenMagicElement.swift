internal import UTIPlatform
package import UTITypeGraph
internal import UTIXMLFormats

/// A match with alternatives nested in it.
package protocol NestedMatch: Hashable, Sendable {
  /// The matches of which one must hold too.
  var children: [Self] { get set }
}

extension MagicMatch: NestedMatch {}
extension TreeMagicMatch: NestedMatch {}

/// A `magic` or `treemagic` element that has not ended.
///
/// An invalid match is dropped with its nested matches, and so is a parent without other
/// alternatives, because it would match more than its author intended.
struct OpenMagicElement<Match: NestedMatch> {
  private let priority: Int
  let position: SourcePosition
  /// The block is invalid as a whole.
  var isBroken = false
  private var matches: [Match] = []
  private var levels: [Level] = []

  private struct Level {
    var match: Match?
    var statesChildren = false
  }

  init(priority: Int, position: SourcePosition) {
    self.priority = priority
    self.position = position
  }

  /// nil for a match with invalid attributes.
  mutating func begin(_ match: Match?) {
    if let last = levels.indices.last { levels[last].statesChildren = true }
    levels.append(Level(match: match))
  }

  mutating func endMatch() {
    guard let level = levels.popLast(), let match = level.match,
      !level.statesChildren || !match.children.isEmpty
    else { return }
    if let last = levels.indices.last {
      levels[last].match?.children.append(match)
    } else {
      matches.append(match)
    }
  }

  /// nil if the block is invalid.
  var result: MatchRule<Match>? {
    isBroken || matches.isEmpty
      ? nil : MatchRule(priority: priority, matches: matches, position: position)
  }
}
