import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// The result of opening items that are absent, unreadable, or changing.
@Suite @MainActor struct DocumentReading {
  private func failure(of document: Document) async -> DocumentError? {
    await #expect(throws: DocumentError.self) { try await document.openContents() }
  }

  @Test("A4, C11: a missing file is an error with the URL and the localized name")
  func missing() async throws {
    final class Named: TracingDocument {
      override var localizedName: String { "My Letter" }
    }
    let scratch = try ScratchDirectory()
    let document = Named(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    let error = await failure(of: document)
    #expect(error?.code == .noSuchFile && error?.errno == .noSuchFileOrDirectory)
    #expect(error?.url == scratch.url("a.txt"))
    #expect(error?.message.contains("My Letter") == true)
    #expect(document.documentState == .closed)
  }

  @Test("C11: a file without permission, or in a directory without permission, is an error")
  func forbidden() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    for operation in [FileStoreError.Operation.open, .readStatus] {
      let document = TracingDocument.make(scratch.url("a.txt"))
      let recorder = CallRecorder { call, _ in
        call.operation == operation ? .permissionDenied : nil
      }
      document.environment.store = recorder.store
      let error = await failure(of: document)
      #expect(error?.code == .noPermission && error?.errno == .permissionDenied)
    }
  }

  @Test("A3, C11: a directory is read as a directory, whatever its name says")
  func directory() async throws {
    let scratch = try ScratchDirectory(["a.txt/index": "x"])
    let document = ReadingDocument(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    try await document.openContents()
    #expect(document.names == ["index"])
    try await document.saveAndClose()
  }

  /// A document that notes the names in the directory that it has read.
  private final class ReadingDocument: Document {
    var names: Set<String>?

    override func load(fromContents contents: Any, ofType typeName: String?) throws {
      names = ((contents as? FileWrapper)?.fileWrappers?.keys).map(Set.init)
    }
  }

  @Test("C11: dangling links and cycles of links are rejected")
  func links() async throws {
    let scratch = try ScratchDirectory()
    for (name, destination) in [("nowhere.txt", "missing"), ("circle.txt", "circle.txt")] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.url(name).path, withDestinationPath: destination)
      #expect(await failure(of: TracingDocument.make(scratch.url(name)))?.code == .noSuchFile)
    }
  }

  @Test("C11: a pipe, a socket and a device are rejected without waiting")
  func specialFiles() async throws {
    let scratch = try ScratchDirectory()
    #expect(mkfifo(scratch.url("pipe.txt").path, 0o600) == 0)
    let socket = try Self.socket(at: scratch.url("socket.txt").path)
    defer { close(socket) }
    for url in [scratch.url("pipe.txt"), scratch.url("socket.txt"), URL(filePath: "/dev/null")] {
      let document = TracingDocument.make(url)
      let recorder = CallRecorder()
      document.environment.store = recorder.store
      #expect(await failure(of: document)?.code == .specialFile)
      #expect(!recorder.calls.contains { $0.operation == .open && $0.path.string == url.path })
    }
  }

  static func socket(at path: String) throws -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
    return descriptor
  }

  /// Appends to a file whenever it is read, up to a number of times.
  private final class Appender: StoreObserver {
    let path: FilePath
    var remaining: Int

    init(_ path: FilePath, _ count: Int) {
      self.path = path
      remaining = count
    }

    func didPerform(_ call: StoreCall, opened: FileDescriptor?) {
      guard call.operation == .read, remaining > 0 else { return }
      remaining -= 1
      #expect(throws: Never.self) {
        let file = try FileDescriptor.open(path, .writeOnly, options: .append)
        defer { try? file.close() }
        try file.writeAll("+".utf8)
      }
    }
  }

  @Test("C12: a file that changes during the read is read again, with a limit")
  func changing() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let path = scratch.path.appending("a.txt")
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.store = InterposedFileStore(Appender(path, 1))
    try await document.openContents()
    #expect(document.text == "old+")
    try await document.saveAndClose()
    document.environment.store = InterposedFileStore(Appender(path, .max))
    let error = await failure(of: document)
    #expect(error?.code == .changedWhileReading)
    #expect(document.text == "old+")
  }

  @Test("C13, I2: a revert that cannot load keeps model, attributes and changes")
  func failingLoad() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a", "b.md": "b"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("new")
    document.loadError = Refusal(reason: "no")
    let before = (document.fileURL, document.fileType, document.fileModificationDate)
    let error = await #expect(throws: DocumentError.self) {
      try await document.revertContents(to: scratch.url("b.md"))
    }
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "no"))
    #expect(before == (document.fileURL, document.fileType, document.fileModificationDate))
    #expect(document.text == "new" && document.hasUnsavedChanges)
    #expect(document.documentState == .savingError)
    #expect(document.trace.names.contains("enableEditing editingDisabled"))
    document.loadError = nil
    try await document.saveAndClose()
    #expect(try scratch.contents() == ["a.txt": "new", "b.md": "b"])
  }

  @Test("I4: reverting to another URL moves the document there")
  func revertElsewhere() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a", "b.md": "b"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("lost")
    try await document.revertContents(to: scratch.url("b.md"))
    #expect(document.fileURL == scratch.url("b.md") && document.text == "b")
    #expect(document.fileType == "net.daringfireball.markdown")
    #expect(!document.hasUnsavedChanges)
    document.edit("new b")
    try await document.saveAndClose()
    #expect(try scratch.contents() == ["a.txt": "a", "b.md": "new b"])
  }

  /// Cancels a task when a store is asked for something.
  private final class Canceller: StoreObserver {
    let operation: FileStoreError.Operation
    let task = Mutex<Task<Void, any Error>?>(nil)

    init(_ operation: FileStoreError.Operation) { self.operation = operation }

    func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
      if call.operation == operation { task.withLock { $0?.cancel() } }
      return nil
    }
  }

  @Test(
    "C14: a document whose opening is cancelled before or while it is read stays closed",
    arguments: [FileStoreError.Operation?.none, .open, .read])
  func cancelledOpening(_ operation: FileStoreError.Operation?) async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    let canceller = Canceller(operation ?? .lock)
    document.environment.store = InterposedFileStore(canceller)
    let task = Task { try await document.openContents() }
    canceller.task.withLock { $0 = task }
    if operation == nil { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(document.documentState == .closed)
    #expect(document.text.isEmpty && document.handled.isEmpty)
    try await document.openContents()
    #expect(document.text == "old")
  }

  @Test("C14, O3: a save that is cancelled before its commit leaves the old file and the changes")
  func cancelledSave() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("new")
    let canceller = Canceller(.write)
    document.environment.store = InterposedFileStore(canceller)
    let task = Task { try await document.autosaveContents() }
    canceller.task.withLock { $0 = task }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(document.documentState == .normal && document.hasUnsavedChanges)
    #expect(try scratch.contents() == ["a.txt": "old"])
    try await document.saveAndClose()
    #expect(try scratch.contents() == ["a.txt": "new"])
  }

  @Test("C10: closing a document during its opening waits until it is open")
  func closeWhileOpening() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    let trace = document.trace
    document.open { trace.add("opened \($0)") }
    #expect(
      await completion { done in
        document.close {
          trace.add("closed \($0)")
          done($0)
        }
      })
    #expect(trace.names.filter { $0.hasPrefix("opened") } == ["opened true"])
    #expect(trace.names.last == "closed true")
    #expect(document.documentState == .closed && document.text == "old")
  }

  @Test("C15: read(from:) outside an opening loads on the main actor before it returns")
  func directReading() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let url = scratch.url("a.txt")
    let document = TracingDocument.make(url)
    try document.read(from: url)
    #expect(document.text == "old")
    let handover = UncheckedSendableBox(document)
    let error = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        Thread.current.threadDictionary["place"] = "plain"
        let result = Result { try handover.value.read(from: url) }
        handover.value.trace.add("returned")
        continuation.resume(returning: result.failure)
      }
    }
    #expect(error == nil)
    #expect(
      document.trace.places == [
        "read @ main", "load public.plain-text @ main", "read @ plain",
        "load public.plain-text @ main", "returned @ plain",
      ])
  }

  @Test("C15, A5: read(from:) of another item loads it, and the document keeps its own URL")
  func directReadingOfAnother() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old", "b.md": "other"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    try document.read(from: scratch.url("b.md"))
    #expect(document.text == "other" && document.fileType == "public.plain-text")
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(scratch.text("a.txt") == "other")
    try await document.saveAndClose()
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
