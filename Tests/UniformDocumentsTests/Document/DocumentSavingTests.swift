import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UniformDocuments

@Suite @MainActor struct DocumentSaving {
  @Test("A1: creating a document touches no files")
  func creation() {
    let document = TracingDocument.make(URL(filePath: "/nowhere/a.txt"))
    #expect(document.documentState == .closed)
    #expect(document.fileModificationDate == nil)
    #expect(!document.hasUnsavedChanges)
    #expect(document.localizedName == "a.txt")
    #expect(document.fileType == "public.plain-text")
  }

  @Test("A5, C5, C7, D11: attributes and state after creating and opening")
  func attributes() async throws {
    let scratch = try ScratchDirectory()
    let document = TracingDocument.make(scratch.url("a"))
    document.typeToSave = "public.plain-text"
    document.edit("new")
    try await document.saveContents(to: document.fileURL, for: .forCreating)
    #expect(document.documentState == .normal)
    #expect(document.fileURL.lastPathComponent == "a.txt")
    #expect(document.fileType == "public.plain-text")
    #expect(document.fileModificationDate != nil)
    #expect(!document.hasUnsavedChanges)
    #expect(try scratch.contents() == ["a.txt": "new"])
    #expect(document.saveOutcome?.strategy.isAtomic == true)
  }

