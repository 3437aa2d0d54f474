import Foundation
import TestSupport
import Testing
import UniformDocuments

@Suite @MainActor struct NSDocumentChains {
  private static let text = "public.plain-text"

  private func document<Class: NSDocument>(_ document: Class) -> Class {
    document.environment = .quiet
    return document
  }

  @Test func `Reading follows the chain to the first override that does not call super`() throws {
    let scratch = try ScratchDirectory()
    try Data("one".utf8).write(to: scratch.url("a.txt"))
    let document = try TracingNSDocument(contentsOf: scratch.url("a.txt"), ofType: Self.text)
    #expect(document.steps == ["read url", "read wrapper", "read data"])
    #expect(document.text == "one")
    #expect(document.fileURL == scratch.url("a.txt") && document.fileType == Self.text)
    #expect(document.fileModificationDate != nil && !document.isDocumentEdited)
    #expect(document.displayName == "a.txt" && !document.isDraft)
  }

  @Test(arguments: [true, false])
  func `Writing follows the chain, wherever the safe writer runs`(elsewhere: Bool) async throws {
    let scratch = try ScratchDirectory()
    try Data("one".utf8).write(to: scratch.url("a.txt"))
    let document = document(
      try TracingNSDocument(contentsOf: scratch.url("a.txt"), ofType: Self.text))
    document.writesElsewhere = elsewhere
    document.steps = []
    document.edit("two")
    try await document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveOperation)
    #expect(
      document.steps == [
        "save saveOperation", "write saveOperation original true", "write url", "wrapper", "data",
      ])
    #expect(scratch.text("a.txt") == "two" && !document.isDocumentEdited)
  }

  @Test func `A class without overrides gets an error that names the override`() async throws {
    let scratch = try ScratchDirectory()
    try Data("one".utf8).write(to: scratch.url("a.txt"))
    let reading = try #require(throws: DocumentError.self) {
      try SilentNSDocument(contentsOf: scratch.url("a.txt"), ofType: Self.text)
    }
    #expect(reading.code == .notOverridden && reading.message.contains("read(from:ofType:)"))
    let document = document(try SilentNSDocument(type: Self.text))
    let writing = await #expect(throws: DocumentError.self) {
      try await document.save(to: scratch.url("b.txt"), ofType: Self.text, for: .saveAsOperation)
    }
    #expect(writing?.code == .notOverridden && writing?.message.contains("data(ofType:)") == true)
    #expect(scratch.text("b.txt") == nil && document.fileURL == nil)
  }

  @Test func `A package keeps files that the document does not know`() async throws {
    let scratch = try ScratchDirectory()
    let url = scratch.url("a.rtfd")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    try Data("theirs".utf8).write(to: scratch.url("a.rtfd/other.txt"))
    let document = document(try PackageNSDocument(contentsOf: url, ofType: "com.apple.rtfd"))
    document.setText("ours")
    try await document.save(to: url, ofType: "com.apple.rtfd", for: .saveOperation)
    #expect(scratch.text("a.rtfd/other.txt") == "theirs")
    #expect(scratch.text("a.rtfd/text.txt") == "ours")
    document.setText("again")
    try await document.save(to: url, ofType: "com.apple.rtfd", for: .saveOperation)
    #expect(scratch.text("a.rtfd/text.txt") == "again" && !document.isDocumentEdited)
  }

  @Test func `A file is no package to a class that reads bytes only`() throws {
    let scratch = try ScratchDirectory()
    let url = scratch.url("a.rtfd")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    let error = try #require(throws: DocumentError.self) {
      try TracingNSDocument(contentsOf: url, ofType: "com.apple.rtfd")
    }
    #expect(error.code == .notOverridden && error.message.contains("FileWrapper"))
  }

  @Test func `A class that reads and writes by URL is saved safely`() async throws {
    let scratch = try ScratchDirectory()
    try Data("one\ntwo".utf8).write(to: scratch.url("a.txt"))
    let document = document(
      try ByURLNSDocument(contentsOf: scratch.url("a.txt"), ofType: Self.text))
    #expect(document.lines == ["one", "two"])
    document.lines.append("three")
    document.updateChangeCount(.changeDone)
    try await document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveOperation)
    #expect(scratch.text("a.txt") == "one\ntwo\nthree")
    try Data("theirs".utf8).write(to: scratch.url("a.txt"))
    document.updateChangeCount(.changeDone)
    let error = await #expect(throws: DocumentError.self) {
      try await document.save(to: scratch.url("a.txt"), ofType: Self.text, for: .saveOperation)
    }
    #expect(error?.code == .changedOnDisk && scratch.text("a.txt") == "theirs")
  }

  @Test func `A document writes itself to a given URL, and stays unchanged`() throws {
    let scratch = try ScratchDirectory()
    try Data("old".utf8).write(to: scratch.url("b.txt"))
    let document = document(try TracingNSDocument(type: Self.text))
    document.edit("new")
    try document.write(to: scratch.url("b.txt"), ofType: Self.text)
    #expect(scratch.text("b.txt") == "new")
    try document.writeSafely(to: scratch.url("c.txt"), ofType: Self.text, for: .saveToOperation)
    #expect(scratch.text("c.txt") == "new")
    #expect(document.isDocumentEdited && document.fileURL == nil)
  }

  struct Change {
    let changes: [NSDocument.ChangeType]
    let isEdited: Bool
  }

  @Test(arguments: [
    Change(changes: [], isEdited: false),
    Change(changes: [.changeDone], isEdited: true),
    Change(changes: [.changeDone, .changeUndone], isEdited: false),
    Change(changes: [.changeDone, .changeUndone, .changeRedone], isEdited: true),
    Change(changes: [.changeDone, .changeCleared], isEdited: false),
    Change(changes: [.changeDone, .changeCleared, .changeUndone], isEdited: true),
    Change(changes: [.changeReadOtherContents], isEdited: true),
    Change(changes: [.changeDiscardable], isEdited: false),
    Change(changes: [.changeDone, .changeAutosaved], isEdited: true),
  ])
  func `Changes count as in AppKit`(row: Change) throws {
    let document = document(try TracingNSDocument(type: Self.text))
    for change in row.changes { document.updateChangeCount(change) }
    #expect(document.isDocumentEdited == row.isEdited)
    document.updateChangeCount(.changeCleared)
  }

  @Test func `A step of the undo manager is a change, and undoing it reverts that`() throws {
    let document = document(try TracingNSDocument(type: Self.text))
    document.undoManager?.registerUndo(withTarget: document) { $0.text = "" }
    document.text = "one"
    #expect(document.isDocumentEdited)
    document.undoManager?.undo()
    #expect(!document.isDocumentEdited && document.text.isEmpty)
    document.hasUndoManager = false
    #expect(document.undoManager == nil)
  }

  @Test(
    arguments: zip(
      [0, 1, 2, 3, 4, 5, 256] as [UInt],
      [
        .changeDone, .changeUndone, .changeCleared, .changeReadOtherContents, .changeAutosaved,
        .changeRedone, .changeDiscardable,
      ] as [NSDocument.ChangeType]))
  func `Changes have the numbers of AppKit`(number: UInt, change: NSDocument.ChangeType) {
    #expect(NSDocument.ChangeType(rawValue: number) == change)
  }
}
