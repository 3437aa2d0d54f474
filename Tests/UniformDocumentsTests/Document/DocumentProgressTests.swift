import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIPlatform
import UniformDocuments

/// The progress of reading and writing, and its cancellation.
@Suite @MainActor struct DocumentProgress {
  private static let size = 3 << 20

  /// A document whose every operation is worth telling of.
  private func make(_ url: URL, store: any FileStore = SystemFileStore()) -> LenientDocument {
    let document = LenientDocument(fileURL: url)
    document.environment = .quiet
    document.environment.progressThreshold = 1
    document.environment.store = store
    return document
  }

  /// A document that loads packages as well, and makes nothing of them.
  private final class LenientDocument: TracingDocument {
    override func load(fromContents contents: Any, ofType typeName: String?) throws {
      if contents is Data { try super.load(fromContents: contents, ofType: typeName) }
    }
  }

  private var large: String { String(repeating: "x", count: Self.size) }

  @Test("O2, O3: opening reports the number of bytes read, and no progress after it ends")
  func opening() async throws {
    let scratch = try ScratchDirectory(["a.txt": large])
    let gate = StoreGate(call: 2) { $0.operation == .read }
    let document = make(scratch.url("a.txt"), store: gate.store)
    let opening = Task { try await document.openContents() }
    await gate.arrival()
    while !document.documentState.contains(.progressAvailable) { await Task.yield() }
    let progress = try #require(document.progress)
    #expect(progress.totalUnitCount == Int64(Self.size))
    #expect(progress.completedUnitCount == 1 << 20)
    #expect(document.documentState == [.closed, .progressAvailable])
    gate.open()
    try await opening.value
    #expect(document.progress == nil && document.documentState == .normal)
    #expect(progress.completedUnitCount == Int64(Self.size))
  }

  @Test("O2: the state has progress exactly while an operation runs")
  func stateAndProgress() async throws {
    let scratch = try ScratchDirectory(["a.txt": large])
    let document = make(scratch.url("a.txt"))
    let agrees = Mutex<[Bool]>([])
    let token = NotificationCenter.default.addObserver(
      forName: Document.stateChangedNotification, object: document, queue: nil
    ) { notification in
      guard let document = notification.object as? Document else { return }
      let isAvailable = document.documentState.contains(.progressAvailable)
      agrees.withLock { $0.append(isAvailable == (document.progress != nil)) }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try await document.openContents()
    document.edit("new" + large)
    try await document.autosaveContents()
    try await document.revertContents(to: document.fileURL)
    try await document.saveAndClose()
    #expect(agrees.withLock { $0.count } > 6)
    #expect(agrees.withLock { $0 }.allSatisfy { $0 })
  }

  @Test("C5, O2: a short operation reports no progress")
  func small() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    var changes = document.changesOfState.makeAsyncIterator()
    try await document.openContents()
    document.edit("new")
    try await document.autosaveContents()
    try await document.saveAndClose()
    var states: [Document.State?] = []
    while states.last != .closed { states.append(await changes.next()?.current) }
    #expect(states == [.normal, .editingDisabled, .closed])
  }

  @Test("O3, C14: cancelling the opening ends it as user cancelled, and the document is closed")
  func cancelledOpening() async throws {
    let scratch = try ScratchDirectory(["a.txt": large])
    let gate = StoreGate(call: 2) { $0.operation == .read }
    let document = make(scratch.url("a.txt"), store: gate.store)
    let opening = Task { try await document.openContents() }
    await gate.arrival()
    while document.progress == nil { await Task.yield() }
    document.progress?.cancel()
    gate.open()
    let error = await #expect(throws: CocoaError.self) { try await opening.value }
    #expect(error?.code == .userCancelled)
    #expect(document.documentState == .closed && document.progress == nil)
    #expect(document.text.isEmpty && document.handled.isEmpty)
    try await document.openContents()
    #expect(document.text.count == Self.size)
  }

  @Test(
    "O3, D14: cancelling a save leaves only the old item and the changes",
    arguments: [false, true])
  func cancelledSaving(isPackage: Bool) async throws {
    let scratch = try ScratchDirectory(isPackage ? ["a.rtfd/TXT.rtf": "old"] : ["a.txt": "old"])
    let gate = StoreGate(call: 2) { $0.operation == .write }
    let document = make(scratch.url(isPackage ? "a.rtfd" : "a.txt"))
    try await document.openContents()
    document.environment.store = gate.store
    document.contentsToGive =
      isPackage
      ? FileWrapper(directoryWithFileWrappers: [
        "TXT.rtf": FileWrapper(regularFileWithContents: Data(large.utf8))
      ]) : Data(large.utf8)
    document.updateChangeCount(.done)
    let before = try scratch.contents()
    let saving = Task { try await document.autosaveContents() }
    await gate.arrival()
    while document.progress == nil { await Task.yield() }
    #expect(document.progress?.totalUnitCount == Int64(Self.size))
    document.progress?.cancel()
    gate.open()
    let error = await #expect(throws: CocoaError.self) { try await saving.value }
    #expect(error?.code == .userCancelled)
    #expect(document.documentState == .normal && document.hasUnsavedChanges)
    #expect(document.handled.isEmpty)
    #expect(try scratch.contents() == before)
    try await document.autosaveContents()
    #expect(!document.hasUnsavedChanges)
    #expect(scratch.text(isPackage ? "a.rtfd/TXT.rtf" : "a.txt")?.count == Self.size)
  }

