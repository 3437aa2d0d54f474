internal import Dispatch
internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFileCoordination
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions

/// Waits until an autosave is due, and saves the document in its isolation.
package final class Autosaver: Sendable {
  private struct State: Sendable {
    var schedule: AutosaveSchedule?
    /// The task that waits; a save does not end it, because each edit would start another one.
    var waiting: Task<Void, Never>?
    var awaited = Duration.zero
  }

  private let service = IsolationService()

  private let state = Mutex(State())

  package func edited(_ document: Document) {
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

  var hasChanges: Bool {
    state.withLock { $0.schedule.map { $0.firstEdit != nil || $0.isSaving } ?? false }
  }

  /// The time since the first edit that belongs to the next autosave; nil if there is none.
  func age(of document: Document) -> Duration? {
    let now = document.environment.clock.now()
    return state.withLock { $0.schedule?.firstEdit }.map { now - $0 }
  }

  func isDue(_ document: Document, within duration: Duration) -> Bool {
    deadline.map { $0 <= document.environment.clock.now() + duration } ?? false
  }

  var isServed: Bool { service.isServed }

  /// The document's isolation does not serve its queue, so the next edit takes the contents first.
  func isOverdue(_ document: Document) -> Bool {
    guard let schedule = state.withLock({ $0.schedule }) else { return false }
    let now = document.environment.clock.now()
    return schedule.isOverdue(at: now)
      && service.isMissing(at: now, for: schedule.policy.idlePeriod / 8)
  }

  /// Autosaves in the document's isolation, without waiting for the deadline.
  func saveNow(_ document: Document) {
    let operation = document.makeOperationOfOwner()
    operation.run { begin(document, as: operation) }
  }

  func cancel() { state.withLock { $0.schedule?.cancel() } }

  /// Waits for the deadline in a task, unless one is waiting already.
  private func wait(for document: Document) {
    let clock = document.environment.clock
    let document = WeakDocument(document)
    state.withLock { state in
      guard let deadline = state.schedule?.deadline,
        state.waiting == nil || deadline < state.awaited
      else { return }
      state.waiting?.cancel()
      state.awaited = deadline
      state.waiting = Task { [self] in
        // Edits and saves during the sleep move the deadline, so it is read again.
        while let deadline = nextDeadline() {
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

  private func nextDeadline() -> Duration? {
    state.withLock { state in
      guard !Task.isCancelled else { return nil }
      guard let deadline = state.schedule?.deadline else {
        state.waiting = nil
        return nil
      }
      state.awaited = deadline
      return deadline
    }
  }

  /// Saves the document in its isolation; runs in the waiting task.
  private func save(_ weakDocument: WeakDocument) {
    guard let document = weakDocument.document else { return }
    let operation = document.makeOperationOfOwner()
    operation.resume { [self] in
      guard let document = weakDocument.document else { return }
      if takeTurn(at: document.environment.clock.now()) {
        begin(document, as: operation)
      } else {
        wait(for: document)
      }
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
      let ending: AutosaveSchedule.Outcome =
        success ? .saved : operation.error == nil ? .declined : .failed
      self.state.withLock { $0.schedule?.end(ending, at: clock.now()) }
      self.wait(for: document)
    }
  }

  /// Returns whether an autosave is still due.
  private func takeTurn(at time: Duration) -> Bool {
    state.withLock { state in
      state.waiting = nil
      return state.schedule?.deadline.map { $0 <= time } ?? false
    }
  }
}

/// Observes with probes whether the isolation of an edited document serves its queue.
///
/// An isolation that runs no probe computes or waits in its own code, such as `readLine()`.
final class IsolationService: Sendable {
  private struct State: Sendable {
    /// The time since which a probe waits; nil if none does.
    var waiting: Duration?
    var latest: Duration?
    /// The thread that has sent the latest probe, which is the one of the isolation.
    var thread: Int32?
    var isWatched = false
  }

  private static let watchQueue = DispatchQueue(label: "UniformDocuments.overdue")
  /// The first overdue autosave of the process is reported.
  private static let hasReported = Atomic(false)

  private let state = Mutex(State())

  func probe(_ document: Document) {
    guard let policy = document.environment.autosavePolicy else { return }
    let now = document.environment.clock.now()
    let isDue = state.withLock { state in
      guard state.waiting == nil, state.latest.map({ now - $0 >= policy.idlePeriod / 8 }) ?? true
      else { return false }
      state.waiting = now
      state.latest = now
      state.thread = MainQueue.isCurrent ? ThreadActivity.currentThread : nil
      return true
    }
    guard isDue else { return }
    let context = document.record.owner ?? document.callerContext
    context.perform { [self] in state.withLock { $0.waiting = nil } }
    watch(document)
  }

  var isServed: Bool { state.withLock { $0.waiting == nil } }

  func isMissing(at time: Duration, for duration: Duration) -> Bool {
    state.withLock { $0.waiting.map { time - $0 >= duration } ?? false }
  }

  // MARK: - Reporting

  /// Looks at the probe later, on another thread, which reports a wait of two periods (rule G12).
  private func watch(_ document: Document) {
    guard let policy = document.environment.autosavePolicy,
      !Self.hasReported.load(ordering: .relaxed)
    else { return }
    let isFirst = state.withLock { state in
      defer { state.isWatched = true }
      return !state.isWatched
    }
    guard isFirst else { return }
    let weakDocument = WeakDocument(document)
    // Twice the period: the isolation has the time of one event.
    let delay = (policy.idlePeriod * 2).dispatchInterval
    Self.watchQueue.asyncAfter(deadline: .now() + delay) { [weak self] in
      guard let self, let document = weakDocument.document else { return }
      look(document)
    }
  }

  private func look(_ document: Document) {
    guard let policy = document.environment.autosavePolicy else { return }
    let now = document.environment.clock.now()
    let isWaiting = state.withLock { state in
      state.isWatched = false
      return state.waiting != nil
    }
    guard isWaiting else { return }
    guard isMissing(at: now, for: policy.idlePeriod * 2),
      document.autosaver.hasChanges || document.hidesChanges
    else { return watch(document) }
    guard !Self.hasReported.exchange(true, ordering: .relaxed) else { return }
    let thread = state.withLock { $0.thread }
    document.environment.report(document.overdue(thread.flatMap { ThreadActivity(ofThread: $0) }))
  }
}

extension Document {
  /// Takes the contents for an overdue autosave, in the isolation that does not serve its queue
  /// (rule G11).
  ///
  /// Called before an edit is registered, an undo group is opened, or an undo begins. The contents
  /// count as the state before that edit, but may have a part of it, so the document has unsaved
  /// changes after it. Takes nothing in the program's undo groups, in an undo or in another
  /// operation.
  package func takeOverdueContents() {
    guard autosaver.isOverdue(self), mayAutosave, isInOwnIsolation,
      DocumentOperation.current?.document != ObjectIdentifier(self)
    else { return }
    isolationWork.withinEdit {
      // An autosave that has been written ends here, and one that waits begins.
      isolationWork.runAll()
      if operations.isIdle, autosaver.isOverdue(self) { autosaver.saveNow(self) }
      guard hooks.writesInIsolation, !operations.isIdle else { return }
      let patience = environment.endPatience ?? .seconds(5)
      isolationWork.runAll(until: .now() + patience.dispatchInterval) { operations.isIdle }
    }
  }

  /// True if the caller is known to be in the document's isolation, between two edits.
  private var isInOwnIsolation: Bool {
    switch record.owner ?? callerContext {
    case .main:
      guard MainQueue.isCurrent else { return false }
      let manager = record.undoManager
      return MainActor.assumeIsolated { manager?.isInExplicitGroup != true }
    // Only its isolation can use a document, which is not `Sendable`.
    case .actor: return true
    // The queue is always served.
    case .queue: return false
    }
  }

  /// The changes that are lost if the document's isolation does not answer any more.
  var lostPart: EndOutcome.LostPart {
    let (url, autosaved, written, ownFolder) = record.withValues {
      ($0.fileURL, $0.autosaved?.url, $0.machine.written, $0.ownFolder)
    }
    let place = autosaved ?? (written == nil ? nil : url)
    return EndOutcome.LostPart(
      age: autosaver.age(of: self), file: place.flatMap { try? FilePath(of: $0) },
      ownFolder: ownFolder)
  }

  /// `activity` is the activity of the thread that served the main queue; nil if it is unknown.
  fileprivate func overdue(_ activity: ThreadActivity?) -> DocumentError {
    var place = "the actor of the document is busy"
    var remedy = "let it suspend between edits"
    if case .main = record.owner ?? callerContext {
      place = "the main thread \(activity.activityWithoutService)"
      remedy = activity.remedyOfMissingService
    }
    return DocumentError(
      .autosaveOverdue, .save, url: fileURL, unsavedContents: .inMemory,
      message: autosaver.hasChanges
        ? "an autosave is overdue, because \(place): the latest changes are lost if the program is killed"
        : "changes that are not registered are not found, because \(place): they are lost if the "
          + "program is killed",
      remedy: remedy)
  }
}

extension ThreadActivity? {
  fileprivate var activityWithoutService: String {
    switch self {
    case .readingInput: "reads input, and does not serve its queue"
    case .sleeping: "sleeps, and does not serve its queue"
    case .waitingForEvents: "is in a loop that does not serve its queue"
    case .waitingForThread: "waits for another thread, and does not serve its queue"
    case .running: "computes, and does not serve its queue"
    case .waiting, .stopped, nil: "does not serve its queue"
    }
  }

  fileprivate var remedyOfMissingService: String {
    switch self {
    case .readingInput:
      "read lines with 'for await line in InputLines()' or readLine() of UniformDocuments, or "
        + "call DocumentController.saveBeforeWaiting() before the read"
    case .waitingForEvents:
      "serve the main actor in the loop with UniformMainLoop, or call "
        + "DocumentController.saveBeforeWaiting() before it waits"
    case .running: "compute outside of the main actor"
    case .sleeping, .waitingForThread, .waiting, .stopped, nil:
      "wait with 'await', or call DocumentController.saveBeforeWaiting() before the wait"
    }
  }
}
