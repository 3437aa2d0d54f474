import ChangeTrackingTestSupport
import Testing
import UTIChangeTracking

/// Rule R12: actions with one key become one step.
@MainActor @Suite struct UndoCoalescingRules {
  let events = ManualEvents()
  let manager: UndoManager
  let page: Page

  init() {
    manager = events.manager()
    page = Page(manager)
  }

  private func type(_ letters: String, key: String = "typing", style: UndoCoalescing.Style) {
    for letter in letters {
      page.append(String(letter), coalescing: UndoCoalescing(key: key, style: style))
      events.end()
    }
  }

  @Test(arguments: [UndoCoalescing.Style.joining, .keepingOldest])
  func `R12: a word typed in many events is one step`(_ style: UndoCoalescing.Style) {
    page.step("> ")
    let trace = UndoTrace(manager)
    type("word", style: style)
    #expect(trace.outcomes == [.recorded, .joined, .joined, .joined])
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(page.text == "> ")
    manager.redo()
    #expect(page.text == "> word")
  }

  @Test func `R12: joined actions are all performed, and merged ones only once`() {
    for (style, count) in [(UndoCoalescing.Style.joining, 4), (.keepingOldest, 1)] {
      var restored = 0
      page.onRestoring = { _ in restored += 1 }
      type("word", style: style)
      manager.undo()
      #expect(restored == count)
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let between: @MainActor @Sendable (UndoManager, Page, ManualEvents) -> Void
    let steps: Int
  }

  @Test(arguments: [
    Row(testDescription: "nothing between", between: { _, _, _ in }, steps: 1),
    Row(testDescription: "a short pause", between: { $2.pass(.seconds(2)) }, steps: 1),
    Row(testDescription: "a long pause", between: { $2.pass(.milliseconds(2001)) }, steps: 2),
    Row(
      testDescription: "the event was ended for a save",
      between: { manager, _, _ in manager.endEvent() }, steps: 2),
    Row(
      testDescription: "another step",
      between: { _, page, events in
        page.append("!")
        events.end()
      }, steps: 3),
    Row(
      testDescription: "undo and redo",
      between: { manager, _, _ in
        manager.undo()
        manager.redo()
      }, steps: 2),
    Row(
      testDescription: "another key",
      between: { _, page, events in
        page.append("?", coalescing: UndoCoalescing(key: "pasting"))
        events.end()
      }, steps: 3),
    Row(
      testDescription: "another target",
      between: { _, page, events in
        page.other?.append("x", coalescing: UndoCoalescing(key: "typing"))
        events.end()
      }, steps: 3),
    Row(
      testDescription: "a step that may be lost",
      between: { manager, page, events in
        page.append("?", coalescing: UndoCoalescing(key: "typing"))
        manager.setActionIsDiscardable(true)
        events.end()
      }, steps: 3),
  ])
  func `R12: conditions that keep actions apart`(_ row: Row) {
    let other = Page(manager)
    page.other = other
    type("a", style: .joining)
    row.between(manager, page, events)
    type("b", style: .joining)
    #expect(manager.undoCount == row.steps)
    while manager.canUndo { manager.undo() }
    #expect(page.text.isEmpty)
  }

  @Test func `R12: a new action that joins clears the redo stack`() {
    type("a", style: .keepingOldest)
    page.step("b")
    manager.undo()
    type("c", style: .keepingOldest)
    #expect(!manager.canRedo)
    #expect(page.text == "ac")
    #expect(manager.undoCount == 2)
  }
}
