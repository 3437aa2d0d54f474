internal import Foundation
internal import Synchronization
internal import UTIPlatform
internal import UniformFoundationAdditions

extension Document {
  @MainActor func currentUndoManager() -> UndoManager {
    if let manager = record.undoManager { return manager }
    let manager = UndoManager()
    setUndoManager(manager)
    return manager
  }

  @MainActor func setUndoManager(_ manager: UndoManager?) {
    record.withValues { $0.undoManager = manager }
    undoActivity.end()
    undoObservation = manager.map { UndoObservation(of: $0, for: self) }
  }

  /// Runs on the main actor; a document in another isolation does not wait for it.
  func withUndoManager(_ body: @escaping @MainActor @Sendable (UndoManager) -> Void) {
    guard let manager = record.undoManager else { return }
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { body(manager) }
    } else {
      Task { @MainActor in body(manager) }
    }
  }

  /// The contents of the event's group then count as a change (rule D19).
  ///
  /// A call on the main actor, or without an open group, continues at once. Another isolation waits
  /// for the main actor without blocking its thread. Groups opened explicitly stay open, for
  /// example during a drag, and their registrations count as a change without a name.
  func afterUndoEvent(as operation: DocumentOperation, _ body: @escaping () -> Void) {
    guard let manager = record.undoManager else { return body() }
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { [record, undoActivity] in
        Self.endUndoEvent(of: manager, record, undoActivity)
      }
      return body()
    }
    guard undoActivity.hasOpenGroup else { return body() }
    let body = UncheckedSendableBox(body)
    Task { @MainActor [record, undoActivity] in
      Self.endUndoEvent(of: manager, record, undoActivity)
      operation.resume(body.value)
    }
  }

  @MainActor private static func endUndoEvent(
    of manager: UndoManager, _ record: DocumentRecord, _ activity: UndoActivity
  ) {
    manager.endEvent()
    guard manager.history.isRecording else { return }
    record.withValues { $0.changes.touch() }
    activity.isRecording = false
  }

  /// True if an undo or a redo is in progress; readable on any thread.
  package var isUndoingOrRedoing: Bool { undoActivity.isActive }
}

/// Registers groups of an undo manager that become separate steps as changes: nested groups are a
/// part of the step around them, and registrations in an undo are no edits (rules F7, F9, F10).
final class UndoObservation {
  private let observers: [any NSObjectProtocol]

  @MainActor init(of manager: UndoManager, for document: Document) {
    let weakDocument = WeakDocument(document)
    let center = NotificationCenter.default
    func observe(
      _ name: Notification.Name,
      _ body: @escaping @MainActor (Document, UndoManager, Notification) -> Void
    ) -> any NSObjectProtocol {
      let body = UncheckedSendableBox(body)
      return center.addObserver(forName: name, object: manager, queue: nil) { notification in
        let notification = UncheckedSendableBox(notification)
        MainActor.assumeIsolated {
          guard let document = weakDocument.document,
            let manager = notification.value.object as? UndoManager
          else { return }
          body.value(document, manager, notification.value)
        }
      }
    }
    let passage = UndoPassage()
    if manager.isUndoing || manager.isRedoing { document.undoActivity.begin() }
    document.undoActivity.hasOpenGroup = manager.groupingLevel > 0
    observers = [
      observe(UndoManager.willEditNotification) { document, _, _ in
        document.takeOverdueContents()
      },
      observe(.NSUndoManagerDidOpenUndoGroup) { document, manager, _ in
        document.undoActivity.hasOpenGroup = true
        // The group may stay open for long, and its registrations are not announced.
        if manager.groupingLevel == 1 { document.autosaver.edited(document) }
      },
      observe(UndoManager.didRegisterNotification) { document, manager, _ in
        if manager.history.isRecording { document.undoActivity.isRecording = true }
      },
      observe(.NSUndoManagerWillUndoChange) { document, _, _ in passage.begin(document) },
      observe(.NSUndoManagerWillRedoChange) { document, _, _ in passage.begin(document) },
      observe(.NSUndoManagerDidCloseUndoGroup) { document, manager, notification in
        document.undoActivity.hasOpenGroup = manager.groupingLevel > 0
        defer { document.undoActivity.isRecording = manager.history.isRecording }
        guard
          notification.userInfo?[UndoManager.groupOutcomeKey] as? UndoManager.GroupOutcome
            == .recorded
        else {
          if manager.groupingLevel == 0 { document.endOpenChange() }
          return
        }
        guard !manager.isUndoing, !manager.isRedoing else {
          passage.isRecorded = true
          return
        }
        let before = document.record.withValues { $0.changes.beginning }
        if notification.userInfo?[NSUndoManagerGroupIsDiscardableKey] as? Bool == true {
          document.recordChange(.done, isDiscardable: true)
        } else {
          document.updateChangeCount(.done)
        }
        let after = document.record.withValues { $0.changes.current }
        manager.history.note(ChangeTracker.Transition(before: before, after: after))
      },
      observe(.NSUndoManagerDidUndoChange) { document, manager, _ in
        // An undo of a group inside an open one leads to a state that was not counted.
        let isNested = manager.groupingLevel > 0
        document.updateChangeCount(isNested ? .done : .undone)
        if !isNested { passage.end(document, manager, isUndo: true) }
        document.undoActivity.end()
      },
      observe(.NSUndoManagerDidRedoChange) { document, manager, _ in
        document.updateChangeCount(.redone)
        passage.end(document, manager, isUndo: false)
        document.undoActivity.end()
      },
    ]
  }

  deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }
}

/// An undo or a redo, between its beginning and its end.
@MainActor private final class UndoPassage {
  private var departure: (state: ChangeTracker.StateIdentity, revision: Int)?
  /// True if the registrations have become a step in the opposite direction.
  var isRecorded = false

  nonisolated init() {}

  func begin(_ document: Document) {
    document.undoActivity.begin()
    departure = document.record.withValues { ($0.changes.current, $0.changes.revision) }
    isRecorded = false
  }

  /// Determines the resulting state, and notes it on the step that leads back.
  func end(_ document: Document, _ manager: UndoManager, isUndo: Bool) {
    guard let departure else { return }
    self.departure = nil
    let changes = document.record.withValues { $0.changes }
    if changes.revision != departure.revision {
      let step = manager.history.performedTransitions.last(where: changes.owns)
      let (start, goal) = isUndo ? (step?.after, step?.before) : (step?.before, step?.after)
      document.recordArrival(at: start == departure.state ? goal : nil)
    }
    guard isRecorded else { return }
    let arrival = document.record.withValues { $0.changes.current }
    manager.history.note(
      ChangeTracker.Transition(
        before: isUndo ? arrival : departure.state, after: isUndo ? departure.state : arrival),
      onRedoable: isUndo)
  }
}

extension Document {
  package func recordChange(_ change: ChangeKind, isDiscardable: Bool = false) {
    ContentsWatch.shared.noteRegistration(by: self)
    takeOverdueContents()
    record.withValues { values in
      switch change {
      case .done: values.changes.done(isDiscardable: isDiscardable)
      case .undone: values.changes.undone()
      case .redone: values.changes.redone()
      case .cleared: values.changes.clear()
      }
    }
    scheduleAutosave()
  }

  /// Corrects the state to which the last recorded undo or redo has led.
  func recordArrival(at state: ChangeTracker.StateIdentity?) {
    record.withValues { $0.changes.arrive(at: state) }
    scheduleAutosave()
  }

  func endOpenChange() {
    record.withValues { $0.changes.endTouching() }
    scheduleAutosave()
  }

  /// Contents from another location than the item's must be saved (rule F13).
  package func recordOtherContents() {
    record.withValues { $0.changes.readOtherContents() }
    scheduleAutosave()
  }

  package func recordSaving(token: Any) {
    guard let state = token as? ChangeTracker.StateIdentity else { return }
    record.withValues { $0.changes.clear(state) }
    if !hasUnsavedChanges { autosaver.cancel() }
  }

  private func scheduleAutosave() {
    guard hasUnsavedChanges else { return autosaver.cancel() }
    leaveReadOnlyPlace()
    autosaver.edited(self)
  }
}

/// The activity of an undo manager, readable on any thread because saves start in any isolation.
package final class UndoActivity: Sendable {
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
  package var hasOpenGroup: Bool {
    get { state.withLock { $0.hasOpenGroup } }
    set { state.withLock { $0.hasOpenGroup = newValue } }
  }

  /// True if the open group has registrations that the document has not counted as a change yet.
  package var isRecording: Bool {
    get { state.withLock { $0.isRecording } }
    set {
      let notify = state.withLock { state in
        defer { state.isRecording = newValue }
        return state.isRecording == newValue ? nil : state.whenRecording
      }
      notify?()
    }
  }

  func whenRecording(_ notify: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenRecording = notify }
  }

  func begin() { state.withLock { $0.isActive = true } }

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

  /// Returns false if no undo is in progress; the work was not postponed.
  func postpone(_ body: @escaping () -> Void) -> Bool {
    let body = UncheckedSendableBox(body)
    return state.withLock { state in
      if state.isActive { state.waiting.append(body) }
      return state.isActive
    }
  }
}
