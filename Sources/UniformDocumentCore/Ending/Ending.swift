internal import CUTISystemCalls
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UTIFileCoordination
internal import UTIFoundationBridge
internal import UTIPlatform

/// One end of the process: it waits for pending operations, and saves each document in its
/// isolation.
///
/// A thread on the main queue serves the main actor itself; otherwise the main queue must be
/// served.
final class Ending: Sendable {
  private struct Pending: Sendable {
    let isNeeded: Bool
    let url: URL
    let report: @Sendable (DocumentError) -> Void
    let document: WeakEndingDocument
  }

  private struct State: Sendable {
    var pending: [ObjectIdentifier: Pending] = [:]
    var settled: [ObjectIdentifier: EndState] = [:]
    var reported: Set<ObjectIdentifier> = []
    var isOver = false
    var deadline = DispatchTime.now()
    /// The deadline for documents without known changes.
    var earlyDeadline = DispatchTime.now()
    var latestProgress: DispatchTime?
    /// The time at which contents were last begun or ended to be taken.
    var latestTaking: DispatchTime?
    var waiters: [DispatchSemaphore] = []
  }

  /// The longest time to wait for documents that are only compared.
  private static let shortPatience = DispatchTimeInterval.seconds(1)

  private let cause: EndOutcome.Cause
  private let patience: DispatchTimeInterval
  private let state = Mutex(State())