  @Test("O3: a cancelled task ends a save with its own error")
  func cancelledTask() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let gate = StoreGate(call: 2) { $0.operation == .write }
    let document = make(scratch.url("a.txt"))
    try await document.openContents()
    document.environment.store = gate.store
    document.edit(large)
    let saving = Task { try await document.autosaveContents() }
    await gate.arrival()
    saving.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await saving.value }
    #expect(scratch.text("a.txt") == "old" && document.hasUnsavedChanges)
  }

  @Test("O3, I2: cancelling a revert leaves the document unchanged, with its changes")
  func cancelledReverting() async throws {
    let scratch = try ScratchDirectory(["a.txt": large])
    let document = make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("mine")
    let gate = StoreGate(call: 2) { $0.operation == .read }
    document.environment.store = gate.store
    let reverting = Task { try await document.revertContents(to: document.fileURL) }
    await gate.arrival()
    while document.progress == nil { await Task.yield() }
    document.progress?.cancel()
    gate.open()
    let error = await #expect(throws: CocoaError.self) { try await reverting.value }
    #expect(error?.code == .userCancelled)
    #expect(document.text == "mine" && document.hasUnsavedChanges)
    #expect(document.documentState == .normal)
  }

  @Test("O3: files that a package shares with its older version count as written")
  func sharedParts() async throws {
    let scratch = try ScratchDirectory(["a.rtfd/TXT.rtf": "old", "a.rtfd/large": large])
    let document = make(scratch.url("a.rtfd"))
    try await document.openContents()
    let package = try FileWrapper(url: document.fileURL)
    package.addRegularFile(withContents: Data("new".utf8), preferredFilename: "new")
    document.contentsToGive = package
    let seen = Mutex<Progress?>(nil)
    let token = NotificationCenter.default.addObserver(
      forName: Document.stateChangedNotification, object: document, queue: nil
    ) { notification in
      guard let progress = (notification.object as? Document)?.progress else { return }
      let carried = UncheckedSendableBox(progress)
      seen.withLock { $0 = carried.value }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    document.updateChangeCount(.done)
    try await document.autosaveContents()
    let (done, total) = seen.withLock { ($0?.completedUnitCount, $0?.totalUnitCount) }
    #expect(done == Int64(Self.size + 6) && total == done)
  }

  @Test("O1: every observer gets every change of state, with the old state and the error")
  func stream() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    var first = document.changesOfState.makeAsyncIterator()
    try await document.openContents()
    var second = document.changesOfState.makeAsyncIterator()
    document.edit("new")
    document.contentsError = Refusal(reason: "no")
    await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    let opened = try #require(await first.next())
    #expect(opened.previous == .closed && opened.current == .normal && opened.error == nil)
    for change in [await first.next(), await second.next()] {
      #expect(change?.previous == .normal && change?.current == .savingError)
      let error = change?.error as? DocumentError
      #expect(error?.underlyingError as? Refusal == Refusal(reason: "no"))
    }
    // A second failure changes no state, and is reported all the same.
    await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    let again = await second.next()
    #expect(again?.previous == .savingError && again?.current == .savingError)
    #expect(again?.error is DocumentError)
  }

  @Test("O1: the stream of states ends with the document")
  func streamEnds() async throws {
    var document: TracingDocument? = TracingDocument.make(URL(filePath: "/nowhere/a.txt"))
    let changes = try #require(document?.stateChanges)
    document = nil
    for await _ in changes { Issue.record("a change of nothing") }
  }

  @Test("O1: one notification for each change, after the state has changed, with the old state")
  func notifications() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    let heard = Mutex<[String]>([])
    let token = NotificationCenter.default.addObserver(
      forName: Document.stateChangedNotification, object: document, queue: nil
    ) { notification in
      // An access that waits on a busy machine shows its progress.
      func state(_ state: Any?) -> Document.State {
        (state as? Document.State ?? .closed).subtracting(.progressAvailable)
      }
      let previous = state(notification.userInfo?[Document.previousStateKey])
      let error = notification.userInfo?[Document.errorKey] as? DocumentError
      let now = state((notification.object as? Document)?.documentState)
      guard previous != now else { return }
      heard.withLock { $0.append("\(previous) \(now) \(error?.code.rawValue ?? "-")") }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try await document.openContents()
    document.edit("new")
    document.contentsError = Refusal(reason: "no")
    try? await document.autosaveContents()
    document.contentsError = nil
    try await document.autosaveContents()
    #expect(
      heard.withLock { $0 } == [
        "closed normal -", "normal savingError document-class", "savingError normal -",
      ])
  }
}
