import CoordinationTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UTIFileCoordination
@testable import UniformDocumentCore
@testable import UniformDocuments

/// Documents and others in the same process who read, write and move their items.
@Suite @MainActor struct DocumentPresenters {
  private func open(_ url: URL) async throws -> TracingDocument {
    let document = TracingDocument.make(url)
    try await document.openContents()
    return document
  }

  /// Runs an access of another program on a separate thread.
  private func elsewhere(_ body: @escaping @Sendable (NSFileCoordinator) -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let coordinator = NSFileCoordinator()
        coordinator.presenterPatience = .seconds(60)
        body(coordinator)
        continuation.resume()
      }
    }
  }

  /// Waits until a document has heard everything that was sent.
  private func waitForEvents(_ document: Document) {
    document.presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
  }

  @Test("H1, D11, H4: a document is a presenter while it is open")
  func registration() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    func isPresenter(_ document: Document) -> Bool {
      NSFileCoordinator.filePresenters.contains { $0 === document }
    }
    let document = TracingDocument.make(scratch.url("a.txt"))
    #expect(!isPresenter(document))
    try await document.openContents()
    #expect(isPresenter(document))
    try await document.saveAndClose()
    #expect(!isPresenter(document))
    let new = TracingDocument.make(scratch.url("b.txt"))
    try await new.saveContents(to: new.fileURL, for: .forCreating)
    #expect(isPresenter(new))
    try await new.saveAndClose()
  }

  @Test("H4: a document that is released without closing leaves no presenter")
  func forgotten() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    var document: TracingDocument? = try await open(scratch.url("a.txt"))
    let id = document.map { ObjectIdentifier($0) }
    document = nil
    // What the document has sent off may hold it a moment longer.
    while NSFileCoordinator.filePresenters.contains(where: { ObjectIdentifier($0) == id }) {
      await Task.yield()
    }
    let url = scratch.url("a.txt")
    await elsewhere { $0.coordinate(writingItemAt: url) { _ in } }
  }

  @Test("C4, D1: opening and saving wait for a write by another process")
  func waitsForWriter() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let url = scratch.url("a.txt")
    let trace = Trace()
    let document = TracingDocument.make(url)
    for purpose in ["open", "save"] {
      let begun = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        NSFileCoordinator().coordinate(writingItemAt: url) { url in
          begun.signal()
          while !CoordinationMonitor.shared.hasWaiting(for: url) { sched_yield() }
          trace.add("written before \(purpose)")
          if purpose == "open" { try? Data("theirs".utf8).write(to: url) }
        }
      }
      await elsewhere { _ in begun.wait() }
      if purpose == "open" {
        try await document.openContents()
      } else {
        document.edit("ours")
        try await document.autosaveContents()
      }
      trace.add(purpose)
    }
    #expect(trace.names == ["written before open", "open", "written before save", "save"])
    #expect(scratch.text("a.txt") == "ours")
    try await document.saveAndClose()
  }

  @Test("C14, O3: waiting for another access ends when the task of the caller is cancelled")
  func cancelledWaiting() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let url = scratch.url("a.txt")
    let end = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      NSFileCoordinator().coordinate(writingItemAt: url) { _ in
        begun.signal()
        end.wait()
      }
    }
    await elsewhere { _ in begun.wait() }
    let document = TracingDocument.make(url)
    let opening = Task { try await document.openContents() }
    while !CoordinationMonitor.shared.hasWaiting(for: url) { await Task.yield() }
    opening.cancel()
    await #expect(throws: CancellationError.self) { try await opening.value }
    #expect(document.documentState == .closed && document.handled.isEmpty)
    end.signal()
    try await document.openContents()
    #expect(document.text == "old")
    try await document.saveAndClose()
  }

  @Test("G5, K2: a reader of another process reads unsaved changes")
  func savesForReader() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await open(scratch.url("a.txt"))
    document.edit("new")
    let url = document.fileURL
    let read = Mutex("")
    await elsewhere { coordinator in
      coordinator.coordinate(readingItemAt: url) { url in
        read.withLock { $0 = (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
      }
    }
    #expect(read.withLock { $0 } == "new")
    #expect(!document.hasUnsavedChanges)
    // The contents were taken on the document's actor, and no timer started it.
    #expect(document.trace.places.contains("contents @ main"))
    #expect(!document.trace.names.contains("autosave"))
    try await document.saveAndClose()
  }

  @Test("K5, D4: a document that cannot be saved blocks a reader, with the reason")
  func readerRefused() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await open(scratch.url("a.txt"))
    document.edit("new")
    document.contentsError = Refusal(reason: "no")
    let url = document.fileURL
    let failure = Mutex<DocumentError?>(nil)
    await elsewhere { coordinator in
      var error: NSError?
      coordinator.coordinate(readingItemAt: url, error: &error) { _ in
        Issue.record("the accessor ran")
      }
      failure.withLock { $0 = error?.userInfo[NSUnderlyingErrorKey] as? DocumentError }
    }
    let other = TracingDocument.make(url)
    let error = await #expect(throws: DocumentError.self) { try await other.openContents() }
    for error in [failure.withLock { $0 }, error] {
      #expect(error?.code == .hasChanges && error?.operation == .coordinate)
      #expect(error?.message.hasPrefix("the document of the item has changes") == true)
      let reason = error?.underlyingError as? DocumentError
      #expect(reason?.operation == .save)
      #expect(reason?.underlyingError as? Refusal == Refusal(reason: "no"))
    }
    #expect(document.documentState == .savingError && other.documentState == .closed)
    try await document.close(discardingChanges: true)
  }

  @Test("K3, I1: a clean document reads contents that another process has written")
  func followsWriter() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await open(scratch.url("a.txt"))
    let url = document.fileURL
    var changes = document.changesOfState.makeAsyncIterator()
    await elsewhere { coordinator in
      coordinator.coordinate(writingItemAt: url) { try? Data("theirs".utf8).write(to: $0) }
    }
    // Reading that takes its time shows that.
    var states: [Document.State?] = []
    repeat {
      states.append(await changes.next()?.current.subtracting(.progressAvailable))
    } while states.last == .editingDisabled
    #expect(states.first == .editingDisabled && states.last == .normal)
    #expect(document.text == "theirs" && !document.hasUnsavedChanges)
    #expect(document.trace.names.count { $0 == "read" } == 2)
    try await document.saveAndClose()
  }

  @Test("I3, D10: a document with changes keeps them when another process has written")
  func keepsChanges() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await open(scratch.url("a.txt"))
    let url = document.fileURL
    document.edit("ours")
    await elsewhere { coordinator in
      coordinator.coordinate(writingItemAt: url) { try? Data("theirs".utf8).write(to: $0) }
    }
    let error = await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    #expect(error?.code == .changedOnDisk)
    #expect(document.text == "ours" && scratch.text("a.txt") == "theirs")
    try await document.close(discardingChanges: true)
  }

  @Test("J4, K4: a document does not see its own write as a change")
  func ownWrites() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await open(scratch.url("a.txt"))
    document.trace.forget()
    document.edit("new")
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    try await document.rename(to: "b")
    try await document.saveAndClose()
    #expect(!document.trace.names.contains("read"))
  }

  @Test("K8, A11: two documents of one item neither wait for each other nor lose contents")
  func twoDocuments() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let first = try await open(scratch.url("a.txt"))
    let second = try await open(scratch.url("a.txt"))
    first.edit("first")
    _ = await completion {
      first.save(to: first.fileURL, for: .forOverwriting, completionHandler: $0)
      second.save(to: second.fileURL, for: .forOverwriting, completionHandler: { _ in })
      second.revert(toContentsOf: second.fileURL)
    }
    for _ in 0..<10 {
      first.edit("again")
      try? await first.autosaveContents()
      try await second.revertContents(to: second.fileURL)
    }
    #expect(second.text == scratch.text("a.txt"))
    try await first.close(discardingChanges: true)
    try await second.close(discardingChanges: true)
  }

  @Test("D9, J10: overwriting does not recreate an item that another process deletes")
  func deletion() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await open(scratch.url("a.txt"))
    let url = document.fileURL
    await elsewhere { coordinator in
      coordinator.coordinate(writingItemAt: url, options: .forDeleting) {
        try? FileManager.default.removeItem(at: $0)
      }
    }
    document.edit("new")
    let error = await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    #expect(error?.code == .deleted)
    #expect(try scratch.contents() == [:])
    try await document.saveContents(to: url, for: .forCreating)
    #expect(scratch.text("a.txt") == "new")
    try await document.saveAndClose()
  }

  @Test("J7, A3: a document follows its item to a new name, with the type of that name")
  func followsMove() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await open(scratch.url("a.txt"))
    let (source, destination) = (document.fileURL, scratch.url("b.md"))
    await elsewhere { coordinator in
      coordinator.coordinate(
        writingItemAt: source, options: .forMoving, writingItemAt: destination
      ) { old, new in
        try? FileManager.default.moveItem(at: old, to: new)
        coordinator.item(at: old, didMoveTo: new)
      }
    }
    waitForEvents(document)
    #expect(document.fileURL == destination)
    #expect(document.localizedName == "b.md")
    #expect(document.fileType == "net.daringfireball.markdown")
    #expect(!document.hasUnsavedChanges)
    document.edit("new")
    try await document.autosaveContents()
    #expect(try scratch.contents() == ["b.md": "new"])
    try await document.saveAndClose()
  }

  @Test("E6, N3: presenters of the item are notified of a change of type and of a new name")
  func announcesMoves() async throws {
    let scratch = try ScratchDirectory(["a.rtf": "{\\rtf1 old}"])
    let document = try await open(scratch.url("a.rtf"))
    let presenter = TracingPresenter(scratch.url("a.rtf"))
    document.typeToSave = "com.apple.rtfd"
    document.contentsToGive = FileWrapper(directoryWithFileWrappers: [
      "TXT.rtf": FileWrapper(regularFileWithContents: Data("new".utf8))
    ])
    document.updateChangeCount(.done)
    try await document.autosaveContents()
    #expect(presenter.steps == ["writer", "moved to a.rtfd", "writer is done"])
    try await document.rename(to: "b")
    #expect(presenter.steps.dropFirst(3) == ["writer", "moved to b.rtfd", "writer is done"])
    #expect(presenter.presentedItemURL == document.fileURL)
    presenter.resign()
    try await document.saveAndClose()
  }

  @Test("N3, N6: a name that moves away with another document's item moves that document")
  func renamedByAnother() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let first = try await open(scratch.url("a.txt"))
    let second = try await open(scratch.url("a.txt"))
    second.edit("second")
    try await first.rename(to: "b")
    waitForEvents(second)
    #expect(second.fileURL.lastPathComponent == "b.txt")
    try await second.autosaveContents()
    #expect(try scratch.contents() == ["b.txt": "second"])
    try await second.saveAndClose()
    try await first.close(discardingChanges: true)
  }

  private final class SelfishDocument: TextNote {
    let asked = Mutex<[String]>([])

    override func relinquishPresentedItem(
      toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
    ) {
      asked.withLock { $0.append("reader") }
      super.relinquishPresentedItem(toReader: reader)
    }

    override func savePresentedItemChanges(
      completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      asked.withLock { $0.append("save") }
      completionHandler(nil)
    }

    override func presentedItemDidChange() { asked.withLock { $0.append("changed") } }

    override func presentedItemDidMove(to newURL: URL) {
      asked.withLock { $0.append("moved") }
      super.presentedItemDidMove(to: newURL)
    }
  }

  @Test("S0: every member of a presenter can be overridden")
  func overriding() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = SelfishDocument(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    try await document.openContents()
    document.text = "new"
    document.updateChangeCount(.done)
    let url = document.fileURL
    let moved = scratch.url("b.txt")
    await elsewhere { coordinator in
      coordinator.coordinate(readingItemAt: url) { _ in }
      coordinator.coordinate(writingItemAt: url) { _ in }
      coordinator.coordinate(writingItemAt: url, options: .forMoving) {
        coordinator.item(at: $0, didMoveTo: moved)
      }
    }
    waitForEvents(document)
    #expect(document.asked.withLock { $0 } == ["reader", "save", "changed", "moved"])
    #expect(document.hasUnsavedChanges)
    try await document.close(discardingChanges: true)
  }

  private final class DatabaseDocument: Document {
    override func read(from url: URL) throws {}
  }

  @Test("A8: a document without a file presents nothing and does not wait")
  func customScheme() async throws {
    let url = try #require(URL(string: "database://host/7"))
    let document = DatabaseDocument(fileURL: url)
    document.environment = .quiet
    try await document.openContents()
    #expect(!NSFileCoordinator.filePresenters.contains { $0 === document })
    try await document.saveAndClose()
  }
}
