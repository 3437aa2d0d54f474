import Foundation
import Synchronization
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// The events between a call of `close` and the end of the document.
@Suite @MainActor struct DocumentClosing {
  /// A document that is edited while it is written.
  private final class BusyDocument: TracingDocument {
    /// The action while writing, on the main queue, with the number of the save.
    var whileWriting: (@MainActor (Int) -> Void)?
    private var saveCount = 0

    override func writeContents(
      _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
    ) throws {
      try super.writeContents(
        contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
      saveCount += 1
      let work = UncheckedSendableBox((whileWriting, saveCount))
      DispatchQueue.main.sync {
        MainActor.assumeIsolated { work.value.0?(work.value.1) }
      }
    }
  }

  private let scratch: ScratchDirectory
  private let document: BusyDocument

  init() async throws {
    scratch = try ScratchDirectory(["a.txt": "old"])
    document = BusyDocument(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    try await document.openContents()
  }

  @Test("H1, D13: edits during the save of a closing are saved before the document is closed")
  func editedMeanwhile() async throws {
    document.whileWriting = { [document] number in
      if number == 1 { document.edit("typed while closing") }
    }
    document.edit("new")
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == "typed while closing")
    #expect(document.documentState == .closed && !document.hasUnsavedChanges)
  }

  @Test("H2: a document that is edited at every save stays open and reports that")
  func editedForEver() async throws {
    document.whileWriting = { [document] number in document.edit("\(number)") }
    document.edit("new")
    let error = await #expect(throws: DocumentError.self) { try await document.saveAndClose() }
    #expect(error?.code == .hasChanges && document.handled.count == 1)
    #expect(!document.documentState.contains(.closed) && document.hasUnsavedChanges)
    #expect(!document.documentState.contains(.editingDisabled))
    document.whileWriting = nil
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == document.text)
  }

  @Test("H2: a document whose closing cannot save stays open, with editing enabled and the error")
  func failedSave() async throws {
    document.edit("new")
    document.contentsError = Refusal(reason: "not now")
    document.trace.forget()
    let closed = await completion { document.close(completionHandler: $0) }
    #expect(!closed)
    #expect(document.documentState == .savingError && document.hasUnsavedChanges)
    #expect(
      document.trace.names.filter { $0.contains("Editing") || $0 == "handleError" }.count == 3)
    document.contentsError = nil
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == "new")
  }

  @Test("H6, H7: opening right after closing waits for its end, whatever the closing saves")
  func reopened() async throws {
    document.edit("new")
    let ends = Mutex<[String]>([])
    let document = document
    await withCheckedContinuation { continuation in
      document.close { closed in ends.withLock { $0.append("closed \(closed)") } }
      document.open { opened in
        ends.withLock { $0.append("opened \(opened)") }
        continuation.resume()
      }
    }
    #expect(ends.withLock { $0 } == ["closed true", "opened true"])
    #expect(document.documentState == [] && scratch.text("a.txt") == "new")
    try await document.saveAndClose()
  }

  @Test(
    "H1, H2, N7: a document that was never opened or saved is saved by closing, and never over an item"
  )
  func neverOpened() async throws {
    document.edit("copied")
    let copy = try document.duplicate()
    try await copy.saveAndClose()
    #expect(scratch.text("a copy.txt") == "copied" && !copy.hasUnsavedChanges)

    let new = TracingDocument.make(scratch.url("a copy.txt"))
    new.edit("work")
    let error = await #expect(throws: DocumentError.self) { try await new.saveAndClose() }
    #expect(error?.code == .fileExists && new.hasUnsavedChanges && new.handled.count == 1)
    #expect(scratch.text("a copy.txt") == "copied")
    try await new.close(discardingChanges: true)
    #expect(!new.hasUnsavedChanges && new.documentState == .closed)
    try await document.saveAndClose()
  }

  @Test("H4: a document that is released before its first save reports lost changes")
  func neverSaved() async throws {
    let reports = Mutex<[DocumentError.Code]>([])
    do {
      let new = TracingDocument.make(scratch.url("new.txt"))
      new.environment.report = { error in reports.withLock { $0.append(error.code) } }
      new.edit("work")
    }
    #expect(reports.withLock { $0 } == [.changesLost])
    try await document.saveAndClose()
  }

  /// An actor that owns its document.
  private actor Owner {
    nonisolated(unsafe) weak static var last: Document?

    func use(_ url: URL) async throws {
      let document = TracingDocument.make(url)
      Self.last = document
      self.document = document
      try await document.openContents()
      try await document.saveAndClose()
    }

    private var document: Document?
  }

  @Test("H4: a document that an actor owns is released with the actor")
  func ownedByActor() async throws {
    var owner: Owner? = Owner()
    weak let reference = owner
    try await owner?.use(scratch.url("a.txt"))
    #expect(Owner.last != nil)
    owner = nil
    for _ in 0..<100_000 where reference != nil || Owner.last != nil { await Task.yield() }
    #expect(reference == nil && Owner.last == nil)
    try await document.saveAndClose()
  }
}
