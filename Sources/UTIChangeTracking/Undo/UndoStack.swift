/// A stack of closed top-level groups, the newest last.
///
/// A push with a limit drops the oldest group in constant time. Groups without a live action are
/// dropped when they are found. A search for them reads all groups, so it runs once in as many
/// pushes as the limit.
struct UndoStack {
  private(set) var groups: ArraySlice<UndoGroup> = []
  /// The number of pushes since the last search for groups without a live action.
  private var pushesSinceSearch = 0

  /// Adds the newest group.
  ///
  /// - Parameter limit: the number of groups to keep (rule R8); 0 keeps all.
  /// - Complexity: O(1), amortized.
  mutating func push(_ group: UndoGroup, limit: Int) {
    dropDead()
    groups.append(group)
    pushesSinceSearch += 1
    guard limit > 0, groups.count > limit else { return }
    if pushesSinceSearch < limit {
      dropOldest(keeping: limit)
    } else {
      trim(to: limit)
    }
  }

  /// Drops groups without a live action, then the oldest groups beyond a limit.
  ///
  /// - Complexity: O(*n*) for *n* groups.
  mutating func trim(to limit: Int) {
    pushesSinceSearch = 0
    guard groups.count > limit else { return }
    groups.removeAll { !$0.isLive }
    dropOldest(keeping: limit)
  }

  private mutating func dropOldest(keeping limit: Int) {
    while groups.count > limit {
      // A slice keeps its removed elements until it moves to other memory.
      groups[groups.startIndex] = UndoGroup()
      groups.removeFirst()
    }
  }

  /// Drops the newest groups up to the first one with a live action.
  mutating func dropDead() {
    while let last = groups.last, !last.isLive { groups.removeLast() }
  }

  /// Removes and returns the newest group with a live action.
  mutating func pop() -> UndoGroup? {
    dropDead()
    return groups.popLast()
  }

  /// Changes the newest group; does nothing if the stack is empty.
  mutating func changeNewest(_ change: (inout UndoGroup) -> Void) {
    if let last = groups.indices.last { change(&groups[last]) }
  }

  /// Removes the actions of a target, and the groups that become empty.
  mutating func removeAll(withTarget target: AnyObject) {
    for index in groups.indices { groups[index].removeAll(withTarget: target) }
    groups.removeAll { $0.members.isEmpty }
  }

  /// The newest group with a live action.
  var newestLive: UndoGroup? { groups.last(where: \.isLive) }

  /// The number of groups with a live action.
  var liveCount: Int { groups.count(where: \.isLive) }
}
