internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UTIPlatform
internal import UniformFoundationAdditions

/// The state of unregistered edits; an object, because the compiler of Swift 6.3 crashes on a lock
/// in an open class that is imported from another module.
final class ContentEdits: Sendable {
  struct State {
    var isForViewing = false
    /// True if the end of the event that changes the content is awaited.
    fileprivate var isSettling = false
    /// The start of that event, and the time spent on tracking its changes.
    fileprivate var beginning = ContinuousClock.now
    fileprivate var trackingCost = Duration.zero
    /// True if a snapshot was taken between the announcement of a change and the change.
    var isSnapshotStale = false
  }

  private let state = Mutex(State())

  func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { body(&$0) }
  }
}

extension SnapshotDocument {
  /// Registers a change in this event, on any thread, with or without an undo step (rule Q3).
  ///
  /// A registration with the undo manager in the event becomes one step with it.
  nonisolated func noteEdit() {
    guard !isForViewing else { return }
    takeOverdueContents()
    if !isUndoingOrRedoing { touch() }
    let isFirst = edits.withLock { edits in
      defer { edits.isSettling = true }
      if !edits.isSettling { (edits.beginning, edits.trackingCost) = (.now, .zero) }
      return !edits.isSettling
    }
    guard isFirst else { return }
    let document = WeakDocument(self)
    DispatchQueue.main.async {
      MainActor.assumeIsolated { (document.document as? SnapshotDocument)?.settle() }
    }
  }

  /// Registers a change of a property that a snapshot has read, and tracks the next one, because
  /// the event does not end while the main queue is not served.
  ///
  /// Tracking takes at most 2 ms or a tenth of the event, and one snapshot more.
  nonisolated func noteTrackedEdit() {
    noteEdit()
    let isAffordable = edits.withLock { edits in
      edits.trackingCost <= max(.milliseconds(2), (.now - edits.beginning) / 10)
    }
    guard isAffordable, MainQueue.isCurrent else { return }
    let document = UncheckedSendableBox(self)
    let cost = MainActor.assumeIsolated {
      ContinuousClock().measure { document.value.trackContent() }
    }
    edits.withLock { $0.trackingCost += cost }
  }

  /// Marks the current state as never saved and not yet known to the undo manager.
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
