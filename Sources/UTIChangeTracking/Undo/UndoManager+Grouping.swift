internal import Foundation
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

  /// Opens a group and posts a notification.
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
