import Foundation
import Observation
import Synchronization
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// The notifications of views about documents.
@Suite @MainActor struct DocumentObserving {
  /// Counts how often something that is read in a body becomes different.
  private final class Changes: Sendable {
    let count = Mutex(0)

    func note() { count.withLock { $0 += 1 } }
  }

  private func changes(
    of read: () -> Void, when body: () async throws -> Void
  ) async rethrows -> Int {
    let changes = Changes()
    withObservationTracking(read) { changes.note() }
    try await body()
    return changes.count.withLock { $0 }
  }

  @Test func `A change of observed properties is reported once, and no other change is`()
    async throws
  {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    let state = { _ = document.documentState }
    let edits = { _ = document.hasUnsavedChanges }
    let name = { _ = document.localizedName }
    let counts = [
      try await changes(of: state, when: { try await document.openContents() }),
      await changes(of: edits, when: { document.edit("new") }),
      await changes(of: edits, when: { document.edit("newer") }),
      try await changes(of: edits, when: { try await document.autosaveContents() }),
      try await changes(of: name, when: { try await document.rename(to: "b") }),
      try await changes(
        of: state,
        when: { try await document.saveContents(to: document.fileURL, for: .forOverwriting) }),
    ]
    #expect(counts == [1, 1, 0, 1, 1, 0])
    try await document.saveAndClose()
  }

  @Test func `A read notifies nobody of what another access has changed`() {
    let record = DocumentRecord(fileURL: URL(fileURLWithPath: "/nowhere/a.txt"))
    let changes = Mutex<[DocumentRecord.Changes]>([])
    record.whenVisible { change in changes.withLock { $0.append(change) } }
    // Another thread can read between these two calls, while it holds a lock of the observers.
    let effect = record.changeState(.init(removed: .all, inserted: .inConflict), error: nil)
    #expect(record.state == .inConflict)
    #expect(changes.withLock { $0 } == [])
    record.noteVisible(effect.visible)
    #expect(changes.withLock { $0 } == [.state])
  }

  @Test func `Calls of an observer do not become deeper`() {
    let record = DocumentRecord(fileURL: URL(fileURLWithPath: "/nowhere/a.txt"))
    let depths = Mutex<[Int]>([])
    record.whenVisible { _ in
      depths.withLock { $0.append(Thread.callStackReturnAddresses.count) }
    }
    for _ in 0..<50 { record.noteVisible(.edits) }
    #expect(Set(depths.withLock { $0 }).count == 1)
  }

  @Test func `An undo registration makes unsaved changes at once`()
    async throws
  {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    let edits = { _ = document.hasUnsavedChanges }
    let count = await changes(
      of: edits, when: { document.undoManager.registerUndo(withTarget: document) { _ in } })
    #expect(count == 1 && document.hasUnsavedChanges)
    document.undoManager.endEvent()
    #expect(document.hasUnsavedChanges)
    document.undoManager.undo()
    #expect(!document.hasUnsavedChanges)
    document.undoManager.beginUndoGrouping()
    #expect(!document.hasUnsavedChanges)
    document.undoManager.endUndoGrouping()
    #expect(!document.hasUnsavedChanges)
    try await document.saveAndClose()
  }

  @Test func `Saving includes edits that were just registered`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.undoManager.groupsByEvent = false
    document.undoManager.beginUndoGrouping()
    document.undoManager.registerUndo(withTarget: document) { _ in }
    document.text = "new"
    #expect(document.hasUnsavedChanges)
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(!document.hasUnsavedChanges && scratch.text("a.txt") == "new")
    document.undoManager.endUndoGrouping()
    try await document.saveAndClose()
  }
}
