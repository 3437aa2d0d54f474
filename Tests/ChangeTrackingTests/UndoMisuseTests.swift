import ChangeTrackingTestSupport
import Testing
import UTIChangeTracking

/// Errors of programmers end the program with a sentence that says what to do.
@Suite struct UndoMisuse {
  enum Misuse: String, CaseIterable, Codable, Sendable {
    case endWithoutBegin
    case enableWithoutDisable
    case registrationWithoutGroup
    case undoWithTwoGroupsOpen
    case redoWithTwoGroupsOpen
    case nestedUndoAfterRegistering
    case undoInHandler
    case redoInHandler
    case endInHandler
    case beginInHandlerWithoutEnd
    case negativeLevels

    var message: String {
      switch self {
      case .endWithoutBegin: "call beginUndoGrouping() before it"
      case .enableWithoutDisable: "without a disableUndoRegistration() before it"
      case .registrationWithoutGroup: "registerUndo outside a group"
      case .undoWithTwoGroupsOpen: "undo() with 2 groups open"
      case .redoWithTwoGroupsOpen: "redo() with 2 groups open"
      case .nestedUndoAfterRegistering: "call endUndoGrouping() first"
      case .undoInHandler: "undo() called by a handler"
      case .redoInHandler: "redo() called by a handler"
      case .endInHandler: "closes a group that the handler did not open"
      case .beginInHandlerWithoutEnd: "called beginUndoGrouping() and not endUndoGrouping()"
      case .negativeLevels: "or 0 for no limit"
      }
    }

    @MainActor func commit() {
      let manager = ManualEvents().manager()
      let page = Page(manager)
      func restoring(_ misuse: @escaping @MainActor (UndoManager) -> Void) {
        page.step("a")
        page.onRestoring = { misuse($0.manager) }
        manager.undo()
      }
      switch self {
      case .endWithoutBegin: manager.endUndoGrouping()
      case .enableWithoutDisable: manager.enableUndoRegistration()
      case .registrationWithoutGroup:
        manager.groupsByEvent = false
        page.append("a")
      case .undoWithTwoGroupsOpen:
        manager.beginUndoGrouping()
        manager.undo()
      case .redoWithTwoGroupsOpen:
        manager.beginUndoGrouping()
        manager.redo()
      case .nestedUndoAfterRegistering:
        page.append("a")
        manager.undoNestedGroup()
      case .undoInHandler: restoring { $0.undo() }
      case .redoInHandler: restoring { $0.redo() }
      case .endInHandler: restoring { $0.endUndoGrouping() }
      case .beginInHandlerWithoutEnd: restoring { $0.beginUndoGrouping() }
      case .negativeLevels: manager.levelsOfUndo = -1
      }
    }
  }

  @Test(arguments: Misuse.allCases)
  func `R1: misuse ends the program with a message`(_ misuse: Misuse) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [misuse = misuse as Misuse] in
      await misuse.commit()
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains(misuse.message))
  }
}
