internal import Foundation
internal import FoundationAdditions
internal import Observation

/// Hears what a document tells of itself; the one place that knows how documents tell it.
@MainActor final class DocumentObservation {
  private weak var document: Document?
  private let changed: @MainActor () -> Void
  private let undoObservers: UndoObservers
  private var isScheduled = false

  /// - Parameters:
  ///   - document: the document.
  ///   - changed: is called in a turn of its own when something that people see is different.
  init(of document: Document, changed: @escaping @MainActor () -> Void) {
    self.document = document
    self.changed = changed
    undoObservers = UndoObservers()
    undoObservers.observe { [weak self] manager in
      guard let self, let own = self.document?.undoManager, ObjectIdentifier(own) == manager else {
        return
      }
      self.schedule()
    }
    follow()
  }

  /// Reads what people see, and hears of the next change of it.
  private func follow() {
    guard let document else { return }
    withObservationTracking {
      _ = (document.fileURL, document.localizedName, document.fileType, document.documentState)
      _ = (document.hasUnsavedChanges, document.isDraft, document.problem)
      _ = (document.progress, document.autosavedContentsFileURL)
    } onChange: { [weak self] in
      // It may be any thread, in the middle of whatever changes.
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self?.follow()
          self?.schedule()
        }
      }
    }
  }

  /// Tells of several changes at once.
  private func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated { [weak self] in
        self?.isScheduled = false
        self?.changed()
      }
    }
  }
}

/// Hears what undo managers tell; the tokens go with it.
private final class UndoObservers {
  private var tokens: [any NSObjectProtocol] = []

  /// - Parameter body: is given whose steps have changed.
  @MainActor func observe(_ body: @escaping @MainActor (ObjectIdentifier) -> Void) {
    let names: [Notification.Name] = [
      .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerDidUndoChange, .NSUndoManagerDidRedoChange,
      UndoManager.didRegisterNotification,
    ]
    tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
        guard let manager = note.object.map({ ObjectIdentifier($0 as AnyObject) }) else { return }
        MainActor.assumeIsolated { body(manager) }
      }
    }
  }

  deinit { tokens.forEach(NotificationCenter.default.removeObserver) }
}
