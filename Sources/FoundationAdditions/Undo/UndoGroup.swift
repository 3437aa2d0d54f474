/// Actions that are undone together, the latest first; a group may hold groups.
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
  /// What documents that count changes have noted: the states that the group leads between.
  var transitions: [ChangeTracker.Transition] = []

  /// Whether undoing it would do anything: an action is left whose target lives.
  var isLive: Bool { members.contains(where: \.isLive) }

  /// Whether it holds live actions and each of them may be lost.
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

  /// The action registered last, those of groups inside included.
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

  /// Whether a group that was closed later continues this one and may become a part of it.
  func isContinued(by group: UndoGroup) -> Bool {
    guard coalescingAction != nil, let last = lastAction, let first = group.coalescingAction
    else { return false }
    // A document counts only the first group of those that join, so that both must count alike.
    return first.continues(last) && isDiscardable == group.isDiscardable
  }

  /// Appends an action, or drops it where the action it continues restores the older state anyway.
  mutating func append(_ action: UndoAction) {
    if action.coalescing?.style == .keepingOldest, case .action(let last)? = members.last,
      action.continues(last)
    {
      // The oldest action stays and takes over the time, so that a pause is measured from here.
      members[members.count - 1] = .action(last.renewed(by: action))
    } else {
      members.append(.action(action))
    }
  }

  /// Appends a closed group, whose name and user info become those of this one.
  mutating func append(_ group: UndoGroup) {
    members.append(.group(group))
    adoptAttributes(of: group)
  }

  /// Appends the actions of a group that continues this one.
  mutating func join(_ group: UndoGroup) {
    for case .action(let action) in group.members { append(action) }
    adoptAttributes(of: group)
  }

  /// Takes over a group's name and user info where it has any.
  mutating func adoptAttributes(of group: UndoGroup) {
    if !group.name.isEmpty { name = group.name }
    userInfo.merge(group.userInfo) { $1 }
  }

  /// Takes out the action registered last; nil when there is none.
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

  /// Takes out the last member when it is a group, skipping what is dead.
  mutating func popLastGroup() -> UndoGroup? {
    while let last = members.last, !last.isLive { members.removeLast() }
    guard case .group(let group)? = members.last else { return nil }
    members.removeLast()
    return group
  }

  /// Marks the action registered last.
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

  /// Marks every action.
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

  /// Removes every action.
  mutating func removeAll() { members = [] }

  /// Removes the actions of a target, and the groups that become empty by it.
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
