internal import Dispatch
internal import Foundation
internal import FoundationAdditions
internal import Synchronization

/// What is known of edits that nobody has registered.
///
/// It is an object: a lock that a class for others to derive from holds itself stops the compiler where
/// that class comes from another module (Swift 6.3).
final class ContentEdits: Sendable {
  struct State {
    /// Whether the document was opened for viewing.
    var isForViewing = false
    /// Whether the end of the event is awaited in which the content changes.
    fileprivate var isSettling = false
    /// Whether a snapshot was taken between the announcement of a change and the change.
    var isSnapshotStale = false
  }

  private let state = Mutex(State())

  func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { body(&$0) }
  }
}

extension SnapshotDocument {
  /// Records that the content changes in this event, whether or not that can be undone (rule Q3).
  ///
  /// Any thread may say so. What is also registered with the undo manager in the same event becomes
  /// one step with it, and what changes while something is undone is counted by the undo manager.
  nonisolated func noteEdit() {
    guard !isForViewing else { return }
    if !isUndoingOrRedoing { touch() }
    let isFirst = edits.withLock { edits in
      defer { edits.isSettling = true }
      return !edits.isSettling
    }
    guard isFirst else { return }
    let document = WeakDocument(self)
    DispatchQueue.main.async {
      MainActor.assumeIsolated { (document.document as? SnapshotDocument)?.settle() }
    }
  }

  /// Makes this a state that was never saved, of which the undo manager knows nothing yet.
  private nonisolated func touch() {
    record.withValues { $0.changes.touch() }
    autosaver.edited(self)
  }

  private func settle() {
    let isStale = edits.withLock { edits in
      defer { (edits.isSettling, edits.isSnapshotStale) = (false, false) }
      return edits.isSnapshotStale
    }
    if isStale { touch() }
    // The group that is open becomes the step that the change belongs to.
    if !undoActivity.hasOpenGroup { record.withValues { $0.changes.endTouching() } }
    contentDidSettle()
  }
}
