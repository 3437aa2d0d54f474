import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UniformDocuments

/// The treatment of saves that a crash has ended, at an open and a save.
@Suite @MainActor struct DocumentRecovery {
  private static let saving = ".document-saving-1-0zz"

  @Test("C1, L1: a file that a crash left partly overwritten is recovered before it is read")
  func mendsBeforeReading() async throws {
    let scratch = try ScratchDirectory([
      "a.txt": "NEW old old", "\(Self.saving)/a.txt": "NEW NEW NEW",
      "\(Self.saving)/.document-old": "old old old",
    ])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    #expect(document.text == "old old old")
    #expect(document.recoveryReport?.restored.map(\.lastComponent?.string) == ["a.txt"])
    #expect(try scratch.contents() == ["a.txt": "old old old"])
    document.edit("next")
    try await document.autosaveContents()
    #expect(scratch.text("a.txt") == "next")
  }

  @Test("L3: saving a new document sweeps the remains of a crash beside it")
  func sweepsBeforeSaving() async throws {
    let scratch = try ScratchDirectory([".document-saving-1-new/a.txt": "hal"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.edit("new")
    try await document.saveContents(to: document.fileURL, for: .forCreating)
    #expect(try scratch.contents() == ["a.txt": "new"])
    #expect(document.recoveryReport?.removed.count == 1)
  }

  @Test("L3: contents without an item are kept, and reported")
  func keepsContents() async throws {
    let scratch = try ScratchDirectory(["a.txt": "theirs", "\(Self.saving)/a.txt": "ours"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    let heard = Mutex<[DocumentError]>([])
    document.environment.report = { error in heard.withLock { $0.append(error) } }
    try await document.openContents()
    #expect(document.text == "theirs")
    let kept = try #require(document.recoveryReport?.kept.first)
    #expect(try String(contentsOfFile: kept.string, encoding: .utf8) == "ours")
    #expect(heard.withLock { $0.map(\.code) } == [.contentsRecovered])
    #expect(heard.withLock { $0.map(\.unsavedContents) } == [.file(kept)])
  }

  @Test("L3: remains of another item do not prevent opening a document")
  func othersLeftovers() async throws {
    let scratch = try ScratchDirectory([
      "a.txt": "a", "b.txt": "NEW old", "\(Self.saving)/b.txt": "NEW NEW",
      "\(Self.saving)/.document-old": "old old",
    ])
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.store = InterposedFileStore.failing { call, _ in
      call.operation == .write || call.operation == .truncate ? .ioError : nil
    }
    try await document.openContents()
    #expect(document.text == "a")
    #expect(document.recoveryReport?.unresolved.count == 1)
    let other = TracingDocument.make(scratch.url("b.txt"))
    try await other.openContents()
    #expect(other.text == "old old")
  }

  @Test("L1: a file that cannot be recovered is not read")
  func unmended() async throws {
    let scratch = try ScratchDirectory([
      "a.txt": "NEW old", "\(Self.saving)/a.txt": "NEW NEW",
      "\(Self.saving)/.document-old": "old old",
    ])
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.store = InterposedFileStore.failing { call, _ in
      call.operation == .write || call.operation == .truncate ? .ioError : nil
    }
    let error = await #expect(throws: DocumentError.self) { try await document.openContents() }
    #expect(error?.errno == .ioError && error?.operation == .open)
    #expect(
      error?.isOriginalIntact == false && error?.message.contains("recovered") == true,
      "\(error?.message ?? "")")
    #expect(document.documentState == .closed)
  }

  /// Changes the type of a document, with a store that fails for good at its first renaming, or
  /// right after it: what is on the disk then is what a crash leaves.
  private func crash(_ scratch: ScratchDirectory, before: Bool) async throws {
    let document = TracingDocument.make(scratch.url("a.rtf"))
    let hasRenamed = Mutex(false)
    try await document.openContents()
    document.environment.store = InterposedFileStore.failing { call, _ in
      hasRenamed.withLock { hasRenamed in
        defer { if call.operation == .rename { hasRenamed = true } }
        return hasRenamed || before && call.operation == .rename ? .ioError : nil
      }
    }
    document.typeToSave = "com.apple.rtfd"
    document.contentsToGive = FileWrapper(directoryWithFileWrappers: [
      "TXT.rtf": FileWrapper(regularFileWithContents: Data("{\\rtf1 new}".utf8))
    ])
    document.updateChangeCount(.done)
    await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    #expect(document.fileURL.lastPathComponent == "a.rtf")
    try await document.close(discardingChanges: true)
  }

  @Test("E9: after a crash between both steps of a change of type the newer item is the document")
  func crashBetweenSteps() async throws {
    let scratch = try ScratchDirectory(["a.rtf": "{\\rtf1 old}"])
    try await crash(scratch, before: false)
    #expect(scratch.text("a.rtf") == "{\\rtf1 old}")
    #expect(scratch.text("a.rtfd/TXT.rtf") == "{\\rtf1 new}")
    let document = PackageDocument(fileURL: scratch.url("a.rtf"))
    document.environment = .quiet
    try await document.openContents()
    #expect(document.fileURL.lastPathComponent == "a.rtfd")
    #expect(document.fileType == "com.apple.rtfd")
    #expect(document.names == ["TXT.rtf"])
    #expect(scratch.text("a.rtf") == nil)
    let kept = try #require(document.recoveryReport?.kept.first)
    #expect(try String(contentsOfFile: kept.string, encoding: .utf8) == "{\\rtf1 old}")
  }

  @Test("E9: after a crash before the new item has its name the old one is the document")
  func crashBeforeCommit() async throws {
    let scratch = try ScratchDirectory(["a.rtf": "{\\rtf1 old}"])
    try await crash(scratch, before: true)
    let document = TracingDocument.make(scratch.url("a.rtf"))
    try await document.openContents()
    #expect(document.fileURL.lastPathComponent == "a.rtf")
    #expect(document.text == "{\\rtf1 old}")
    #expect(try scratch.contents() == ["a.rtf": "{\\rtf1 old}"])
  }

  @Test("E6: a change of type leaves no files behind, and the outcome reports it")
  func cleanTypeChange() async throws {
    let scratch = try ScratchDirectory(["a.rtf": "{\\rtf1 old}"])
    let document = TracingDocument.make(scratch.url("a.rtf"))
    try await document.openContents()
    document.typeToSave = "com.apple.rtfd"
    document.contentsToGive = FileWrapper(directoryWithFileWrappers: [
      "TXT.rtf": FileWrapper(regularFileWithContents: Data("new".utf8))
    ])
    document.updateChangeCount(.done)
    try await document.autosaveContents()
    #expect(try scratch.contents() == ["a.rtfd/": "", "a.rtfd/TXT.rtf": "new"])
    #expect(document.saveOutcome?.leftovers == [])
    #expect(document.saveOutcome?.conflict == nil)
  }

  @Test("E6: an old item that another process has changed meanwhile stays")
  func changedOldItem() async throws {
    let scratch = try ScratchDirectory(["a.rtf": "{\\rtf1 old}"])
    let document = TracingDocument.make(scratch.url("a.rtf"))
    try await document.openContents()
    try Data("{\\rtf1 theirs}".utf8).write(to: scratch.url("a.rtf"))
    document.typeToSave = "com.apple.rtfd"
    document.contentsToGive = FileWrapper(directoryWithFileWrappers: [
      "TXT.rtf": FileWrapper(regularFileWithContents: Data("ours".utf8))
    ])
    document.updateChangeCount(.done)
    try await document.autosaveContents()
    #expect(scratch.text("a.rtf") == "{\\rtf1 theirs}")
    #expect(scratch.text("a.rtfd/TXT.rtf") == "ours")
    #expect(document.saveOutcome?.conflict?.lastComponent?.string == "a.rtf")
  }
}

/// A document that is a package, of which a test needs the names only.
final class PackageDocument: Document {
  var names: [String] = []

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let wrapper = contents as? FileWrapper else { throw Refusal(reason: "no package") }
    names = (wrapper.fileWrappers ?? [:]).keys.sorted()
  }
}
