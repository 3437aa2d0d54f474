import FoundationTestSupport
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// A document recognizes its saved state although steps between are lost.
@Suite @MainActor struct DocumentUndoSteps {
  /// Another object with steps in the same manager.
  private final class Margin {}

  /// Documents and what was done to them.
  @MainActor private final class Desk {
    let document = TracingDocument.make(.init(filePath: "/nowhere/a.txt"))
    let manager = ManualEvents().manager()
    var margin: Margin? = Margin()
    var saved = ""
    private var letters = 0

    init() { document.undoManager = manager }

    /// Changes the text so that the change can be undone.
    ///
    /// - Parameter inverse: whether undoing can be redone.
    private func change(_ text: String, target: AnyObject, inverse: Bool) {
      let old = document.text
      document.text = text
      manager.registerUndo(withTarget: target) { [weak self] target in
        guard let self else { return }
        if inverse {
          change(old, target: target, inverse: true)
        } else {
          document.text = old
        }
      }
    }

    /// Does one thing.
    ///
    /// a edit, m edit of the margin, n edit that cannot be redone, s saved, - steps of the margin
    /// removed, x margin gone, u undone, r redone.
    func perform(_ step: Character) {
      letters += 1
      let more = document.text + String(letters) + " "
      switch step {
      case "a": change(more, target: document, inverse: true)
      case "m": change(more, target: margin ?? document, inverse: true)
      case "n": change(more, target: document, inverse: false)
      case "s":
        document.updateChangeCount(.cleared)
        saved = document.text
      case "-": if let margin { manager.removeAllActions(withTarget: margin) }
      case "x": margin = nil
      case "u": manager.undo()
      default: manager.redo()
      }
      manager.endEvent()
    }
  }

  @Test(
    "F5, F7, F12, R7: lost undo steps do not mark other contents as saved",
    arguments: [
      ("asma-uu", true), ("asmaxuu", true), ("nsauur", true), ("asmu-r", false),
      ("asau", false), ("asauur", false), ("aasuur", true), ("aasuurr", false), ("sa", true),
      ("sau", false), ("sma-u", true), ("snu", false), ("snua", true),
    ])
  func rows(steps: String, hasUnsavedChanges: Bool) {
    let desk = Desk()
    for step in steps { desk.perform(step) }
    #expect(desk.document.hasUnsavedChanges == hasUnsavedChanges)
    if !hasUnsavedChanges { #expect(desk.document.text == desk.saved) }
  }

  @Test("F1: in two thousand random sequences an unchanged document has the saved contents")
  func random() {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<2_000 {
      let desk = Desk()
      var steps = ""
      for _ in 0..<12 {
        guard let step = "aamnsuuurr-x".randomElement(using: &generator) else { continue }
        steps.append(step)
        desk.perform(step)
        guard !desk.document.hasUnsavedChanges, desk.document.text != desk.saved else { continue }
        Issue.record("\(steps): \(desk.document.text) counts as \(desk.saved)")
        return
      }
    }
  }

  /// Autosaves "half" in an undo group, which stays open.
  private func autosavedHalf(
    in scratch: ScratchDirectory
  ) async throws -> (TracingDocument, UndoManager) {
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    let manager = ManualEvents().manager()
    document.undoManager = manager
    manager.beginUndoGrouping()
    document.text = "half"
    manager.registerUndo(withTarget: document) { $0.text = "old" }
    try await document.autosaveContents()
    return (document, manager)
  }

  @Test("H1, F7, G2: changes of an open undo group are saved, and are no saved state")
  func openGroup() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let (document, manager) = try await autosavedHalf(in: scratch)
    #expect(scratch.text("a.txt") == "half" && !document.hasUnsavedChanges)
    document.text = "whole"
    manager.endUndoGrouping()
    manager.endEvent()
    #expect(document.hasUnsavedChanges)
    manager.undo()
    #expect(document.text == "old" && document.hasUnsavedChanges)
    manager.beginUndoGrouping()
    document.text = "dragged"
    manager.registerUndo(withTarget: document) { $0.text = "old" }
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == "dragged")
    manager.endUndoGrouping()
    try await document.close(discardingChanges: true)
  }

  @Test("F5, R13: a group that is dropped after a save leaves the saved state")
  func droppedGroup() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let (document, manager) = try await autosavedHalf(in: scratch)
    manager.removeAllActions()
    manager.endUndoGrouping()
    manager.endEvent()
    #expect(!document.hasUnsavedChanges)
    document.text = "whole"
    manager.registerUndo(withTarget: document) { $0.text = "half" }
    manager.endEvent()
    #expect(document.hasUnsavedChanges)
    manager.undo()
    #expect(document.text == "half" && !document.hasUnsavedChanges)
    try await document.saveAndClose()
  }

  @Test(
    "F7: a step is a change unless all its actions are discardable",
    arguments: [[false], [true], [true, false], [false, true], [true, true]])
  func discardable(actions: [Bool]) {
    let desk = Desk()
    for isDiscardable in actions {
      desk.manager.registerUndo(withTarget: desk.document) { _ in }
      desk.manager.setActionIsDiscardable(isDiscardable)
    }
    desk.manager.endEvent()
    #expect(desk.document.hasUnsavedChanges == actions.contains(false))
  }

  @Test("D20: an undo manager may be set during an undo or a redo, which a save awaits too")
  func managerDuringUndo() {
    let manager = ManualEvents().manager()
    let document = TracingDocument.make(.init(filePath: "/nowhere/a.txt"))
    var isActive: [Bool] = []
    func register() {
      manager.registerUndo(withTarget: document) { document in
        document.undoManager = manager
        isActive.append(document.isUndoingOrRedoing)
        register()
      }
    }
    register()
    manager.endEvent()
    for action in [manager.undo, manager.redo] {
      document.undoManager = nil
      action()
      isActive.append(document.isUndoingOrRedoing)
    }
    #expect(isActive == [true, false, true, false])
  }

  @Test("F5: documents that share an undo manager each know their own states")
  func sharedManager() {
    let manager = ManualEvents().manager()
    let documents = (0..<2).map { TracingDocument.make(.init(filePath: "/nowhere/\($0).txt")) }
    for document in documents { document.undoManager = manager }
    manager.registerUndo(withTarget: documents[0]) { $0.text = "" }
    manager.endEvent()
    for document in documents { #expect(document.hasUnsavedChanges) }
    manager.undo()
    for document in documents { #expect(!document.hasUnsavedChanges) }
  }
}
