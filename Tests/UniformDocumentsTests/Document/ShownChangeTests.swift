import Foundation
import Synchronization
import TestSupport
import Testing

@testable import UniformDocumentCore
@testable import UniformDocuments

/// The reports of the stream of changes to the views of a document.
@Suite @MainActor struct ShownChanges {
  /// Collects the reports so far.
  private func received(
    _ stream: AsyncStream<DocumentStateChange>, until last: DocumentStateChange.Properties
  )
    async -> [DocumentStateChange.Properties]
  {
    var received: [DocumentStateChange.Properties] = []
    for await change in stream {
      received.append(change.properties)
      if change.properties == last { break }
    }
    return received
  }

  @Test("O1: edits are reported when made, saves when ended, and names and URLs")
  func edits() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    let stream = document.stateChanges
    document.edit("new")
    document.edit("newer")
    try await document.autosaveContents()
    try await document.rename(to: "b")
    let received = await received(stream, until: [.name, .place])
    #expect(received == [.isEdited, .isEdited, [.name, .place]])
    try await document.saveAndClose()
  }

  @Test("O1, F7: a registered edit is reported once, whenever its group is closed")
  func undo() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    let stream = document.stateChanges
    document.undoManager.registerUndo(withTarget: document) { _ in }
    #expect(document.hasUnsavedChanges)
    document.undoManager.endEvent()
    document.undoManager.undo()
    try await document.rename(to: "b")
    let received = await received(stream, until: [.name, .place])
    #expect(received == [.isEdited, .isEdited, [.name, .place]])
    #expect(!document.hasUnsavedChanges)
    try await document.saveAndClose()
  }

  @Test("O1: a problem appears with its choices, and disappears")
  func problems() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    let stream = document.stateChanges
    document.contentsError = Refusal(reason: "no")
    await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    #expect(document.problem?.kind == .failed && document.problem?.code == .documentClass)
    #expect(document.problem?.choices.first == .retry)
    document.contentsError = nil
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(document.problem == nil)
    try await document.rename(to: "b")
    #expect(
      await received(stream, until: [.name, .place]) == [
        .state, .problem, .state, .problem, [.name, .place],
      ])
    try await document.saveAndClose()
  }

  @Test("G3: an autosave that becomes due during a slow save does not write again")
  func slowSave() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("new")
    document.trace.forget()
    let url = document.fileURL
    let results = Mutex<[Bool]>([])
    await withCheckedContinuation { continuation in
      // Both are called for while there are changes, and the second comes to its turn when there are
      // none.
      document.save(to: url, for: .forOverwriting) { success in
        results.withLock { $0.append(success) }
      }
      document.autosave { success in
        results.withLock { $0.append(success) }
        continuation.resume()
      }
    }
    #expect(results.withLock { $0 } == [true, true])
    #expect(document.trace.names.count { $0 == "contents" } == 1)
    // Saving on purpose writes all the same (rule D2).
    try await document.saveContents(to: url, for: .forOverwriting)
    #expect(document.trace.names.count { $0 == "contents" } == 2)
    try await document.saveAndClose()
  }
}
