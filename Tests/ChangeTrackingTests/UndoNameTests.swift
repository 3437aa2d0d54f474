import ChangeTrackingTestSupport
import Testing
import UTIChangeTracking

/// Names, menu titles, user info and what may be lost.
@MainActor @Suite struct UndoNames {
  let events = ManualEvents()
  let manager: UndoManager
  let page: Page

  init() {
    manager = events.manager()
    page = Page(manager)
  }

  @Test func `A name applies whether it is set before or after registering`() {
    page.step("a", name: "First")
    manager.setActionName("Second")
    #expect(manager.undoActionName == "First", "nothing was registered under the new name yet")
    page.append("b")
    #expect(manager.undoActionName == "Second")
    events.end()
    #expect(manager.undoActionName == "Second")
    manager.undo()
    #expect(manager.undoActionName == "First")
    #expect(manager.redoActionName == "Second")
  }

  @Test func `The name of a nested group becomes the name of the step, and can be removed`() {
    manager.beginUndoGrouping()
    page.append("a")
    manager.setActionName("Inner")
    #expect(manager.undoActionName == "Inner")
    manager.endUndoGrouping()
    #expect(manager.undoActionName == "Inner")
    manager.setActionName("")
    events.end()
    #expect(manager.undoActionName.isEmpty)
  }

  @Test func `Without groups by event, a late name becomes the name of the newest step`() {
    manager.groupsByEvent = false
    manager.setActionName("Nobody")
    manager.beginUndoGrouping()
    page.append("a")
    manager.endUndoGrouping()
    #expect(manager.undoActionName.isEmpty)
    manager.setActionName("Late")
    #expect(manager.undoActionName == "Late")
  }

  @Test func `Menu titles include the name if there is one`() {
    #expect(manager.undoMenuItemTitle == "Undo")
    #expect(manager.redoMenuItemTitle == "Redo")
    page.step("a", name: "Typing")
    #expect(manager.undoMenuItemTitle == "Undo Typing")
    manager.undo()
    #expect(manager.redoMenuItemTitle == "Redo Typing")
    #expect(manager.undoMenuItemTitle == "Undo")
  }

  @Test func `A subclass translates menu titles`() {
    final class German: UndoManager {
      override func undoMenuTitle(forUndoActionName actionName: String) -> String {
        "\(actionName) widerrufen"
      }
    }
    let manager = German()
    Page(manager).step("a", name: "Eingabe")
    #expect(manager.undoMenuItemTitle == " widerrufen", "the page is gone, and its step with it")
    let page = Page(manager)
    page.step("a", name: "Eingabe")
    #expect(manager.undoMenuItemTitle == "Eingabe widerrufen")
  }

  @Test func `User info follows a step from undo to redo and back`() {
    let key = UndoManager.UserInfoKey(rawValue: "cursor")
    page.append("a")
    manager.setActionUserInfoValue(7, forKey: key)
    #expect(manager.undoActionUserInfoValue(forKey: key) as? Int == 7)
    events.end()
    manager.undo()
    #expect(manager.undoActionUserInfoValue(forKey: key) == nil)
    #expect(manager.redoActionUserInfoValue(forKey: key) as? Int == 7)
    page.onRestoring = { $0.manager.setActionUserInfoValue(8, forKey: key) }
    manager.redo()
    #expect(manager.undoActionUserInfoValue(forKey: key) as? Int == 8)
  }

  @Test func `F7: a group is discardable when all its actions are, undone and redone too`() {
    let trace = UndoTrace(manager)
    page.append("a")
    manager.setActionIsDiscardable(true)
    #expect(manager.undoActionIsDiscardable)
    page.append("b")
    #expect(!manager.undoActionIsDiscardable)
    manager.setActionIsDiscardable(true)
    events.end()
    #expect(trace.discardable == ["closing", "closed"])
    #expect(manager.undoActionIsDiscardable)
    manager.undo()
    #expect(!manager.undoActionIsDiscardable)
    #expect(manager.redoActionIsDiscardable)
    manager.redo()
    #expect(manager.undoActionIsDiscardable)
    manager.setActionIsDiscardable(false)
    #expect(!manager.undoActionIsDiscardable)
  }

  @Test func `F9: no action while disabled marks or names an older step`() {
    page.step("a", name: "First")
    manager.disableUndoRegistration()
    let trace = UndoTrace(manager)
    manager.beginUndoGrouping()
    page.append("b")
    manager.setActionName("Second")
    manager.setActionIsDiscardable(true)
    manager.endUndoGrouping()
    events.end()
    manager.enableUndoRegistration()
    #expect(trace.outcomes.allSatisfy { $0 == .dropped })
    #expect(manager.undoActionName == "First")
    #expect(!manager.undoActionIsDiscardable)
  }

  @Test func `F7: a discardable step can be redone as one, whatever groups its undo opens`() {
    for depth in 0..<3 {
      let manager = ManualEvents().manager()
      let page = Page(manager)
      manager.registerUndo(withTarget: page) { page in
        for _ in 0..<depth { manager.beginUndoGrouping() }
        page.append("b")
        for _ in 0..<depth { manager.endUndoGrouping() }
      }
      manager.setActionIsDiscardable(true)
      manager.endEvent()
      manager.undo()
      #expect(manager.canRedo && manager.redoActionIsDiscardable, "\(depth)")
    }
  }
}
