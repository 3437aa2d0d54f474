internal import Foundation
internal import Synchronization

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

  /// Does something with the undo manager if there is one.
  ///
  /// It lives on the main actor; a document elsewhere that has one waits for nothing.
  func withUndoManager(_ body: @escaping @MainActor @Sendable (UndoManager) -> Void) {
    guard let manager = record.undoManager else { return }
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { body(manager) }
    } else {
      Task { @MainActor in body(manager) }
    }
  }

  /// Whether an undo or a redo is in progress; any thread may ask.
  var isUndoingOrRedoing: Bool { undoActivity.isActive }
}

/// Counts what an undo manager records as changes of a document.
///
/// Only groups count that became a step of their own: nested ones are a part of the step around
/// them, and what is recorded while undoing is not an edit (rules F7, F9, F10).
final class UndoObservation {
  private let observers: [any NSObjectProtocol]

  @MainActor init(of manager: UndoManager, for document: Document) {
    let weakDocument = WeakDocument(document)
    let center = NotificationCenter.default
    func observe(
      _ name: Notification.Name,
      _ body: @escaping @MainActor (Document, UndoManager, Notification) -> Void
    ) -> any NSObjectProtocol {
      let body = Handover(body)
      return center.addObserver(forName: name, object: manager, queue: nil) { notification in
        let notification = Handover(notification)
        MainActor.assumeIsolated {
          guard let document = weakDocument.document,
            let manager = notification.value.object as? UndoManager
          else { return }
          body.value(document, manager, notification.value)
        }
      }
    }
    if manager.isUndoing || manager.isRedoing { document.undoActivity.begin() }
    observers = [
      observe(.NSUndoManagerWillUndoChange) { document, _, _ in document.undoActivity.begin() },
      observe(.NSUndoManagerWillRedoChange) { document, _, _ in document.undoActivity.begin() },
      observe(.NSUndoManagerDidCloseUndoGroup) { document, manager, notification in
        guard !manager.isUndoing, !manager.isRedoing,
          notification.userInfo?[UndoManager.groupOutcomeKey] as? UndoManager.GroupOutcome
            == .recorded
        else { return }
        if notification.userInfo?[NSUndoManagerGroupIsDiscardableKey] as? Bool == true {
          document.recordChange(.done, isDiscardable: true)
        } else {
          document.updateChangeCount(.done)
        }
      },
      observe(.NSUndoManagerDidUndoChange) { document, manager, _ in
        // Undoing a group inside an open one leads to no state that was counted.
        document.updateChangeCount(manager.groupingLevel == 0 ? .undone : .done)
        document.undoActivity.end()
      },
      observe(.NSUndoManagerDidRedoChange) { document, _, _ in
        document.updateChangeCount(.redone)
        document.undoActivity.end()
      },
    ]
  }

  deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }
}
