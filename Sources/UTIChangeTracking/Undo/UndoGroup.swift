/// Actions that are undone together, the latest first; a group may contain groups.
struct UndoGroup {
  /// An action, or a group that was closed inside this one.
  enum Member {
    case action(UndoAction)
    case group(UndoGroup)

    var isLive: Bool {
      switch self {
      case .action(let action): action.isLive
      case .group(let group): group.isLive
      }
    }
  }

  private(set) var members: [Member] = []
  var name = ""
  var userInfo: [UndoManager.UserInfoKey: Any] = [:]
  /// The state transitions that documents with change tracking have recorded for the group.
  var transitions: [ChangeTracker.Transition] = []

  var isLive: Bool { members.contains(where: \.isLive) }

  /// True if the group has live actions and all of them are discardable.
  var isDiscardable: Bool {
    let live = members.filter(\.isLive)
    return !live.isEmpty
      && live.allSatisfy {
        switch $0 {
        case .action(let action): action.isDiscardable
        case .group(let group): group.isDiscardable
        }
      }
  }

  /// The action registered last, including actions of inner groups.
  var lastAction: UndoAction? {
    switch members.last {
    case .action(let action): action
    case .group(let group): group.lastAction
    case nil: nil
    }
  }

  /// The first action of a group whose actions all resemble each other; nil for any other group.
  var coalescingAction: UndoAction? {
    guard case .action(let first)? = members.first else { return nil }
    let isUniform = members.allSatisfy {
      guard case .action(let action) = $0 else { return false }
      return action.resembles(first)
    }
    return isUniform ? first : nil
  }

  /// Returns whether a later group continues this one and may be joined with it.
  func isContinued(by group: UndoGroup) -> Bool {
    guard coalescingAction != nil, let last = lastAction, let first = group.coalescingAction
    else { return false }
    // A document counts only the first of joined groups, so both must count alike.
    return first.continues(last) && isDiscardable == group.isDiscardable
  }

  /// Appends an action, or drops it if the action that it continues restores the older state.
  mutating func append(_ action: UndoAction) {
    if action.coalescing?.style == .keepingOldest, case .action(let last)? = members.last,
      action.continues(last)
    {
      // The oldest action stays with the new time, from which the next pause is measured.
      members[members.count - 1] = .action(last.renewed(by: action))
    } else {
      members.append(.action(action))
    }
  }

  /// Appends a closed group, and adopts its name and user info.
  mutating func append(_ group: UndoGroup) {
    members.append(.group(group))
    adoptAttributes(of: group)
  }

  mutating func join(_ group: UndoGroup) {
    for case .action(let action) in group.members { append(action) }
    adoptAttributes(of: group)
  }

  mutating func adoptAttributes(of group: UndoGroup) {
    if !group.name.isEmpty { name = group.name }
    userInfo.merge(group.userInfo) { $1 }
  }

  mutating func popLastAction() -> UndoAction? {
    while let last = members.popLast() {
      switch last {
      case .action(let action): return action
      case .group(var group):
        guard let action = group.popLastAction() else { continue }
        members.append(.group(group))
        return action
      }
    }
    return nil
  }

  /// Removes and returns the last member if it is a group; dead members are dropped.
  mutating func popLastGroup() -> UndoGroup? {
    while let last = members.last, !last.isLive { members.removeLast() }
    guard case .group(let group)? = members.last else { return nil }
    members.removeLast()
    return group
  }

  mutating func markLastAction(isDiscardable: Bool) {
    switch members.popLast() {
    case .action(var action):
      action.isDiscardable = isDiscardable
      members.append(.action(action))
    case .group(var group):
      group.markLastAction(isDiscardable: isDiscardable)
      members.append(.group(group))
    case nil: break
    }
  }

  mutating func markAllActions(isDiscardable: Bool) {
    members = members.map {
      switch $0 {
      case .action(var action):
        action.isDiscardable = isDiscardable
        return .action(action)
      case .group(var group):
        group.markAllActions(isDiscardable: isDiscardable)
        return .group(group)
      }
    }
  }

  mutating func removeAll() { members = [] }

  /// Removes the actions of a target, and the groups that become empty.
  mutating func removeAll(withTarget target: AnyObject) {
    members = members.compactMap {
      switch $0 {
      case .action(let action): return action.target === target ? nil : $0
      case .group(var group):
        group.removeAll(withTarget: target)
        return group.members.isEmpty ? nil : .group(group)
      }
    }
  }
}
