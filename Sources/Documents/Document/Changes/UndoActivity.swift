internal import Synchronization
internal import UTIPlatform

/// Whether an undo or a redo is in progress, for any thread to ask.
///
/// The undo manager itself belongs to the main actor, and saves start everywhere.
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

  /// Whether a group is open: what belongs to it is no change yet.
  var hasOpenGroup: Bool {
    get { state.withLock { $0.hasOpenGroup } }
    set { state.withLock { $0.hasOpenGroup = newValue } }
  }

  /// Whether something was registered in the open group that has changed the contents, and is no
  /// change yet that the document has counted.
  var isRecording: Bool {
    get { state.withLock { $0.isRecording } }
    set {
      let tell = state.withLock { state in
        defer { state.isRecording = newValue }
        return state.isRecording == newValue ? nil : state.whenRecording
      }
      tell?()
    }
  }

  /// Has somebody told when ``isRecording`` has another value.
  func whenRecording(_ tell: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenRecording = tell }
  }

  func begin() { state.withLock { $0.isActive = true } }

  /// Notes the end, and lets those go on who waited for it.
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

  /// Does something when no undo is in progress.
  ///
  /// - Returns: false when that is now, and nothing was done.
  func postpone(_ body: @escaping () -> Void) -> Bool {
    let body = UncheckedSendableBox(body)
    return state.withLock { state in
      if state.isActive { state.waiting.append(body) }
      return state.isActive
    }
  }
}
