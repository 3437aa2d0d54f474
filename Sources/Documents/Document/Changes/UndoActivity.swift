internal import Synchronization
internal import UTIPlatform

/// The activity of a document's undo manager, readable on any thread.
///
/// The undo manager itself belongs to the main actor, and saves start in any isolation.
final class UndoActivity: Sendable {
  private struct State: Sendable {
    var isActive = false
    var hasOpenGroup = false
    var isRecording = false
    var whenRecording: (@Sendable () -> Void)?
    var waiting: [UncheckedSendableBox<() -> Void>] = []
  }

  private let state = Mutex(State())

  var isActive: Bool { state.withLock { $0.isActive } }

  /// True if a group is open, whose registrations are not yet a change.
  var hasOpenGroup: Bool {
    get { state.withLock { $0.hasOpenGroup } }
    set { state.withLock { $0.hasOpenGroup = newValue } }
  }

  /// True if the open group has registrations that the document has not counted as a change yet.
  var isRecording: Bool {
    get { state.withLock { $0.isRecording } }
    set {
      let notify = state.withLock { state in
        defer { state.isRecording = newValue }
        return state.isRecording == newValue ? nil : state.whenRecording
      }
      notify?()
    }
  }

  /// Sets the function that is called when ``isRecording`` changes.
  func whenRecording(_ notify: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenRecording = notify }
  }

  func begin() { state.withLock { $0.isActive = true } }

  /// Notes the end, and resumes the work that waits for it.
  func end() {
    let waiting = state.withLock { state in
      defer {
        state.isActive = false
        state.waiting = []
      }
      return state.waiting
    }
    for body in waiting { body.value() }
  }

  /// Postpones work until no undo is in progress.
  ///
  /// - Returns: false if no undo is in progress; the work was not postponed.
  func postpone(_ body: @escaping () -> Void) -> Bool {
    let body = UncheckedSendableBox(body)
    return state.withLock { state in
      if state.isActive { state.waiting.append(body) }
      return state.isActive
    }
  }
}
