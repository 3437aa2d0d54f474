internal import Synchronization

/// Waits until an autosave is due, and saves the document in its isolation.
final class Autosaver: Sendable {
  private struct State: Sendable {
    var schedule: AutosaveSchedule?
    var waiting: Task<Void, Never>?
  }

  /// The observer of whether the document's isolation serves its queue.
  private let service = IsolationService()

  private let state = Mutex(State())

  /// Records an edit and schedules an autosave.
  func edited(_ document: Document) {
    guard let policy = document.environment.autosavePolicy else { return }
    let now = document.environment.clock.now()
    state.withLock { state in
      var schedule = state.schedule ?? AutosaveSchedule(policy: policy)
      schedule.policy = policy
      schedule.edit(at: now)
      state.schedule = schedule
    }
    service.probe(document)
    wait(for: document)
  }

  /// Notes that a comparison for unregistered changes waits for the document's isolation.
  func noteComparison(of document: Document) { service.probe(document) }

  /// True if changes wait for an autosave, or an autosave is in progress.
  var hasChanges: Bool {
    state.withLock { $0.schedule.map { $0.firstEdit != nil || $0.isSaving } ?? false }
  }

  /// The time since the first edit that belongs to the next autosave; nil if there is none.
  func age(of document: Document) -> Duration? {
    let now = document.environment.clock.now()
    return state.withLock { $0.schedule?.firstEdit }.map { now - $0 }
  }

  /// True if the document's isolation has answered all probes.
  var isServed: Bool { service.isServed }

  /// Returns true if the next edit must take the contents first, because the document's isolation
  /// does not serve its queue.
  func isOverdue(_ document: Document) -> Bool {
    guard let schedule = state.withLock({ $0.schedule }) else { return false }
    let now = document.environment.clock.now()
    return schedule.isOverdue(at: now)
      && service.isMissing(at: now, for: schedule.policy.idlePeriod / 8)
  }

  /// Autosaves in the document's isolation, without waiting for the deadline.
  func saveNow(_ document: Document) {
    state.withLock { state in
      state.waiting?.cancel()
      state.waiting = nil
    }
    let operation = document.makeOperationOfOwner()
    DocumentOperation.$current.withValue(operation) { begin(document, as: operation) }
  }

  /// Cancels the scheduled autosave.
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
        // Edits during the sleep move the deadline, so it is read again.
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

  /// Saves the document in its isolation.
  ///
  /// Runs in the waiting task.
  private func save(_ weakDocument: WeakDocument) {
    guard let document = weakDocument.document else { return }
    let operation = document.makeOperationOfOwner()
    operation.resume { [self] in
      guard let document = weakDocument.document, !takeTurn() else { return }
      begin(document, as: operation)
    }
    service.probe(document)
  }

  private func begin(_ document: Document, as operation: DocumentOperation) {
    let clock = document.environment.clock
    guard document.mayAutosave else {
      state.withLock { $0.schedule?.postpone(at: clock.now()) }
      wait(for: document)
      return
    }
    state.withLock { $0.schedule?.begin() }
    let weakDocument = WeakDocument(document)
    document.autosaveByItself { success in
      guard let document = weakDocument.document else { return }
      let ending: AutosaveSchedule.Ending =
        success ? .saved : operation.error == nil ? .declined : .failed
      self.state.withLock { $0.schedule?.end(ending, at: clock.now()) }
      self.wait(for: document)
    }
  }

  /// Ends the wait of the task at its deadline.
  ///
  /// - Returns: whether the autosave was cancelled meanwhile.
  private func takeTurn() -> Bool {
    state.withLock { state in
      let isCalledOff = state.waiting == nil
      state.waiting = nil
      return isCalledOff
    }
  }
}
