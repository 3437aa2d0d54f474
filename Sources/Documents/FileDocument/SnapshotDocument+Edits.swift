internal import Dispatch
internal import Foundation
internal import FoundationAdditions
internal import Synchronization

/// The state of edits that are not registered.
///
/// It is an object, because the compiler of Swift 6.3 crashes on a lock in an open class if the
/// class is imported from another module.
final class ContentEdits: Sendable {
  struct State {
    /// A Boolean value that indicates whether the document was opened for viewing.
    var isForViewing = false
    /// A Boolean value that indicates whether the end of the event that changes the content is
    /// awaited.
    fileprivate var isSettling = false
    /// A Boolean value that indicates whether a snapshot was taken between the announcement of a
    /// change and the change.
    var isSnapshotStale = false
  }

  private let state = Mutex(State())

  func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { body(&$0) }
  }
}

extension SnapshotDocument {
  /// Registers that the content changes in this event, with or without an undo step (rule Q3).
  ///
  /// It may be called on any thread. A registration with the undo manager in the same event becomes
  /// one step with the change. Changes during an undo are counted by the undo manager.
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

  /// Marks the current state as one that was never saved and that the undo manager does not know
  /// yet.
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
    // The open group becomes the step of the change.
    if !undoActivity.hasOpenGroup { record.withValues { $0.changes.endTouching() } }
    contentDidSettle()
  }
}
