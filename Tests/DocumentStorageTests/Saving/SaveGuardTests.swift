import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage

/// Comparisons of a save that decide what happens to the item of another program.
@Suite struct SaveGuards {
  private let directory: ScratchDirectory
  private var path: FilePath { directory.file("a.txt") }

  init() throws { directory = try ScratchDirectory(["a.txt": "old"]) }

  private func write(_ text: String, to path: FilePath) throws {
    try Data(text.utf8).write(to: URL(filePath: path.string))
  }

  private func save(
    _ store: InterposedFileStore, _ options: SafeWriter.Options = SafeWriter.Options(),
    to path: FilePath? = nil
  ) throws(SafeWritingError) -> SaveOutcome {
    try SafeWriter(store: store, options: options).write(to: path ?? self.path, .overwrite) {
      try write("new", to: $0)
    }
  }

  private func isExchange(_ call: StoreCall) -> Bool {
    if case .rename(_, _, .exchanging) = call { true } else { false }
  }

  @Test func `An item that another program puts at the path stays when the save is rolled back`()
    throws
  {
    // The names fail to reach the disk after the exchange, and another program saves before that.
    let url = directory.url("a.txt")
    let failing = CallRecorder { call, _ in
      guard case .synchronize = call, (try? Data(contentsOf: url)) == Data("new".utf8) else {
        return nil
      }
      try? Data("theirs".utf8).write(to: url, options: .atomic)
      return .ioError
    }
    let error = #expect(throws: SafeWritingError.self) {
      try save(InterposedFileStore(failing))
    }
    #expect(error?.errno == .ioError)
    #expect(error?.isOriginalIntact == false)
    #expect(directory.text("a.txt") == "theirs")
    let kept = try #require(error?.recoveryPath)
    #expect(try String(contentsOfFile: kept.appending("a.txt").string, encoding: .utf8) == "old")
  }

  @Test func `Without exchange a file that changes before its backup is not replaced`() throws {
    let noExchange = CallRecorder { call, _ in
      if case .rename(_, _, .exchanging) = call { .invalidArgument } else { nil }
    }
    let meddler = Meddler {
      if case .link = $0 { true } else { false }
    } _: { [directory] in
      try Data("theirs".utf8).write(to: directory.url("a.txt"), options: .atomic)
    }
    let error = #expect(throws: SafeWritingError.self) {
      try save(InterposedFileStore(meddler, noExchange))
    }
    #expect(error?.code == .changedOnDisk)
    #expect(error?.isOriginalIntact == true)
    #expect(try directory.contents() == ["a.txt": "theirs"])
  }

  @Test func `A file that may not be overwritten in place is exchanged, or stays`() throws {
    try FileManager.default.linkItem(at: directory.url("a.txt"), to: directory.url("b.txt"))
    var options = SafeWriter.Options()
    options.overwritesInPlace = false
    for refusal in [FileStoreError.Operation.rename, .createDirectory] {
      let failing = InterposedFileStore.failing { call, _ in
        call.operation == refusal ? .notPermitted : nil
      }
      let error = #expect(throws: SafeWritingError.self) { try save(failing, options) }
      #expect(error?.errno == .notPermitted && error?.isOriginalIntact == true)
      #expect(try directory.contents() == ["a.txt": "old", "b.txt": "old"])
    }
    #expect(try save(InterposedFileStore(), options).strategy == .exchange)
    #expect(try directory.contents() == ["a.txt": "new", "b.txt": "old"])
  }

  @Test func `An item that is removed before the exchange is missed, and none is made`() throws {
    let meddler = Meddler { [self] in
      isExchange($0)
    } _: { [directory] in
      try FileManager.default.removeItem(at: directory.url("a.txt"))
    }
    let error = #expect(throws: SafeWritingError.self) { try save(InterposedFileStore(meddler)) }
    #expect(error?.code == .vanished)
    #expect(try directory.contents().isEmpty)
  }

  @Test func `Old contents that are put back after a failure are flushed`() throws {
    try FileManager.default.linkItem(at: directory.url("a.txt"), to: directory.url("b.txt"))
    let hasFailed = Mutex(false)
    let recorder = CallRecorder { call, _ in
      guard case .truncate = call else { return nil }
      return hasFailed.withLock { hasFailed in
        defer { hasFailed = true }
        return hasFailed ? nil : .ioError
      }
    }
    let error = #expect(throws: SafeWritingError.self) { try save(recorder.store) }
    #expect(error?.isOriginalIntact == true && directory.text("b.txt") == "old")
    let last = recorder.calls.last { [.truncate, .synchronize].contains($0.operation) }
    #expect(last?.operation == .synchronize)
  }

  @Test func `A file of a new package stays, though the old one has a pipe of its name`() throws {
    try FileManager.default.createDirectory(
      at: directory.url("p"), withIntermediateDirectories: false)
    for name in ["p/x", "p/y"] { #expect(mkfifo(directory.file(name).string, 0o600) == 0) }
    try SafeWriter().write(to: directory.file("p"), .overwrite) {
      try FileManager.default.createDirectory(
        atPath: $0.string, withIntermediateDirectories: false)
      try write("new", to: $0.appending("x"))
    }
    #expect(directory.text("p/x") == "new")
    let status = try SystemFileStore().status(of: FileLocation(directory.file("p/y")))
    #expect(status.kind == .namedPipe)
  }

  @Test(.requires(LateWriter.reports))
  func `Without exchange too, the item of a late writer keeps its name`() throws {
    let writer = try LateWriter(path)
    let noExchange = CallRecorder { call, _ in
      if case .rename(_, _, .exchanging) = call { .invalidArgument } else { nil }
    }
    let outcome = try save(noExchange.store)
    #expect(outcome.strategy == .backUpAndReplace)
    let left = try #require(outcome.itemStillOpen)
    #expect(try String(contentsOfFile: left.string, encoding: .utf8) == "old")
    try writer.write("late")
    writer.end()
    let kept = try SafeWriter().recover(at: path).kept
    #expect(try kept.map { try String(contentsOfFile: $0.string, encoding: .utf8) } == ["late"])
    #expect(directory.text("a.txt") == "new")
  }

  @Test(.requires(.mounting))
  func `A file that is a mount is not exchanged, although it has one name`() throws {
    try directory.put("old", at: "source")
    try #require(
      TestProgram.succeeds(["mount", "--bind", directory.file("source").string, path.string]))
    defer { TestProgram.succeeds(["umount", "-l", path.string]) }
    let recorder = CallRecorder()
    let outcome = try save(recorder.store)
    #expect(outcome.strategy == .overwriteInPlace)
    #expect(!recorder.calls.contains(where: isExchange))
  }

  @Test func `A file that is replaced while it is overwritten in place does not count as saved`()
    throws
  {
    try FileManager.default.linkItem(at: directory.url("a.txt"), to: directory.url("b.txt"))
    let meddler = Meddler { [directory] in
      // The new contents are in the old file, and are waited for.
      if case .synchronize = $0 { directory.text("a.txt") == "new" } else { false }
    } _: { [directory] in
      try Data("theirs".utf8).write(to: directory.url("a.txt"), options: .atomic)
    }
    let error = #expect(throws: SafeWritingError.self) {
      try save(InterposedFileStore(meddler))
    }
    #expect(error?.code == .changedOnDisk)
    #expect(directory.text("a.txt") == "theirs")
  }

  @Test(.requires(LateWriter.reports))
  func `A late writer of a file with another name loses nothing, and does not delay the save`()
    throws
  {
    try FileManager.default.linkItem(at: directory.url("a.txt"), to: directory.url("b.txt"))
    let writer = try LateWriter(path)
    var options = SafeWriter.Options()
    options.preservesHardLinks = false
    let outcome = try save(InterposedFileStore(), options)
    #expect(outcome.strategy == .exchange)
    #expect(outcome.itemStillOpen == nil)
    try writer.write("late")
    writer.end()
    #expect(directory.text("a.txt") == "new")
    #expect(directory.text("b.txt") == "late")
    #expect(try directory.contents().keys.sorted() == ["a.txt", "b.txt"])
  }

  @Test func `Without exchange a package is replaced by a file through a second name of the file`()
    throws
  {
    try FileManager.default.createDirectory(
      at: directory.url("p.pack"), withIntermediateDirectories: false)
    let recorder = CallRecorder { call, _ in
      if case .rename(_, _, .exchanging) = call { .invalidArgument } else { nil }
    }
    let outcome = try save(recorder.store, to: directory.file("p.pack"))
    #expect(outcome.strategy == .moveAsideAndReplace)
    #expect(directory.text("p.pack") == "new")
    // The first name of the file goes after the second is on the disk.
    let calls = recorder.calls
    let link = try #require(calls.firstIndex { if case .link = $0 { true } else { false } })
    let removal = try #require(
      calls.lastIndex {
        if case .removeFile(let location) = $0 { location.path == "p.pack" } else { false }
      })
    let isSynchronizedBetween = calls[link..<removal].contains {
      if case .synchronize = $0 { true } else { false }
    }
    #expect(isSynchronizedBetween)
  }
}