  init(_ cause: EndOutcome.Cause) {
    self.cause = cause
    let patience = LiveDocuments.shared.all.compactMap(\.environment.endPatience).max() ?? .zero
    self.patience = patience.dispatchInterval
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  func hasReported(_ document: ObjectIdentifier) -> Bool {
    state.withLock { $0.reported.contains(document) }
  }

  func run() {
    state.withLock { state in
      state.deadline = .now() + patience
      state.earlyDeadline = min(state.deadline, .now() + Self.shortPatience)
    }
    if begin() {
      // The program's code may block its own thread, but not the thread of a signal.
      if cause != .signal { watch() }
      repeat { wait() } while isInTime && begin()
    }
    giveUp()
    reportKept()
    state.withLock { $0.isOver = true }
    noteChange()
  }

  /// Reports documents in conflict, whose changes an autosave has kept before.
  private func reportKept() {
    for document in LiveDocuments.shared.all where !hasReported(ObjectIdentifier(document)) {
      if let error = document.keptOutcome?.message(about: document.fileURL, cause) {
        document.environment.report(error)
      }
    }
  }

  /// Continues if this thread ended the process again.
  func join() { wait() }

  func abandon(_ operation: DocumentOperation) {
    for document in LiveDocuments.shared.all where ObjectIdentifier(document) == operation.document
    {
      document.operations.abandon(operation)
    }
  }

  /// The document's code has ended the process during the save, and would end it again.
  func refuse(_ operation: DocumentOperation) {
    let pending = state.withLock { $0.pending[operation.document] }
    guard let pending, let document = pending.document.document else { return }
    let error = DocumentError(
      .changesLost, .save, url: pending.url,
      message: "\(document.clientClass) ends the program while it is saved",
      remedy: "throw an error there, and do not call exit")
    let outcome: EndOutcome =
      document.isAtRisk
      ? .lost(error)
      : document.keptUnanswered ?? (document.hidesChanges ? .notCompared : .unchanged)
    settle(operation.document, outcome, document.endState)
  }

  func noteProgress() { state.withLock { $0.latestProgress = .now() } }

  func noteTaking() { state.withLock { $0.latestTaking = .now() } }

  // MARK: - Waiting

  private var deadline: DispatchTime { deadline(ofAny: false) }

  /// `ofAny`: documents without known changes have the time of others.
  private func deadline(ofAny: Bool) -> DispatchTime {
    // Nothing can be written before the contents are there, and then they are written.
    let time = ProcessEnd.shared.isTakingContents ? [patience, patience] : [patience]
    return state.withLock { state in
      // A comparison may have found changes since the wait began.
      let isNeeded =
        ofAny
        || state.pending.values.contains { $0.isNeeded || $0.document.document?.isAtRisk == true }
      let latest = isNeeded ? [state.latestProgress, state.latestTaking] : [state.latestTaking]
      return latest.compactMap { $0.map { time.reduce($0, +) } }
        .reduce(isNeeded ? state.deadline : state.earlyDeadline, max)
    }
  }

  private var isInTime: Bool { DispatchTime.now() < state.withLock { $0.deadline } }

  private func wait() {
    if MainQueue.isCurrent {
      return MainQueue.serve(until: { deadline }, { isDone })
    }
    let change = DispatchSemaphore(value: 0)
    state.withLock { $0.waiters.append(change) }
    defer { state.withLock { $0.waiters.removeAll { $0 === change } } }
    while !isDone, DispatchTime.now() < deadline { _ = change.wait(timeout: deadline) }
  }

  private var isDone: Bool { state.withLock { $0.pending.isEmpty } }

  private func noteChange() {
    for waiter in state.withLock({ $0.waiters }) { waiter.signal() }
    MainQueue.wake()
  }

  /// Ends the process if the program's code blocks the ending thread.
  private func watch() {
    let change = DispatchSemaphore(value: 0)
    state.withLock { $0.waiters.append(change) }
    Thread.detachNewThread { [self] in
      while !isOver {
        let last = deadline(ofAny: true) + patience
        guard DispatchTime.now() >= last else {
          _ = change.wait(timeout: last)
          continue
        }
        giveUp()
        uti_flush_output_if_possible()
        _exit(EXIT_FAILURE)
      }
    }
  }

  // MARK: - Documents

  /// Returns whether any document needs to be saved.
  private func begin() -> Bool {
    let documents = LiveDocuments.shared.all.filter { document in
      guard document.environment.endPatience != nil, document.needsEnd || document.mayNeedEnd
      else { return false }
      guard let settled = state.withLock({ $0.settled[ObjectIdentifier(document)] }) else {
        return true
      }
      // A document that is only compared is compared once.
      let endState = document.endState
      return document.needsEnd ? settled != endState : settled.changes != endState.changes
    }
    for document in documents {
      let id = ObjectIdentifier(document)
      let wasAtRisk = document.isAtRisk
      let pending = Pending(
        isNeeded: document.needsEnd, url: document.fileURL, report: document.environment.report,
        document: WeakEndingDocument(document))
      state.withLock { $0.pending[id] = pending }
      document.saveAtEnd { [self] outcome, endState in
        settle(id, outcome == .unchanged && wasAtRisk ? .saved : outcome, endState)
      }
    }
    return !documents.isEmpty
  }

  private func settle(_ id: ObjectIdentifier, _ outcome: EndOutcome, _ endState: EndState) {
    let pending = state.withLock { state in
      state.settled[id] = endState
      return state.pending[id]
    }
    if let pending, let error = outcome.message(about: pending.url, cause) {
      state.withLock { _ = $0.reported.insert(id) }
      pending.report(error)
    }
    // The process may end as soon as nothing is pending.
    state.withLock { _ = $0.pending.removeValue(forKey: id) }
    noteChange()
  }

  private func giveUp() {
    let pending = state.withLock { state in
      defer { state.pending = [:] }
      return state.pending.values.sorted { $0.url.absoluteString < $1.url.absoluteString }
    }
    for pending in pending {
      guard let document = pending.document.document else { continue }
      let outcome: EndOutcome? =
        document.isAtRisk
        ? .unanswered(document.lostPart)
        : document.keptUnanswered ?? (document.hidesChanges ? .notCompared : nil)
      if let error = outcome?.message(about: pending.url, cause) {
        state.withLock { _ = $0.reported.insert(ObjectIdentifier(document)) }
        pending.report(error)
      }
    }
  }
}

extension Duration {
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return .nanoseconds(Int(clamping: overflows ? .max : whole + attoseconds / 1_000_000_000))
  }
}
