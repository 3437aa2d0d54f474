internal import Foundation
internal import FoundationAdditions

extension Document {
  func recordChange(_ change: ChangeKind, isDiscardable: Bool = false) {
    ContentsWatch.shared.noteRegistration(by: self)
    takeOverdueContents()
    record.withValues { values in
      switch change {
      case .done: values.changes.done(isDiscardable: isDiscardable)
      case .undone: values.changes.undone()
      case .redone: values.changes.redone()
      case .cleared: values.changes.clear()
      }
    }
    scheduleAutosave()
  }

  /// Corrects the state to which the last recorded undo or redo has led.
  func recordArrival(at state: ChangeTracker.StateIdentity?) {
    record.withValues { $0.changes.arrive(at: state) }
    scheduleAutosave()
  }

  /// Records that the open undo group is not a separate step.
  func endOpenChange() {
    record.withValues { $0.changes.endTouching() }
    scheduleAutosave()
  }

  /// Records that contents came from another location than the document's item and must be saved
  /// (rule F13).
  func recordOtherContents() {
    record.withValues { $0.changes.readOtherContents() }
    scheduleAutosave()
  }

  /// Records that the contents at the time of the token were saved.
  func recordSaving(token: Any) {
    guard let state = token as? ChangeTracker.StateIdentity else { return }
    record.withValues { $0.changes.clear(state) }
    if !hasUnsavedChanges { autosaver.cancel() }
  }

  private func scheduleAutosave() {
    guard hasUnsavedChanges else { return autosaver.cancel() }
    leaveReadOnlyPlace()
    autosaver.edited(self)
  }
}
