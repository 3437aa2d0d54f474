import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIPlatform
import UniformDocuments
import UniformTypes

/// Which item a document is of, and what knows its type.
@Suite @MainActor struct DocumentIdentity {
  @Test(
    "A10: saving in place works with every path of the item",
    arguments: ["./b/../a.txt", "link.txt", "a%2Etxt", "linked/a.txt"])
  func waysToSave(_ way: String) async throws {
    let scratch = try ScratchDirectory(["a.txt": "old", "b/": ""])
    let directory = scratch.url("")
    try FileManager.default.createSymbolicLink(
      at: scratch.url("link.txt"), withDestinationURL: scratch.url("a.txt"))
    try FileManager.default.createSymbolicLink(
      at: scratch.url("linked"), withDestinationURL: directory)
    let url = try #require(URL(string: directory.absoluteString + "/" + way))
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("new")
    try await document.saveContents(to: url, for: .forOverwriting)
    #expect(document.fileURL == scratch.url("a.txt"))
    #expect(scratch.text("a.txt") == "new")
    #expect(scratch.text(".txt") == nil)
    // A write by another process is detected on every path as well.
    try Data("theirs".utf8).write(to: scratch.url("a.txt"))
    document.edit("newer")
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: url, for: .forOverwriting)
    }
    #expect(error?.code == .changedOnDisk)
    try await document.revertContents(to: url)
    #expect(document.text == "theirs" && document.fileURL == scratch.url("a.txt"))
    try await document.saveAndClose()
  }

  @Test("D17: without its directory a document is not saved, and nothing is partly created")
  func missingDirectory() async throws {
    let scratch = try ScratchDirectory()
    let document = TracingDocument.make(scratch.url("x/y/a.txt"))
    document.edit("new")
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forCreating)
    }
    #expect(error?.code == .noSuchFile && error?.errno == .noSuchFileOrDirectory)
    #expect(error?.unsavedContents == .inMemory)
    #expect(try scratch.contents() == [:])
  }

  @Test("D17: if requested, missing directories are created together with the item")
  func madeDirectories() async throws {
    let scratch = try ScratchDirectory()
    let document = TracingDocument.make(scratch.url("x/y/a.txt"))
    document.environment.writingOptions.createsDirectories = true
    document.contentsError = Refusal(reason: "no")
    document.edit("new")
    await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forCreating)
    }
    #expect(try scratch.contents() == [:])
    document.contentsError = nil
    try await document.saveContents(to: document.fileURL, for: .forCreating)
    #expect(try scratch.contents() == ["x/": "", "x/y/": "", "x/y/a.txt": "new"])
    try await document.saveAndClose()
  }

  @Test("A4: an overridden display name is in every message")
  func localizedName() async throws {
    final class Named: TracingDocument {
      override var localizedName: String { "Letter to Anna" }
    }
    let document = Named(fileURL: URL(filePath: "/nowhere/a.txt"))
    document.environment = .quiet
    let error = await #expect(throws: DocumentError.self) { try await document.openContents() }
    #expect(error?.message.contains("Letter to Anna") == true)
  }

  @Test("B1, E2: a document of a controller knows the types of the controller's registry")
  func registryOfController() async throws {
    let scratch = try ScratchDirectory(["a.note7": "old"])
    let types = try registry(
      exporting: "org.example.notes.seven", extensions: ["note7"], in: scratch.url(""))
    let controller = DocumentController(registry: types, recentDocumentList: .keepingNothing)
    let type = try #require(types.type("org.example.notes.seven"))
    controller.register(TextNote.self, for: [type])
    let (document, _) = try await controller.openDocument(at: scratch.url("a.note7"))
    #expect(document.fileType == "org.example.notes.seven")
    #expect(
      document.fileNameExtension(
        forType: "org.example.notes.seven", saveOperation: .forCreating) == "note7")
    try await document.saveContents(to: scratch.url("b"), for: .forCreating)
    #expect(document.fileURL.lastPathComponent == "b.note7")
    try await document.rename(to: "c")
    #expect(document.fileURL.lastPathComponent == "c.note7")
    try await document.saveAndClose()
    let stranger = TextNote(fileURL: scratch.url("a.note7"))
    #expect(stranger.fileType?.hasPrefix("dyn.") == true)
  }

  @Test("E11, N1, N7, E7: an extension of several parts stays whole in every name")
  func compoundExtension() async throws {
    let scratch = try ScratchDirectory(["a.pack.seven": "old", "b.pack.seven": "taken"])
    let document = TextNote(fileURL: scratch.url("a.pack.seven"))
    document.environment = .quiet
    document.environment.registry = try registry(
      exporting: "org.example.notes.packed", extensions: ["pack.seven", "seven"],
      in: scratch.url(""))
    try await document.openContents()
    #expect(document.fileType == "org.example.notes.packed")
    #expect(try document.duplicate().fileURL.lastPathComponent == "a copy.pack.seven")
    try await document.rename(to: "b")
    #expect(document.fileURL.lastPathComponent == "b 2.pack.seven")
    try await document.rename(to: "c.seven")
    #expect(document.fileURL.lastPathComponent == "c.seven")
    try await document.saveAndClose()
  }

  @Test("A11: a controller finds documents by item after every save, rename and move")
  func index() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a", "b.txt": "b"])
    let controller = DocumentController(recentDocumentList: .keepingNothing)
    controller.register(TextNote.self, for: [.text])
    let (document, _) = try await controller.openDocument(at: scratch.url("a.txt"))
    let (other, _) = try await controller.openDocument(at: scratch.url("b.txt"))
    #expect(controller.document(for: scratch.url("a.txt")) === document)
    // Saving makes another item of the same name.
    document.updateChangeCount(.done)
    try await document.autosaveContents()
    try FileManager.default.linkItem(at: scratch.url("a.txt"), to: scratch.url("hard.txt"))
    #expect(controller.document(for: scratch.url("hard.txt")) === document)
    try await document.rename(to: "c")
    #expect(controller.document(for: scratch.url("c.txt")) === document)
    #expect(controller.document(for: scratch.url("a.txt")) == nil)
    try await document.saveContents(to: scratch.url("d.txt"), for: .forCreating)
    #expect(controller.document(for: scratch.url("d.txt")) === document)
    #expect(controller.document(for: scratch.url("c.txt")) == nil)
    // An item that is moved without notice to the document is still its item.
    try FileManager.default.moveItem(at: scratch.url("b.txt"), to: scratch.url("e.txt"))
    #expect(controller.document(for: scratch.url("b.txt")) === other)
    #expect(controller.documents.map { $0 === document } == [true, false])
    try await document.saveAndClose()
    #expect(controller.document(for: scratch.url("d.txt")) == nil)
    #expect(controller.documents.count == 1)
    let new = TextNote(fileURL: scratch.url("new.txt"))
    controller.addDocument(new)
    #expect(controller.document(for: scratch.url("./new.txt")) === new)
    controller.removeDocument(new)
    #expect(controller.document(for: scratch.url("new.txt")) == nil)
    let url = try #require(URL(string: "database://host/7"))
    let record = TextNote(fileURL: url)
    controller.addDocument(record)
    #expect(controller.document(for: url) === record)
    try await other.saveAndClose()
  }

  @Test("D20: a save from another thread waits until the running undo ends")
  func undoElsewhere() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    let manager = try #require(document.undoManager)
    let carried = UncheckedSendableBox(document)
    let saved = DispatchSemaphore(value: 0)
    document.text = "new"
    manager.registerUndo(withTarget: document) { document in
      let called = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let document = carried.value
        document.save(to: document.fileURL, for: .forOverwriting) { _ in saved.signal() }
        called.signal()
      }
      called.wait()
      #expect(!document.trace.names.contains("contents"))
      document.text = "undone"
    }
    manager.undo()
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        saved.wait()
        continuation.resume()
      }
    }
    #expect(scratch.text("a.txt") == "undone")
    #expect(document.trace.names.count { $0 == "contents" } == 1)
    try await document.close(discardingChanges: true)
  }

  @Test("D20: a save requested inside an undo takes the contents after it")
  func saveInsideUndo() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    let manager = try #require(document.undoManager)
    document.text = "new"
    let success = await withCheckedContinuation { continuation in
      manager.registerUndo(withTarget: document) { document in
        document.text = "half"
        document.save(to: document.fileURL, for: .forOverwriting) {
          continuation.resume(returning: $0)
        }
        document.text = "undone"
      }
      manager.undo()
    }
    #expect(success)
    #expect(scratch.text("a.txt") == "undone")
    try await document.close(discardingChanges: true)
  }

  @Test("O1: observers on the main actor get typed messages of the states of one document")
  func typedMessages() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a", "b.txt": "b"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    let other = TracingDocument.make(scratch.url("b.txt"))
    let heard = Mutex<[String]>([])
    let token = NotificationCenter.default.addObserver(of: document, for: .stateChanged) {
      message in
      let text = "\(message.change?.previous ?? .closed) \(message.document.documentState)"
      heard.withLock { $0.append(text) }
    }
    try await document.openContents()
    try await other.openContents()
    try await document.saveAndClose()
    try await other.saveAndClose()
    NotificationCenter.default.removeObserver(token)
    #expect(
      heard.withLock { $0 } == [
        "closed normal", "normal editingDisabled", "editingDisabled closed",
      ])
  }

  @Test("O1: a typed message and the notification of the same name have equal contents")
  func messagesAndNotifications() throws {
    let document = TracingDocument.make(URL(filePath: "/nowhere/a.txt"))
    let old = URL(filePath: "/media/a.txt")
    let moved = Document.DidMoveToWritableLocationMessage(document: document, oldURL: old)
    let notification = Document.DidMoveToWritableLocationMessage.makeNotification(moved)
    #expect(notification.name == Document.didMoveToWritableLocationNotification)
    #expect(notification.userInfo?[Document.didMoveToWritableLocationOldURLKey] as? URL == old)
    let back = Document.DidMoveToWritableLocationMessage.makeMessage(notification)
    #expect(back?.document === document && back?.oldURL == old)
    let state = Document.StateChangedMessage.makeMessage(
      Notification(
        name: Document.stateChangedNotification, object: document,
        userInfo: [Document.previousStateKey: Document.State.normal]))
    #expect(state?.change?.previous == .normal && state?.change?.current == .closed)
  }
}

