import ChangeTrackingTestSupport
import Foundation
import Testing
import UTIChangeTracking

/// Section R of the rules, except notifications and coalescing.
@MainActor @Suite struct UndoRules {
  let events = ManualEvents()
  let manager: UndoManager
  let page: Page

  init() {
    manager = events.manager()
    page = Page(manager)
  }

  @Test func `R2: the group of an event opens at the first registration and closes at its end`() {
    #expect(manager.groupingLevel == 0)
    page.append("a")
    page.append("b")
    #expect(manager.groupingLevel == 1)
    #expect(events.scheduledCount == 1)
    events.end()
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
    page.append("c")
    events.end()
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(page.text == "ab")
    manager.undo()
    #expect(page.text.isEmpty)
  }

  @Test func `R2: the end of an event does not close explicit groups`() {
    manager.beginUndoGrouping()
    page.append("a")
    events.end()
    #expect(manager.groupingLevel == 2)
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 1)
    #expect(events.scheduledCount == 1, "the event's group must not stay open for ever")
    events.end()
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
  }

  @Test func `R2: saving ends the event, so that later changes are another step`() {
    page.append("a")
    manager.endEvent()
    page.append("b")
    events.end()
    #expect(manager.undoCount == 2)
    #expect(manager.groupingLevel == 0)
  }

  @Test func `R2: without an injected end, an event is a turn of the main queue`() async {
    let manager = UndoManager()
    let page = Page(manager)
    page.append("a")
    page.append("b")
    #expect(manager.groupingLevel == 1)
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
  }

  @Test func `R3: beginning a group outside any opens the event's group around it`() {
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 1)
  }

  @Test func `R3: without groups by event, beginning a group opens one`() {
    manager.groupsByEvent = false
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 1)
    page.append("a")
    manager.endUndoGrouping()
    #expect(events.scheduledCount == 0)
    #expect(manager.undoCount == 1)
  }

  @Test func `R4: registering clears the redo stack, undoing and redoing do not`() {
    page.step("a")
    page.step("b")
    manager.undo()
    manager.undo()
    #expect(manager.redoCount == 2)
    manager.redo()
    #expect(page.text == "a")
    #expect(manager.redoCount == 1)
    page.append("x")
    #expect(!manager.canRedo)
  }

  @Test func `R5: an undo runs backwards and records one group with the same name`() {
    var order: [Int] = []
    page.onRestoring = { order.append($0.text.count) }
    for letter in ["a", "b", "c"] { page.append(letter) }
    manager.setActionName("Typing")
    manager.undo()
    #expect(order == [2, 1, 0])
    #expect(manager.redoCount == 1)
    #expect(manager.redoActionName == "Typing")
    #expect(manager.undoActionName.isEmpty)
    manager.redo()
    #expect(page.text == "abc")
    #expect(manager.undoActionName == "Typing")
  }

  @Test func `R5: a handler that sets a name does not rename the undone step`() {
    page.onRestoring = { $0.manager.setActionName("Delete") }
    page.step("a", name: "Insert")
    manager.undo()
    #expect(manager.redoActionName == "Insert")
    page.step("b")
    manager.undo()
    #expect(manager.redoActionName == "Delete", "where there was no name, the handler's is taken")
  }

  @Test func `R5: nested groups are undone with the group around them`() {
    page.append("a")
    manager.beginUndoGrouping()
    page.append("b")
    manager.beginUndoGrouping()
    page.append("c")
    manager.endUndoGrouping()
    manager.endUndoGrouping()
    page.append("d")
    events.end()
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(page.text.isEmpty)
    manager.redo()
    #expect(page.text == "abcd")
  }

  @Test func `R5: a nested group can be undone alone, while others are open`() {
    page.append("a")
    manager.beginUndoGrouping()
    page.append("b")
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    #expect(page.text == "a")
    #expect(manager.groupingLevel == 1)
    #expect(manager.redoCount == 1)
    manager.redo()
    #expect(page.text == "ab")
    #expect(manager.undoCount == 2, "the event's group was closed and the redone one came on top")
  }

  @Test func `R5: undoing with an empty stack does nothing`() {
    manager.undo()
    manager.undoNestedGroup()
    manager.redo()
    #expect(!manager.canUndo)
    #expect(manager.groupingLevel == 0)
  }

  @Test func `R6: a handler may remove all actions, and the remaining ones do not run`() {
    var restored: [String] = []
    page.onRestoring = {
      restored.append($0.text)
      if $0.text == "a" { $0.manager.removeAllActions() }
    }
    for letter in ["a", "b", "c"] { page.append(letter) }
    manager.undo()
    #expect(restored == ["ab", "a"])
    #expect(!manager.canUndo)
    #expect(!manager.canRedo)
    #expect(manager.groupingLevel == 0)
    #expect(!manager.isUndoing)
  }

  @Test func `R6: removing all actions empties open groups and keeps their ends balanced`() {
    manager.beginUndoGrouping()
    page.append("a")
    manager.removeAllActions()
    #expect(!manager.canUndo)
    #expect(manager.groupingLevel == 2)
    manager.endUndoGrouping()
    events.end()
    #expect(manager.undoCount == 0)
  }

  @Test func `R6: removing all actions enables registration, and a late enabling is accepted`() {
    manager.disableUndoRegistration()
    manager.removeAllActions()
    #expect(manager.isUndoRegistrationEnabled)
    manager.enableUndoRegistration()
    page.append("a")
    #expect(manager.canUndo)
  }

  @Test func `R6: a handler may remove the actions of one target`() {
    let other = Page(manager)
    page.append("a")
    other.append("b")
    page.append("c")
    var removed = false
    page.onRestoring = {
      guard !removed else { return }
      removed = true
      $0.manager.removeAllActions(withTarget: other)
    }
    manager.undo()
    #expect(page.text.isEmpty)
    #expect(other.text == "b")
  }

  @Test func `R7: targets are not retained, and groups without a target are removed`() {
    page.step("a")
    var lost: Page? = Page(manager)
    weak let weakly = lost
    lost?.step("b", name: "Lost")
    #expect(manager.undoCount == 2)
    lost = nil
    #expect(weakly == nil)
    #expect(manager.undoCount == 1)
    #expect(manager.undoActionName.isEmpty)
    manager.undo()
    #expect(page.text.isEmpty)
    #expect(!manager.canUndo)
  }

  @Test func `R7: removing a target's actions removes the groups that become empty`() {
    let other = Page(manager)
    page.step("a")
    other.step("b")
    page.append("c")
    other.append("d")
    manager.removeAllActions(withTarget: other)
    events.end()
    #expect(manager.undoCount == 2)
    manager.undo()
    manager.undo()
    #expect(page.text.isEmpty)
    #expect(other.text == "bd")
  }

  @Test func `R8: a limit keeps the newest groups, and a lower one applies at once`() {
    manager.levelsOfUndo = 3
    for letter in ["a", "b", "c", "d", "e"] { page.step(letter) }
    #expect(manager.undoCount == 3)
    manager.levelsOfUndo = 2
    #expect(manager.undoCount == 2)
    manager.undo()
    manager.undo()
    manager.undo()
    #expect(page.text == "abc")
    #expect(manager.redoCount == 2)
    manager.levelsOfUndo = 1
    manager.redo()
    manager.redo()
    #expect(page.text == "abcd")
    manager.levelsOfUndo = 0
    for letter in ["x", "y", "z"] { page.step(letter) }
    #expect(manager.undoCount == 4)
  }

  @Test func `R9: nothing is recorded while disabled, and the redo stack stays`() {
    page.step("a", name: "First")
    manager.undo()
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    page.append("b")
    manager.setActionName("Second")
    #expect(manager.redoCount == 1)
    #expect(manager.groupingLevel == 0)
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    manager.enableUndoRegistration()
    #expect(manager.isUndoRegistrationEnabled)
    #expect(!manager.canUndo)
    #expect(manager.redoActionName == "First")
  }

  @Test func `R11: actions that a task registers later are a separate step`() async {
    let page = page
    page.append("a")
    events.end()
    await Task { @MainActor in page.append("b") }.value
    events.end()
    #expect(manager.undoCount == 2)
    #expect(manager.groupingLevel == 0)
  }

  @Test func `R13: groups without actions are removed and clear nothing`() {
    page.step("a")
    manager.undo()
    manager.beginUndoGrouping()
    manager.endUndoGrouping()
    events.end()
    #expect(!manager.canUndo)
    #expect(manager.canRedo)
  }
}
