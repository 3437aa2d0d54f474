package import TypeGraph
internal import UTIPlatform
internal import XMLFormats

/// A match with alternatives nested in it.
package protocol NestedMatch: Hashable, Sendable {
  /// The matches of which one must hold too.
  var children: [Self] { get set }
}

extension MagicMatch: NestedMatch {}
extension TreeMagicMatch: NestedMatch {}

/// A `magic` or `treemagic` element whose end has not been read yet.
///
/// A match that cannot be used costs itself and what is nested in it. When it was the last of the
/// alternatives that its parent asks for, the parent goes too: without them it would hold for more
/// than its author wrote.
struct PendingRule<Match: NestedMatch> {
  private let priority: Int
  let position: SourcePosition
  /// Set when the block as a whole cannot be used.
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

  /// Begins a match; nil when its attributes cannot be used.
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

  /// The rule, if the block can be used at all.
  var result: MatchRule<Match>? {
    isBroken || matches.isEmpty
      ? nil : MatchRule(priority: priority, matches: matches, position: position)
  }
}
