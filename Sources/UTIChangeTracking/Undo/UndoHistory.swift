/// The state of an undo manager, without events and notifications: the groups of `undoable` and
/// `redoable`, the newest last, and the open ones, the innermost last.
package struct UndoHistory {
  /// The purpose of an open group.
  enum Purpose {
    case event
    case explicit
    /// The inverse of the actions that are being undone or redone.
    case recording
  }

  /// The direction in which actions are being performed.
  enum Phase {
    case idle
    case undoing
    case redoing
  }

  private(set) var undoable = UndoStack()
  private(set) var redoable = UndoStack()
  private(set) var open: [(purpose: Purpose, group: UndoGroup)] = []
  /// The remaining actions of the group that is being undone or redone.
  private(set) var performing = UndoGroup()
  /// Name, user info and discardability of the group that is being undone or redone.
  private var performed = UndoGroup()
  private var performedIsDiscardable = false
  private(set) var phase = Phase.idle
  private var isJoinable = false
  /// The number of undoable groups kept; 0 keeps all.
  var levels = 0 {
    didSet {
      guard levels > 0 else { return }
      undoable.trim(to: levels)
      redoable.trim(to: levels)
    }
  }
}

// MARK: - Groups

extension UndoHistory {
  mutating func openGroup(_ purpose: Purpose) {
    open.append((purpose, UndoGroup()))
  }

  /// An empty group is dropped (rule R13).
  mutating func closeGroup() -> UndoManager.GroupOutcome {
    let (purpose, group) = open.removeLast()
    guard group.isLive else { return .dropped }
    if purpose == .recording {
      if phase == .undoing { redoable.push(group, limit: 0) } else { push(group) }
      return .recorded
    }
    if let last = open.indices.last {
      open[last].group.append(group)
      return .nested
    }
    if isJoinable, let newest = undoable.groups.last, newest.isContinued(by: group) {
      undoable.changeNewest { $0.join(group) }
      return .joined
    }
    push(group)
    isJoinable = true
    return .recorded
  }

  mutating func endCoalescing() { isJoinable = false }

  mutating func append(_ action: UndoAction) {
    if phase == .idle { redoable = UndoStack() }
    open[open.count - 1].group.append(action)
  }

  private mutating func push(_ group: UndoGroup) {
    redoable.dropDead()
    if levels > 0 { redoable.trim(to: levels) }
    undoable.push(group, limit: levels)
    isJoinable = false
  }
}

// MARK: - Undoing and redoing

extension UndoHistory {
  /// The reason why no group can be undone although one is open.
  enum Obstacle: Error {
    /// Actions have been registered in an open group since a group was closed.
    case actionsInOpenGroup
  }

  /// Removes and returns the group that was closed last, also from an open group.
  mutating func takeUndoable() throws(Obstacle) -> UndoGroup? {
    for index in open.indices.reversed() where open[index].group.isLive {
      guard let group = open[index].group.popLastGroup() else { throw .actionsInOpenGroup }
      return group
    }
    return undoable.pop()
  }

  mutating func takeRedoable() -> UndoGroup? { redoable.pop() }

  mutating func begin(_ phase: Phase) {
    self.phase = phase
    isJoinable = false
  }

  /// Sets the group to perform; its name outlasts its actions.
  mutating func prepare(_ group: UndoGroup) {
    performing = group
    performed = UndoGroup()
    performed.adoptAttributes(of: group)
    performed.transitions = group.transitions
    performedIsDiscardable = group.isDiscardable
  }

  mutating func popAction() -> UndoAction? { performing.popLastAction() }

  /// Gives the recording group, the innermost one, the name of the performed group.
  mutating func finishRecording() {
    var group = open[open.count - 1].group
    let own = group.userInfo
    group.adoptAttributes(of: performed)
    group.userInfo.merge(own) { $1 }
    if performedIsDiscardable { group.markAllActions(isDiscardable: true) }
    open[open.count - 1].group = group
  }

