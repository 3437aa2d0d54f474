internal import Synchronization

/// Waits until a document is to be saved, and has it saved where it lives.
final class Autosaver: Sendable {
  private struct State: Sendable {
    var schedule: AutosaveSchedule?
    var waiting: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Records an edit and sees to it that the document is saved in time.
  func edited(_ document: Document) {
    guard let policy = document.environment.autosavePolicy else { return }
    let now = document.environment.clock.now()
    state.withLock { state in
      var schedule = state.schedule ?? AutosaveSchedule(policy: policy)
      schedule.policy = policy
      schedule.edit(at: now)
      state.schedule = schedule
    }
    wait(for: document)
  }

  /// Forgets what there was to save.
  func cancel() {
    state.withLock { state in
      state.schedule?.cancel()
      state.waiting?.cancel()
      state.waiting = nil
    }
  }

  /// Waits for the deadline in a task, unless one is waiting already.
  private func wait(for document: Document) {
    let clock = document.environment.clock
    let document = WeakDocument(document)
    state.withLock { state in
      guard state.waiting == nil, state.schedule?.deadline != nil else { return }
      state.waiting = Task { [self] in
        // Edits while sleeping move the deadline, so that it is looked at anew.
        while let deadline = deadline, !Task.isCancelled {
          guard clock.now() < deadline else {
            save(document)
            return
          }
          try? await clock.sleep(deadline)
        }
      }
    }
  }

  private var deadline: Duration? { state.withLock { $0.schedule?.deadline } }

  /// Has the document saved where it lives.
  ///
  /// Runs in the waiting task.
  private func save(_ weakDocument: WeakDocument) {
    guard let document = weakDocument.document else { return }
    let clock = document.environment.clock
    let operation = document.makeOperationOfOwner()
    operation.resume { [self] in
      guard let document = weakDocument.document, !takeTurn() else { return }
      guard document.mayAutosave else {
        state.withLock { $0.schedule?.postpone(at: clock.now()) }
        wait(for: document)
        return
      }
      state.withLock { $0.schedule?.begin() }
      document.autosaveByItself { success in
        guard let document = weakDocument.document else { return }
        let ending: AutosaveSchedule.Ending =
          success ? .saved : operation.error == nil ? .declined : .failed
        self.state.withLock { $0.schedule?.end(ending, at: clock.now()) }
        self.wait(for: document)
      }
    }
  }

  /// Ends the waiting of the task that has come to its deadline.
  ///
  /// - Returns: whether the autosave was called off in between.
  private func takeTurn() -> Bool {
    state.withLock { state in
      let isCalledOff = state.waiting == nil
      state.waiting = nil
      return isCalledOff
    }
  }
}
