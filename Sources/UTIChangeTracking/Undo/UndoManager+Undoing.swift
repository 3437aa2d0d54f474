internal import Foundation
internal import UTIPlatform

extension UndoManager {
  func undoTopLevelGroup() {
    requireIdle("undo()")
    announceEdit()
    // Observers may register pending changes.
    post(.NSUndoManagerCheckpoint)
    closeTopLevelGroup("undo()")
    undoNestedGroup()
  }

  func undoLastGroup() {
    requireIdle("undoNestedGroup()")
    announceEdit()
    post(.NSUndoManagerCheckpoint)
    let group: UndoGroup?
    do {
      group = try history.takeUndoable()
    } catch {
      misuse(
        "undoNestedGroup() after registering in an open group: call endUndoGrouping() first")
    }
    guard let group else { return }
    perform(
      group, .undoing, before: .NSUndoManagerWillUndoChange, after: .NSUndoManagerDidUndoChange)
  }

  func redoLastGroup() {
    requireIdle("redo()")
    announceEdit()
    post(.NSUndoManagerCheckpoint)
    closeTopLevelGroup("redo()")
    guard let group = history.takeRedoable() else { return }
    perform(
      group, .redoing, before: .NSUndoManagerWillRedoChange, after: .NSUndoManagerDidRedoChange)
  }

  private func requireIdle(_ function: StaticString) {
    demand(
      history.phase == .idle, "\(function) called by a handler of an undo or a redo in progress")
  }

  private func closeTopLevelGroup(_ function: StaticString) {
    demand(
      groupingLevel <= 1,
      "\(function) with \(groupingLevel) groups open: call endUndoGrouping() first")
    if groupingLevel == 1 { endUndoGrouping() }
  }

  /// Performs actions, latest first, and records the actions that they register as one group (rule
  /// R5).
  private func perform(
    _ group: UndoGroup, _ phase: UndoHistory.Phase, before: Notification.Name,
    after: Notification.Name
  ) {
    history.prepare(group)
    post(before)
    history.begin(phase)
    openGroup(.recording)
    let level = groupingLevel
    while let action = history.popAction() { action.perform() }
    demand(
      groupingLevel == level,
      "an undo handler called beginUndoGrouping() and not endUndoGrouping()")
    history.finishRecording()
    closeGroup()
    history.end()
    post(after)
  }
}