  /// The transitions of the group that is being undone or redone, or was last.
  package var performedTransitions: [ChangeTracker.Transition] { performed.transitions }

  package mutating func note(_ transition: ChangeTracker.Transition, onRedoable: Bool = false) {
    if onRedoable {
      redoable.changeNewest { $0.transitions.append(transition) }
    } else {
      undoable.changeNewest { $0.transitions.append(transition) }
    }
  }

  mutating func end() {
    phase = .idle
    performing = UndoGroup()
  }
}

// MARK: - Available steps

extension UndoHistory {
  /// The open groups outside of an undo or redo in progress.
  private var openUndoable: ArraySlice<(purpose: Purpose, group: UndoGroup)> {
    open.prefix { $0.purpose != .recording }
  }

  private var openIsLive: Bool { openUndoable.contains { $0.group.isLive } }

  package var isRecording: Bool { phase == .idle && openIsLive }

  var canUndo: Bool { openIsLive || undoable.newestLive != nil }

  var canRedo: Bool { redoable.newestLive != nil }

  var undoCount: Int { undoable.liveCount + (openIsLive ? 1 : 0) }

  var redoCount: Int { redoable.liveCount }

  /// The group of the next undo, as if all open groups were closed.
  var nextUndoable: UndoGroup? {
    guard openIsLive else { return undoable.newestLive }
    var groups = openUndoable.map(\.group)
    var result = groups.removeLast()
    for var parent in groups.reversed() {
      if result.isLive { parent.append(result) }
      result = parent
    }
    return result
  }

  var nextRedoable: UndoGroup? { redoable.newestLive }
}

// MARK: - Changes

extension UndoHistory {
  mutating func changeCurrentGroup(_ change: (inout UndoGroup) -> Void) {
    if let last = open.indices.last {
      change(&open[last].group)
    } else {
      undoable.changeNewest(change)
    }
  }

  mutating func markLastAction(isDiscardable: Bool) {
    if let index = open.indices.last(where: { open[$0].group.lastAction != nil }) {
      open[index].group.markLastAction(isDiscardable: isDiscardable)
    } else if phase == .idle {
      undoable.changeNewest { $0.markLastAction(isDiscardable: isDiscardable) }
    }
  }

  /// Discards all actions; open groups stay open, so that their ends still match (rule R6).
  mutating func removeAll() {
    undoable = UndoStack()
    redoable = UndoStack()
    performing.removeAll()
    for index in open.indices { open[index].group = UndoGroup() }
  }

  mutating func removeAll(withTarget target: AnyObject) {
    undoable.removeAll(withTarget: target)
    redoable.removeAll(withTarget: target)
    performing.removeAll(withTarget: target)
    for index in open.indices { open[index].group.removeAll(withTarget: target) }
  }
}

/// A stack of closed top-level groups, the newest last.
///
/// A push with a limit drops the oldest group in constant time. A search for groups without a live
/// action reads all, so it runs once in as many pushes as the limit.
struct UndoStack {
  private(set) var groups: ArraySlice<UndoGroup> = []
  /// The number of pushes since the last search for groups without a live action.
  private var pushesSinceSearch = 0

  /// `limit` is the number of groups to keep (rule R8); 0 keeps all; O(1), amortized.
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

  /// Drops groups without a live action first; O(*n*) for *n* groups.
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

  mutating func changeNewest(_ change: (inout UndoGroup) -> Void) {
    if let last = groups.indices.last { change(&groups[last]) }
  }

  mutating func removeAll(withTarget target: AnyObject) {
    for index in groups.indices { groups[index].removeAll(withTarget: target) }
    groups.removeAll { $0.members.isEmpty }
  }

  var newestLive: UndoGroup? { groups.last(where: \.isLive) }

  var liveCount: Int { groups.count(where: \.isLive) }
}
