/// The state behind an undo manager: two stacks of groups and the groups that are open.
///
/// It knows nothing of events and notifications, which ``UndoManager`` adds.
///
/// ```
/// undoable  [ group | group | group ]  <- closed top-level groups, newest last
/// redoable  [ group | group ]
/// open      [ event | explicit | ... ] <- innermost last; `recording` while undoing or redoing
/// ```
package struct UndoHistory {
  /// What an open group was opened for.
  enum Purpose {
    /// Everything that is registered during one event.
    case event
    /// A call of `beginUndoGrouping()`.
    case explicit
    /// The inverse of what is being undone or redone.
    case recording
  }

  /// Whether actions are being performed, and in which direction.
  enum Phase {
    case idle
    case undoing
    case redoing
  }

  private(set) var undoable = UndoStack()
  private(set) var redoable = UndoStack()
  private(set) var open: [(purpose: Purpose, group: UndoGroup)] = []
  /// What is left of the group that is being undone or redone.
  private(set) var performing = UndoGroup()
  /// Name, user info and discardability of the group that is being undone or redone.
  private var performed = UndoGroup()
  private var performedIsDiscardable = false
  private(set) var phase = Phase.idle
  /// Whether the newest undoable group may still be joined.
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

  /// Closes the innermost group and puts it where it belongs.
  ///
  /// An empty group vanishes (rule R13).
  mutating func closeGroup() -> UndoManager.GroupOutcome {
    let (purpose, group) = open.removeLast()
    guard group.isLive else { return .dropped }
    if purpose == .recording {
      if phase == .undoing { redoable.push(group, limit: levels) } else { push(group) }
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

  /// Makes what is registered from now on a step of its own.
  mutating func endCoalescing() { isJoinable = false }

  mutating func append(_ action: UndoAction) {
    if phase == .idle { redoable = UndoStack() }
    open[open.count - 1].group.append(action)
  }

  private mutating func push(_ group: UndoGroup) {
    redoable.dropDead()
    undoable.push(group, limit: levels)
    isJoinable = false
  }
}

// MARK: - Undoing and redoing

extension UndoHistory {
  /// Why there is no group to undo although one is open.
  enum Obstacle: Error {
    /// Actions have been registered in an open group since a group was closed.
    case actionsInOpenGroup
  }

  /// Takes out the group that was closed last, be it nested in an open one or not.
  mutating func takeUndoable() throws(Obstacle) -> UndoGroup? {
    for index in open.indices.reversed() where open[index].group.isLive {
      guard let group = open[index].group.popLastGroup() else { throw .actionsInOpenGroup }
      return group
    }
    return undoable.pop()
  }

  mutating func takeRedoable() -> UndoGroup? { redoable.pop() }

  /// Enters a direction.
  mutating func begin(_ phase: Phase) {
    self.phase = phase
    isJoinable = false
  }

  /// Takes the group to perform; what it is called outlasts its actions.
  mutating func prepare(_ group: UndoGroup) {
    performing = group
    performed = UndoGroup()
    performed.adoptAttributes(of: group)
    performed.transitions = group.transitions
    performedIsDiscardable = group.isDiscardable
  }

  mutating func popAction() -> UndoAction? { performing.popLastAction() }

  /// Gives the recording group, which is the innermost, what the performed one was called.
  mutating func finishRecording() {
    var group = open[open.count - 1].group
    let own = group.userInfo
    group.adoptAttributes(of: performed)
    group.userInfo.merge(own) { $1 }
    if performedIsDiscardable { group.markAllActions(isDiscardable: true) }
    open[open.count - 1].group = group
  }

  /// What was noted of the group that is being undone or redone, or was last.
  package var performedTransitions: [ChangeTracker.Transition] { performed.transitions }

  /// Notes which states the newest group leads between.
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

// MARK: - What there is to undo and to redo

extension UndoHistory {
  /// The open groups that are not about what is being undone or redone.
  private var openUndoable: ArraySlice<(purpose: Purpose, group: UndoGroup)> {
    open.prefix { $0.purpose != .recording }
  }

  private var openIsLive: Bool { openUndoable.contains { $0.group.isLive } }

  /// Whether actions were registered in a group that is still open.
  package var isRecording: Bool { phase == .idle && openIsLive }

  var canUndo: Bool { openIsLive || undoable.newestLive != nil }

  var canRedo: Bool { redoable.newestLive != nil }

  var undoCount: Int { undoable.liveCount + (openIsLive ? 1 : 0) }

  var redoCount: Int { redoable.liveCount }

  /// The group that the next undo would take back, as though every open one were closed.
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

// MARK: - Changing what is there

extension UndoHistory {
  /// Changes the innermost open group, or the newest undoable one when none is open.
  mutating func changeCurrentGroup(_ change: (inout UndoGroup) -> Void) {
    if let last = open.indices.last {
      change(&open[last].group)
    } else {
      undoable.changeNewest(change)
    }
  }

  /// Marks the action that was registered last.
  mutating func markLastAction(isDiscardable: Bool) {
    if let index = open.indices.last(where: { open[$0].group.lastAction != nil }) {
      open[index].group.markLastAction(isDiscardable: isDiscardable)
    } else if phase == .idle {
      undoable.changeNewest { $0.markLastAction(isDiscardable: isDiscardable) }
    }
  }

  /// Forgets every action; open groups stay open, so that their ends still match (rule R6).
  mutating func removeAll() {
    undoable = UndoStack()
    redoable = UndoStack()
    performing.removeAll()
    for index in open.indices { open[index].group = UndoGroup() }
  }

  /// Forgets the actions of a target, and the groups that become empty by it.
  mutating func removeAll(withTarget target: AnyObject) {
    undoable.removeAll(withTarget: target)
    redoable.removeAll(withTarget: target)
    performing.removeAll(withTarget: target)
    for index in open.indices { open[index].group.removeAll(withTarget: target) }
  }
}