  @Test("D2: save writes without changes; only autosave may skip")
  func savesAlways() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.trace.forget()
    try await document.autosaveContents()
    #expect(document.trace.names == ["autosave"])
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(document.trace.names.contains("contents"))
  }

  @Test("D4, O4, O5: contents that throw touch no file, and every completion handler runs")
  func contentsThrow() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("new")
    document.contentsError = Refusal(reason: "no")
    let url = document.fileURL
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: url, for: .forOverwriting)
    }
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "no"))
    #expect(error?.isOriginalIntact == true && error?.unsavedContents == .inMemory)
    #expect(document.documentState == .savingError)
    #expect(document.hasUnsavedChanges)
    #expect(document.handled.count == 1)
    #expect((document.handled.first as? DocumentError)?.description == error?.description)
    #expect(
      await completion { document.save(to: url, for: .forOverwriting, completionHandler: $0) }
        == false)
    #expect(await completion { document.autosave(completionHandler: $0) } == false)
    #expect(await completion { document.close(completionHandler: $0) } == false)
    #expect(document.documentState == .savingError)
    #expect(try scratch.contents() == ["a.txt": "old"])
    document.contentsError = nil
    try await document.saveAndClose()
    #expect(document.documentState == .closed)
    #expect(try scratch.contents() == ["a.txt": "new"])
  }

  @Test("D5: contents of an unknown kind are an error that names class and type")
  func unknownContents() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.contentsToGive = 5
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    #expect(error?.code == .contentsNotWritable)
    #expect(error?.message.contains("TracingDocument") == true)
    #expect(error?.message.contains("Int") == true)
    #expect(try scratch.contents() == ["a.txt": "old"])
  }

  @Test("D6: attributes that throw cancel the save before anything is written")
  func attributesThrow() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.attributesError = Refusal(reason: "no")
    await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    #expect(!document.trace.names.contains("writeContents safely"))
  }

  @Test("D8, D16: creating never replaces; saving elsewhere moves the document")
  func creating() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a", "b.txt": "b"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: scratch.url("b.txt"), for: .forCreating)
    }
    #expect(error?.code == .fileExists)
    #expect(document.fileURL == scratch.url("a.txt"))
    try await document.saveContents(to: scratch.url("c.txt"), for: .forCreating)
    #expect(document.fileURL == scratch.url("c.txt"))
    #expect(try scratch.contents() == ["a.txt": "a", "b.txt": "b", "c.txt": "a"])
  }

  @Test("D10: contents that another process has written are not overwritten, unless requested")
  func changedOnDisk() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    try Data("theirs".utf8).write(to: document.fileURL)
    document.edit("ours")
    let error = await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    #expect(error?.code == .changedOnDisk)
    #expect(scratch.text("a.txt") == "theirs")
    document.overwritesChangesOnDisk = true
    try await document.autosaveContents()
    #expect(scratch.text("a.txt") == "ours")
  }

  /// A class that writes other bytes than its contents.
  private final class ReversedDocument: TracingDocument {
    override func writeContents(
      _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
    ) throws {
      let data = try #require(contents as? Data)
      try Data(data.reversed()).write(to: url)
    }
  }

  @Test("D10, J3: a file that was only touched is overwritten, also by an override that writes it")
  func touched() async throws {
    let scratch = try ScratchDirectory()
    for document in [
      TracingDocument(fileURL: scratch.url("a.txt")),
      ReversedDocument(fileURL: scratch.url("b.txt")),
    ] {
      document.environment = .quiet
      document.text = "one"
      try await document.saveContents(to: document.fileURL, for: .forCreating)
      #expect(utimes(document.fileURL.path, nil) == 0)
      document.edit("two")
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
      try await document.saveAndClose()
    }
    #expect(scratch.text("a.txt") == "two" && scratch.text("b.txt") == "owt")
  }

  @Test("D10: a document that was never opened does not erase the item")
  func neverOpened() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    #expect(error?.code == .notOpen)
    #expect(scratch.text("a.txt") == "old")
  }

  @Test("D13: edits during a save remain unsaved")
  func editsDuringSave() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("first")
    async let saved = completion {
      document.save(to: document.fileURL, for: .forOverwriting, completionHandler: $0)
      document.edit("second")
    }
    #expect(await saved)
    #expect(scratch.text("a.txt") == "first")
    #expect(document.hasUnsavedChanges)
  }

  @Test(
    "D14, D22: a failed save leaves all files unchanged, and the document changed",
    arguments: [
      FileStoreError.Operation.write, .synchronize, .rename, .createFile, .createDirectory,
    ])
  func failingStore(_ operation: FileStoreError.Operation) async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.store = InterposedFileStore.failing { call, _ in
      call.operation == operation ? .noSpace : nil
    }
    try await document.openContents()
    let before = (document.fileURL, document.fileType, document.fileModificationDate)
    document.edit("new")
    let error = await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    #expect(error?.errno == .noSpace && error?.isOriginalIntact == true)
    #expect(error?.unsavedContents == .inMemory && error?.operation == .save)
    #expect(document.documentState == .savingError && document.hasUnsavedChanges)
    #expect(before == (document.fileURL, document.fileType, document.fileModificationDate))
    #expect(try scratch.contents() == ["a.txt": "old"])
    document.environment.store = SystemFileStore()
    try await document.autosaveContents()
    #expect(document.documentState == .normal && !document.hasUnsavedChanges)
    #expect(try scratch.contents() == ["a.txt": "new"])
  }

  @Test("E6, E8: RTF becomes RTFD: the package is there, the file is gone, the document moved")
  func typeChange() async throws {
    let scratch = try ScratchDirectory(["a.rtf": "{\\rtf1 old}"])
    let document = TracingDocument.make(scratch.url("a.rtf"))
    try await document.openContents()
    #expect(document.fileType == "public.rtf")
    document.typeToSave = "com.apple.rtfd"
    document.contentsToGive = FileWrapper(directoryWithFileWrappers: [
      "TXT.rtf": FileWrapper(regularFileWithContents: Data("{\\rtf1 new}".utf8))
    ])
    document.updateChangeCount(.done)
    try await document.autosaveContents()
    #expect(document.fileURL.lastPathComponent == "a.rtfd")
    #expect(document.fileType == "com.apple.rtfd")
    #expect(try scratch.contents() == ["a.rtfd/": "", "a.rtfd/TXT.rtf": "{\\rtf1 new}"])
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(document.trace.names.contains("writeContents original a.rtf"))
    #expect(document.trace.names.contains("writeContents original a.rtfd"))
  }

  @Test("E7: an existing name is not replaced; the new item gets a number")
  func takenName() async throws {
    let scratch = try ScratchDirectory(["a.rtf": "{\\rtf1 old}", "a.rtfd/TXT.rtf": "theirs"])
    let document = TracingDocument.make(scratch.url("a.rtf"))
    try await document.openContents()
    document.typeToSave = "com.apple.rtfd"
    document.contentsToGive = FileWrapper(directoryWithFileWrappers: [
      "TXT.rtf": FileWrapper(regularFileWithContents: Data("ours".utf8))
    ])
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(document.fileURL.lastPathComponent == "a 2.rtfd")
    #expect(scratch.text("a 2.rtfd/TXT.rtf") == "ours")
    #expect(scratch.text("a.rtfd/TXT.rtf") == "theirs")
    #expect(scratch.text("a.rtf") == nil)
  }

  @Test("H3: closing without saving writes nothing")
  func discarding() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("new")
    try await document.close(discardingChanges: true)
    #expect(document.documentState == .closed && !document.hasUnsavedChanges)
    #expect(scratch.text("a.txt") == "old")
  }
}