/// Documents that save by themselves, and contents that come from elsewhere.
@Suite @MainActor struct DocumentOwnMeans {
  /// A document whose every save is its own, without a call of super.
  private final class OwnDocument: TextNote {
    override func save(
      to url: URL, for saveOperation: SaveOperation,
      completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
      let token = UncheckedSendableBox(changeCountToken(for: saveOperation))
      let data = Data(text.utf8)
      let document = UncheckedSendableBox(self)
      performAsynchronousFileAccess {
        let success = Mutex(false)
        NSFileCoordinator(filePresenter: document.value).coordinate(writingItemAt: url) { url in
          success.withLock { $0 = (try? data.write(to: url)) != nil }
        }
        DispatchQueue.main.async {
          let success = success.withLock { $0 }
          if success {
            document.value.didSave(to: url, for: saveOperation, changeCountToken: token.value)
          }
          completionHandler?(success)
        }
      }
    }
  }

  @Test("D15, D11, D13: an override that saves itself can report everything that a save reports")
  func ownSaving() async throws {
    let scratch = try ScratchDirectory()
    let document = OwnDocument(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    document.text = "new"
    document.updateChangeCount(.done)
    try await document.saveContents(to: document.fileURL, for: .forCreating)
    #expect(document.documentState == .normal && !document.hasUnsavedChanges)
    #expect(document.fileType == "public.plain-text" && document.fileModificationDate != nil)
    #expect(NSFileCoordinator.filePresenters.contains { $0 === document })
    try await document.saveContents(to: scratch.url("b.txt"), for: .forCreating)
    #expect(document.fileURL == scratch.url("b.txt"))
    document.text = "newer"
    document.updateChangeCount(.done)
    try await document.saveAndClose()
    #expect(try scratch.contents() == ["a.txt": "new", "b.txt": "newer"])
  }

  @Test("I4, F13: contents of a version are changes of the document at its URL")
  func restoring() async throws {
    let scratch = try ScratchDirectory(["a.txt": "new", "older.md": "older"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    let date = document.fileModificationDate
    document.edit("mine")
    try await document.restore(fromContentsOf: scratch.url("older.md"))
    #expect(document.text == "older")
    #expect(document.fileURL == scratch.url("a.txt"))
    #expect(document.fileType == "public.plain-text" && document.fileModificationDate == date)
    #expect(document.hasUnsavedChanges && document.documentState == .normal)
    document.updateChangeCount(.undone)
    #expect(document.hasUnsavedChanges)
    try await document.autosaveContents()
    #expect(try scratch.contents() == ["a.txt": "older", "older.md": "older"])
    document.loadError = Refusal(reason: "no")
    await #expect(throws: DocumentError.self) {
      try await document.restore(fromContentsOf: scratch.url("older.md"))
    }
    // Nothing is wrong with the document, which is as it was.
    #expect(document.documentState == .normal && !document.hasUnsavedChanges)
    try await document.saveAndClose()
  }

  @Test("I4: reverting to another item moves the document there")
  func revertingElsewhere() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a", "b.md": "b"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("mine")
    try await document.revertContents(to: scratch.url("b.md"))
    #expect(document.fileURL == scratch.url("b.md") && document.text == "b")
    #expect(document.fileType == "net.daringfireball.markdown" && !document.hasUnsavedChanges)
    try await document.saveAndClose()
  }

  @Test("G1: an autosave takes the contents on the main queue if the document was opened there")
  func autosaveAtHome() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.autosavePolicy = AutosavePolicy(idlePeriod: .zero, longestPeriod: .zero)
    #expect(await completion { document.open(completionHandler: $0) })
    document.trace.forget()
    document.edit("new")
    while document.hasUnsavedChanges { await Task.yield() }
    #expect(document.trace.places.first { $0.hasPrefix("contents") } == "contents @ main")
    try await document.saveAndClose()
  }
}
