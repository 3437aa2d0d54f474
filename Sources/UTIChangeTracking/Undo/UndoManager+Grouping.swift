package import Foundation
internal import UTIPlatform

extension UndoManager {
  func openExplicitGroup() {
    announceEdit()
    openEventGroupIfNeeded()
    // Documented: not for a top-level group, nor while a top-level undo is in progress.
    if groupingLevel > 0, history.phase == .idle { post(.NSUndoManagerCheckpoint) }
    openGroup(.explicit)
  }

  func closeOpenGroup() {
    demand(
      groupingLevel > 0,
      "endUndoGrouping() without an open group: call beginUndoGrouping() before it")
    demand(
      history.open.last?.purpose != .recording,
      "endUndoGrouping() in an undo handler closes a group that the handler did not open")
    closeGroup()
    // An event group that stayed open because of inner groups is closed now.
    if isOnlyEventGroupOpen { scheduleEventEnd() }
  }

  func openGroup(_ purpose: UndoHistory.Purpose) {
    history.openGroup(purpose)
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  /// Closes the innermost group and posts notifications before and after (rule R10).
  func closeGroup() {
    post(.NSUndoManagerCheckpoint)
    let isDiscardable = history.open.last?.group.isDiscardable ?? false
    var info: [AnyHashable: Any] = [:]
    if isDiscardable { info[NSUndoManagerGroupIsDiscardableKey] = true }
    post(.NSUndoManagerWillCloseUndoGroup, info)
    info[Self.groupOutcomeKey] = history.closeGroup()
    post(.NSUndoManagerDidCloseUndoGroup, info)
  }

  // MARK: - Events

  private var isOnlyEventGroupOpen: Bool {
    groupingLevel == 1 && history.open.last?.purpose == .event
  }

  /// True if a group is open that the program has opened.
  package var isInExplicitGroup: Bool { groupingLevel > 0 && !isOnlyEventGroupOpen }

  /// Posts that an edit may begin, unless it is a part of a present one.
  func announceEdit() {
    guard history.phase == .idle, !isInExplicitGroup else { return }
    post(Self.willEditNotification)
  }

  func openEventGroupIfNeeded() {
    guard groupsByEvent, groupingLevel == 0 else { return }
    openGroup(.event)
    scheduleEventEnd()
  }

  private func scheduleEventEnd() {
    guard !isEventEndScheduled else { return }
    isEventEndScheduled = true
    eventEnd.schedule { [weak self] in self?.eventDidEnd() }
  }

  private func eventDidEnd() {
    isEventEndScheduled = false
    // The code that opened inner groups will close them.
    if isOnlyEventGroupOpen { endUndoGrouping() }
  }

  /// Closes the group of the event, so that later actions form another step; an addition to
  /// Foundation.
  ///
  /// A document calls it before it takes its contents for a save, because saved and later changes
  /// must not be one step, nor be coalesced. Explicitly opened groups stay open, and so does the
  /// event group around them.
  public func endEvent() {
    if isOnlyEventGroupOpen { endUndoGrouping() }
    history.endCoalescing()
  }
}

extension UndoManager {
  /// Registers an action that undoes a change.
  ///
  /// A new action discards the actions to redo; an action registered during an undo is performed by
  /// the redo (rule R4). A group must be open unless ``groupsByEvent`` is true.
  ///
  /// - Parameters:
  ///   - target: the object that the handler changes. It is not retained, and the action does
  ///     nothing after its release.
  ///   - handler: undoes the change, and registers an action that redoes it.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping @MainActor (Target) -> Void
  ) {
    register(UndoAction(target: target, handler: handler))
  }

  /// Registers an action that undoes a change, as a part of the previous step if it continues that
  /// step.
  ///
  /// An addition to Foundation (rule R12).
  ///
  /// - Parameters:
  ///   - target: the object that the handler changes, which is not retained.
  ///   - coalescing: the rule for joining the action with the previous one.
  ///   - handler: undoes the change, and registers an action that redoes it.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, coalescing: UndoCoalescing,
    handler: @escaping @MainActor (Target) -> Void
  ) {
    register(UndoAction(target: target, coalescing: coalescing, instant: now(), handler: handler))
  }

  private func register(_ action: UndoAction) {
    guard isUndoRegistrationEnabled else { return }
    announceEdit()
    openEventGroupIfNeeded()
    demand(
      groupingLevel > 0,
      "registerUndo outside a group: call beginUndoGrouping(), or let groupsByEvent be true")
    history.append(action)
    post(Self.didRegisterNotification)
  }

  /// Posted before an action is registered outside of explicit groups, before such a group is
  /// opened, and before an undo or redo; observers may end the event, which makes a separate step.
  package static let willEditNotification = Notification.Name("UndoManagerWillEdit")

  /// Posted after an action is registered; Foundation posts nothing until the group is closed.
  package static let didRegisterNotification = Notification.Name("UndoManagerDidRegister")

  func enableRegistration() {
    if disablingCount == 0, forgivenEnablingCount > 0 {
      forgivenEnablingCount -= 1
      return
    }
    demand(
      disablingCount > 0,
      "enableUndoRegistration() without a disableUndoRegistration() before it")
    disablingCount -= 1
  }

  func forgetAllActions() {
    history.removeAll()
    forgivenEnablingCount += disablingCount
    disablingCount = 0
  }

  /// The innermost open group, or without groups by event the newest undoable one; the event group
  /// is opened if necessary, so a name may precede a registration; a handler cannot rename the
  /// performed group.
  func changeCurrentGroup(_ change: (inout UndoGroup) -> Void) {
    guard isUndoRegistrationEnabled else { return }
    openEventGroupIfNeeded()
    history.changeCurrentGroup(change)
  }
}
