import Foundation
import FoundationTestSupport
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// Documents that live elsewhere than their undo manager, which is on the main actor.
@Suite struct UndoElsewhere {
  /// The cause of a save.
  enum Way: CaseIterable {
    case save, autosave, close, reader
  }

  /// An undo manager with an edit in an event that goes on.
  @MainActor private func editedManager(of document: UncheckedSendableBox<TracingDocument>)
    -> UndoManager
  {
    let manager = ManualEvents().manager()
    document.value.undoManager = manager
    document.value.text = "new"
    manager.registerUndo(withTarget: document.value) { $0.text = "old" }
    #expect(manager.groupingLevel == 1 && document.value.hasUnsavedChanges)
    return manager
  }

  @Test(
    "D19, G5, H1: an open undo group is closed before a document of another actor is saved",
    arguments: Way.allCases)
  func actor(way: Way) async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let url = scratch.url("a.txt")
    try await Desk().run { desk in
      let document = TracingDocument.make(url)
      try await document.openContents()
      let handover = UncheckedSendableBox(document)
      let manager = await editedManager(of: handover)
      document.trace.forget()
      switch way {
      case .save: try await document.saveContents(to: url, for: .forOverwriting)
      case .autosave: try await document.autosaveContents()
      case .close: try await document.saveAndClose()
      case .reader:
        let error: (any Error)? = await withCheckedContinuation { continuation in
          document.savePresentedItemChanges { continuation.resume(returning: $0) }
        }
        #expect(error == nil)
      }
      #expect(try String(contentsOf: url, encoding: .utf8) == "new")
      #expect(!document.hasUnsavedChanges)
      #expect(document.trace.places.contains("contents @ actor"))
      let (level, count) = await MainActor.run { (manager.groupingLevel, manager.undoCount) }
      #expect(level == 0 && count == 1)
      await MainActor.run { manager.undo() }
      #expect(document.text == "old" && document.hasUnsavedChanges)
      try await document.close(discardingChanges: true)
    }
  }

  @Test("D19, D3: without an open group contents are taken at once, on any thread")
  func noGroup() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = UncheckedSendableBox(TracingDocument.make(scratch.url("a.txt")))
    await MainActor.run { document.value.undoManager = ManualEvents().manager() }
    try await document.value.openContents()
    let steps = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        Thread.current.threadDictionary["place"] = "plain"
        document.value.trace.forget()
        document.value.save(to: document.value.fileURL, for: .forOverwriting) { _ in
          continuation.resume(returning: document.value.trace.places)
        }
      }
    }
    #expect(steps.contains("contents @ plain"))
    try await document.value.saveAndClose()
  }

  @Test("D19: an explicit group stays open, and does not block a save")
  func explicitGroup() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let url = scratch.url("a.txt")
    try await Desk().run { desk in
      let document = TracingDocument.make(url)
      try await document.openContents()
      let handover = UncheckedSendableBox(document)
      let manager = await MainActor.run {
        let manager = ManualEvents().manager()
        manager.groupsByEvent = false
        handover.value.undoManager = manager
        manager.beginUndoGrouping()
        return manager
      }
      document.edit("new")
      try await document.saveContents(to: url, for: .forOverwriting)
      #expect(try String(contentsOf: url, encoding: .utf8) == "new")
      #expect(await MainActor.run { manager.groupingLevel } == 1)
      await MainActor.run { manager.endUndoGrouping() }
      try await document.saveAndClose()
    }
  }
}
