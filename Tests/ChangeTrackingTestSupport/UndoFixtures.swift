internal import Foundation
package import UTIChangeTracking

/// Events that end when a test says so, and a time that passes when it does.
@MainActor package final class ManualEvents {
  private var ends: [@MainActor () -> Void] = []
  private var instant = ContinuousClock.now

  package init() {}

  package var scheduledCount: Int { ends.count }

  /// A manager that keeps the events.
  package func manager() -> UndoManager {
    UndoManager(eventEnd: UndoEventEnd { self.ends.append($0) }, now: { self.instant })
  }

  package func end() {
    let ends = ends
    self.ends = []
    for end in ends { end() }
  }

  package func pass(_ duration: Duration) { instant += duration }
}

/// A text that is changed through an undo manager, and whose handlers leave a trace.
@MainActor package final class Page {
  package let manager: UndoManager
  package private(set) var text = ""
  /// Another page under the same manager.
  package weak var other: Page?
  package var onRestoring: (@MainActor (Page) -> Void)?

  package init(_ manager: UndoManager) { self.manager = manager }

  package func set(_ new: String, coalescing: UndoCoalescing? = nil) {
    let old = text
    text = new
    let restore: @MainActor (Page) -> Void = {
      $0.set(old, coalescing: coalescing)
      $0.onRestoring?($0)
    }
    if let coalescing {
      manager.registerUndo(withTarget: self, coalescing: coalescing, handler: restore)
    } else {
      manager.registerUndo(withTarget: self, handler: restore)
    }
  }

  package func append(_ letters: String, coalescing: UndoCoalescing? = nil) {
    set(text + letters, coalescing: coalescing)
  }

  /// Appends letters as a separate step.
  package func step(_ letters: String, name: String = "") {
    append(letters)
    if !name.isEmpty { manager.setActionName(name) }
    manager.endEvent()
  }
}

/// The notifications of a manager in their order, each with the level its observer saw.
@MainActor package final class UndoTrace {
  private static let names: [Notification.Name: String] = [
    .NSUndoManagerCheckpoint: "checkpoint", .NSUndoManagerDidOpenUndoGroup: "opened",
    .NSUndoManagerWillCloseUndoGroup: "closing", .NSUndoManagerDidCloseUndoGroup: "closed",
    .NSUndoManagerWillUndoChange: "will undo", .NSUndoManagerDidUndoChange: "did undo",
    .NSUndoManagerWillRedoChange: "will redo", .NSUndoManagerDidRedoChange: "did redo",
  ]

  package private(set) var entries: [String] = []
  package private(set) var outcomes: [UndoManager.GroupOutcome] = []
  package private(set) var discardable: [String] = []
  private var observers: [any NSObjectProtocol] = []

  package init(_ manager: UndoManager) {
    for (name, word) in Self.names {
      observers.append(
        NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) {
          [weak self] notification in
          let outcome =
            notification.userInfo?[UndoManager.groupOutcomeKey] as? UndoManager.GroupOutcome
          let isDiscardable =
            notification.userInfo?[NSUndoManagerGroupIsDiscardableKey] as? Bool ?? false
          MainActor.assumeIsolated {
            guard let self else { return }
            self.entries.append("\(word) \(manager.groupingLevel)")
            if let outcome { self.outcomes.append(outcome) }
            if isDiscardable { self.discardable.append(word) }
          }
        })
    }
  }

  isolated deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }
}
