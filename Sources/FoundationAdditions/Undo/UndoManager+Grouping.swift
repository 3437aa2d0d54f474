internal import Foundation
internal import UTIPlatform

extension UndoManager {
  func openExplicitGroup() {
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
    // An event group that outlived its event because of groups inside it is closed now.
    if isOnlyEventGroupOpen { scheduleEventEnd() }
  }

  /// Opens a group and says so.
  func openGroup(_ purpose: UndoHistory.Purpose) {
    history.openGroup(purpose)
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  /// Closes the innermost group and says so before and after (rule R10).
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
    // Groups still open inside it belong to somebody who will close them.
    if isOnlyEventGroupOpen { endUndoGrouping() }
  }

  /// Closes the group of the event, so that what is registered from now on is another step.
  ///
  /// A document calls it before it takes its contents for saving: what is saved and what comes
  /// after must not be one step, nor be coalesced into one. Groups that were opened explicitly
  /// stay open, and so does the event's group around them. Ours; not in Foundation.
  public func endEvent() {
    if isOnlyEventGroupOpen { endUndoGrouping() }
    history.endCoalescing()
  }
}
