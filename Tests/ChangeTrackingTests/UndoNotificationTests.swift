import ChangeTrackingTestSupport
import Foundation
import Testing
import UTIChangeTracking

/// Rule R10: notifications in the documented order, each with the true grouping level.
@MainActor @Suite struct UndoNotifications {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let operations: @MainActor @Sendable (UndoManager, Page, ManualEvents) -> Void
    let expected: [String]
    let outcomes: [UndoManager.GroupOutcome]

    init(
      _ description: String, _ expected: [String], _ outcomes: [UndoManager.GroupOutcome] = [],
      _ operations: @escaping @MainActor @Sendable (UndoManager, Page, ManualEvents) -> Void
    ) {
      testDescription = description
      self.expected = expected
      self.outcomes = outcomes
      self.operations = operations
    }
  }

  nonisolated static let rows = [
    Row("registering opens the event's group without a checkpoint", ["opened 1"]) { _, page, _ in
      page.append("b")
    },
    Row(
      "an event ends",
      ["opened 1", "checkpoint 1", "closing 1", "closed 0"], [.recorded]
    ) { _, page, events in
      page.append("b")
      events.end()
    },
    Row("a group begins in an event", ["opened 1", "checkpoint 1", "opened 2"]) { manager, _, _ in
      manager.beginUndoGrouping()
    },
    Row(
      "a group begins and ends in an event, and the event ends",
      [
        "opened 1", "checkpoint 1", "opened 2", "checkpoint 2", "closing 2", "closed 1",
        "checkpoint 1", "closing 1", "closed 0",
      ], [.nested, .recorded]
    ) { manager, page, events in
      manager.beginUndoGrouping()
      page.append("b")
      manager.endUndoGrouping()
      events.end()
    },
    Row(
      "an empty group begins and ends without groups by event",
      ["opened 1", "checkpoint 1", "closing 1", "closed 0"], [.dropped]
    ) { manager, _, _ in
      manager.groupsByEvent = false
      manager.beginUndoGrouping()
      manager.endUndoGrouping()
    },
    Row(
      "undo",
      [
        "checkpoint 0", "checkpoint 0", "will undo 0", "opened 1", "checkpoint 1", "closing 1",
        "closed 0", "did undo 0",
      ], [.recorded]
    ) { manager, _, _ in manager.undo() },
    Row(
      "undo closes the event's group first",
      [
        "opened 1", "checkpoint 1", "checkpoint 1", "closing 1", "closed 0", "checkpoint 0",
        "will undo 0", "opened 1", "checkpoint 1", "closing 1", "closed 0", "did undo 0",
      ], [.recorded, .recorded]
    ) { manager, page, _ in
      page.append("b")
      manager.undo()
    },
    Row(
      "undo, then redo",
      [
        "checkpoint 0", "checkpoint 0", "will undo 0", "opened 1", "checkpoint 1", "closing 1",
        "closed 0", "did undo 0", "checkpoint 0", "will redo 0", "opened 1", "checkpoint 1",
        "closing 1", "closed 0", "did redo 0",
      ], [.recorded, .recorded]
    ) { manager, _, _ in
      manager.undo()
      manager.redo()
    },
    Row(
      "a nested group is undone at the level of the groups around it",
      [
        "opened 1", "checkpoint 1", "opened 2", "checkpoint 2", "closing 2", "closed 1",
        "checkpoint 1", "will undo 1", "opened 2", "checkpoint 2", "closing 2", "closed 1",
        "did undo 1",
      ], [.nested, .recorded]
    ) { manager, page, _ in
      manager.beginUndoGrouping()
      page.append("b")
      manager.endUndoGrouping()
      manager.undoNestedGroup()
    },
    Row(
      "a handler opens a group of its own without a checkpoint",
      [
        "checkpoint 0", "checkpoint 0", "will undo 0", "opened 1", "opened 2", "checkpoint 2",
        "closing 2", "closed 1", "checkpoint 1", "closing 1", "closed 0", "did undo 0",
      ], [.dropped, .recorded]
    ) { manager, page, _ in
      page.onRestoring = {
        $0.manager.beginUndoGrouping()
        $0.manager.endUndoGrouping()
      }
      manager.undo()
    },
    Row("asking whether one can redo is a checkpoint", ["checkpoint 0"]) { manager, _, _ in
      _ = manager.canRedo
    },
    Row("asking whether one can undo is none", []) { manager, _, _ in _ = manager.canUndo },
    Row("nothing to redo", ["checkpoint 0"]) { manager, _, _ in manager.redo() },
  ]

  @Test(arguments: rows) func `R10: the order of notifications`(_ row: Row) {
    let events = ManualEvents()
    let manager = events.manager()
    let page = Page(manager)
    page.step("a")
    events.end()
    let trace = UndoTrace(manager)
    row.operations(manager, page, events)
    #expect(trace.entries == row.expected)
    #expect(trace.outcomes == row.outcomes)
  }

  @Test func `R10: actions that an observer of a checkpoint registers are undone`() {
    let manager = ManualEvents().manager()
    let page = Page(manager)
    var isPending = true
    let observer = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
    ) { _ in
      MainActor.assumeIsolated {
        guard isPending else { return }
        isPending = false
        page.append("pending")
      }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    manager.undo()
    #expect(page.text.isEmpty)
    #expect(manager.redoCount == 1)
  }

  @Test func `R10: handlers run between the notifications around them`() {
    let manager = ManualEvents().manager()
    let page = Page(manager)
    page.step("a")
    var phases: [Bool] = []
    let observers = [Notification.Name.NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange]
      .map { name in
        NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { _ in
          MainActor.assumeIsolated { phases.append(manager.isUndoing) }
        }
      }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    page.onRestoring = {
      phases.append($0.manager.isUndoing)
      phases.append($0.manager.isRedoing)
    }
    manager.undo()
    #expect(phases == [false, true, false, false])
  }

  @Test("An edit is announced, unless it is a part of a group, an undo or a redo")
  func announcedEdits() {
    let manager = ManualEvents().manager()
    let page = Page(manager)
    nonisolated(unsafe) var count = 0
    let observer = NotificationCenter.default.addObserver(
      forName: UndoManager.willEditNotification, object: manager, queue: nil
    ) { _ in count += 1 }
    defer { NotificationCenter.default.removeObserver(observer) }
    func isAnnounced(_ edit: () -> Void) -> Bool {
      let before = count
      edit()
      return count > before
    }
    var restoring: [Bool] = []
    page.onRestoring = { page in restoring.append(isAnnounced { page.append("x") }) }
    #expect(isAnnounced { page.append("a") })
    #expect(isAnnounced { page.append("b") })
    manager.endEvent()
    manager.undo()
    manager.redo()
    #expect(!restoring.isEmpty && !restoring.contains(true))
    #expect(isAnnounced { manager.beginUndoGrouping() })
    #expect(!isAnnounced { page.append("c") })
    manager.endUndoGrouping()
    #expect(isAnnounced { page.append("d") })
  }

  @Test("A group is explicit unless an event has opened it", arguments: [false, true])
  func explicitGroups(groupsByEvent: Bool) {
    let manager = ManualEvents().manager()
    let page = Page(manager)
    manager.groupsByEvent = groupsByEvent
    #expect(!manager.isInExplicitGroup)
    if groupsByEvent {
      page.append("a")
      #expect(manager.groupingLevel == 1 && !manager.isInExplicitGroup)
    }
    for _ in 0..<3 {
      manager.beginUndoGrouping()
      #expect(manager.isInExplicitGroup)
    }
    for count in (0..<3).reversed() {
      manager.endUndoGrouping()
      #expect(manager.isInExplicitGroup == (count > 0))
    }
  }
}
