internal import Foundation
internal import Synchronization
internal import UTIPlatform

/// Periodically compares open documents for unregistered changes, in at most a thousandth of the
/// time of their isolation.
///
/// A document without a reference in the program is checked soon, and then released or saved; one
/// of a class that has registered no change after its idle period and at increasing intervals; any
/// other when it is closed and when the program ends.
final class ContentsWatch: Sendable {
  static let shared = ContentsWatch()

  /// Unchecked, because the lock of the state guards it.
  private final class Lifeline: @unchecked Sendable {
    private var object: NSObject

    init(_ object: NSObject) { self.object = object }

    var isLast: Bool { isKnownUniquelyReferenced(&object) }
  }

  private struct Entry: Sendable {
    let document: WeakDocument
    let lifeline: Lifeline
    let clock: DocumentClock
    let longestInterval: Duration
    var interval: Duration
    var due: Duration

    var remaining: Duration { due - clock.now() }
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var registering: Set<ObjectIdentifier> = []
    var task: Task<Void, Never>?
    var awaited: (DocumentClock, Duration)?
  }

  /// The least time between two looks, for each thousand documents.
  private static let pauseOfThousand = Duration.milliseconds(100)

  private let state = Mutex(State())

  func update(_ document: Document) {
    let id = ObjectIdentifier(document)
    guard document.isWatchable, let policy = document.environment.autosavePolicy else {
      return forget(id)
    }
    let clock = document.environment.clock
    let entry = Entry(
      document: WeakDocument(document), lifeline: Lifeline(document.lifeline), clock: clock,
      longestInterval: max(policy.idlePeriod, policy.longestPeriod), interval: policy.idlePeriod,
      due: clock.now() + policy.idlePeriod)
    state.withLock { state in
      guard state.entries[id] == nil else { return }
      state.entries[id] = entry
      // The current task may wait for a later time.
      if let (other, due) = state.awaited, other.isSame(as: clock), due <= entry.due { return }
      state.task?.cancel()
      state.task = Task { await run() }
    }
  }

  func noteRegistration(by document: Document) {
    let id = ObjectIdentifier(document.clientClass)
    state.withLock { _ = $0.registering.insert(id) }
  }

  func registers(_ document: Document) -> Bool {
    let id = ObjectIdentifier(document.clientClass)
    return state.withLock { $0.registering.contains(id) }
  }

  private func forget(_ id: ObjectIdentifier) {
    // The reference that is released may be the last one, and `deinit` takes locks.
    let forgotten = state.withLock { $0.entries.removeValue(forKey: id) }
    withExtendedLifetime(forgotten) {}
  }

  // MARK: - Checking

  private func run() async {
    while !Task.isCancelled, let (clock, due) = nextLook() {
      try? await clock.sleep(due)
      guard !Task.isCancelled else { return }
      for (document, isOrphan) in takeDue() { look(at: document, isOrphan: isOrphan) }
    }
  }

  /// Nil for none, which ends the task.
  private func nextLook() -> (DocumentClock, Duration)? {
    state.withLock { state in
      guard let first = state.entries.values.min(by: { $0.remaining < $1.remaining }) else {
        state.task = nil
        state.awaited = nil
        return nil
      }
      state.awaited = (first.clock, first.due)
      // Each look takes time for every document, so it waits longer if there are thousands.
      let pause = Self.pauseOfThousand * (state.entries.count / 1000)
      guard pause > .zero else { return state.awaited }
      return (first.clock, max(first.due, first.clock.now() + pause))
    }
  }

  private func takeDue() -> [(document: WeakDocument, isOrphan: Bool)] {
    state.withLock { state in
      state.awaited = nil
      var due: [(WeakDocument, Bool)] = []
      // Documents that were opened one after another are checked together.
      for (id, var entry) in state.entries where entry.remaining <= entry.interval / 16 {
        entry.interval = min(entry.interval * 2, entry.longestInterval)
        entry.due = entry.clock.now() + entry.interval
        state.entries[id] = entry
        due.append((entry.document, entry.lifeline.isLast))
      }
      return due
    }
  }

  private func look(at weakDocument: WeakDocument, isOrphan: Bool) {
    guard let document = weakDocument.document else { return }
    guard isOrphan || !registers(document) && document.hasIsolation else { return }
    let id = ObjectIdentifier(document)
    document.autosaver.noteComparison(of: document)
    document.lookForUnregisteredChange { [self] isUnchanged, cost in
      if isOrphan, isUnchanged { return forget(id) }
      state.withLock { state in
        guard var entry = state.entries[id] else { return }
        entry.due = max(entry.due, entry.clock.now() + cost * 1000)
        state.entries[id] = entry
      }
    }
  }
}

extension Document {
  /// True if there may be unregistered changes, as far as is known of the document's class.
  var hidesChanges: Bool { isWatchable && !ContentsWatch.shared.registers(self) }

  /// True if the document is open, autosaves, and may have changes that were not registered.
  fileprivate var isWatchable: Bool {
    !registersChanges && environment.autosavePolicy != nil && record.fileURL.isFileURL
      && !record.state.contains(.closed)
  }

  /// `completion` gets whether there are no changes, and for how long the check occupied the
  /// document's isolation.
  fileprivate func lookForUnregisteredChange(
    _ completion: @escaping @Sendable (Bool, Duration) -> Void
  ) {
    let operation = makeOperationOfOwner(isAutosave: true)
    let document = UncheckedSendableBox(self)
    operation.resume {
      document.value.operations.begin(operation, waitsForClosing: true) {
        // The end of the process compares each document itself.
        guard !ProcessEnd.shared.isActive else { return document.value.operations.end() }
        document.value.findUnregisteredChange(as: operation) { isChanged in
          document.value.operations.end()
          completion(
            !document.value.hasUnsavedChanges,
            document.value.record.withValues { $0.comparisonCost })
          // The time of the change is unknown.
          if isChanged { document.value.autosaveByItself { _ in } }
        }
      }
    }
  }
}
