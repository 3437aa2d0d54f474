import Foundation
import FoundationTestSupport
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// The effect of undo managers on the changes of a document.
@Suite @MainActor struct DocumentChanges {
  /// A document whose edits can be undone.
  private final class Sheet: TracingDocument {
    var onUndoing: (@MainActor () -> Void)?

    @MainActor func set(_ new: String) {
      let old = text
      text = new
      undoManager.registerUndo(withTarget: self) {
        $0.set(old)
        $0.onUndoing?()
      }
    }
  }

  private let scratch: ScratchDirectory
  private let document: Sheet

  init() throws {
    scratch = try ScratchDirectory(["a.txt": "old"])
    document = Sheet(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
  }

  /// An undo manager whose groups are closed by hand.
  private func manager() -> UndoManager { ManualEvents().manager() }

  @Test("F8: another undo manager is observed instead of the previous one")
  func anotherManager() {
    let first = manager()
    let second = manager()
    document.undoManager = first
    document.undoManager = second
    first.registerUndo(withTarget: document) { _ in }
    first.endEvent()
    #expect(!document.hasUnsavedChanges)
    document.set("new")
    second.endEvent()
    #expect(second.undoCount == 1 && document.hasUnsavedChanges)
  }

  @Test("F8: without an undo manager the next access creates one, which is observed")
  func managerAnew() {
    let first = manager()
    document.undoManager = first
    document.undoManager = nil
    let second: UndoManager = document.undoManager
    #expect(second !== first && document.undoManager === second)
    document.set("new")
    second.endEvent()
    #expect(document.hasUnsavedChanges)
  }

  @Test("F9: groups that are closed while registration is disabled change nothing")
  func disabledGroups() {
    let manager = manager()
    document.undoManager = manager
    manager.disableUndoRegistration()
    manager.beginUndoGrouping()
    document.set("new")
    manager.endUndoGrouping()
    manager.endEvent()
    manager.enableUndoRegistration()
    manager.endEvent()
    #expect(!document.hasUnsavedChanges && !manager.canUndo)
  }

  @Test("F10: several groups in one event are one step")
  func groupsInOneEvent() async throws {
    try await document.openContents()
    let manager = manager()
    document.undoManager = manager
    for text in ["one", "two"] {
      manager.beginUndoGrouping()
      document.set(text)
      manager.endUndoGrouping()
    }
    document.set("three")
    manager.endEvent()
    #expect(manager.undoCount == 1 && document.hasUnsavedChanges)
    manager.undo()
    #expect(document.text == "old" && !document.hasUnsavedChanges)
    manager.redo()
    #expect(document.text == "three" && document.hasUnsavedChanges)
    try await document.close(discardingChanges: true)
  }

  @Test("F11: unsaved changes can be read on any thread")
  func anyThread() async throws {
    try await document.openContents()
    let handover = UncheckedSendableBox(document)
    let hasSeenChanges = Mutex(false)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { @Sendable @concurrent in
          while !handover.value.hasUnsavedChanges { await Task.yield() }
          hasSeenChanges.withLock { $0 = true }
        }
      }
      for number in 0..<100 {
        document.edit("\(number)")
        document.updateChangeCount(.undone)
        await Task.yield()
      }
      document.edit("last")
    }
    #expect(hasSeenChanges.withLock { $0 } && document.hasUnsavedChanges)
    try await document.close(discardingChanges: true)
  }

  @Test("D20: a save requested during an undo or a redo starts after it")
  func saveDuringUndo() async throws {
    try await document.openContents()
    let manager = manager()
    document.undoManager = manager
    document.set("new")
    manager.endEvent()
    for (action, expected) in [(manager.undo, "old"), (manager.redo, "new")] {
      document.trace.forget()
      let isSaved = await completion { done in
        document.onUndoing = { [document] in
          document.save(to: document.fileURL, for: .forOverwriting, completionHandler: done)
          #expect(document.trace.names.isEmpty)
          document.text += "!"
        }
        action()
        document.onUndoing = nil
      }
      #expect(isSaved)
      #expect(document.trace.names.first == "changeCountToken")
      #expect(scratch.text("a.txt") == expected + "!")
      #expect(!document.hasUnsavedChanges)
    }
  }

  @Test("D9: a deleted item is recreated, unless the document was notified of the deletion")
  func vanished() async throws {
    try await document.openContents()
    try FileManager.default.removeItem(at: document.fileURL)
    document.edit("again")
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(try scratch.contents() == ["a.txt": "again"])
    try FileManager.default.removeItem(at: document.fileURL)
    document.record.withValues { $0.machine.noteDeletion(.announced) }
    document.edit("lost?")
    let error = await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    #expect(error?.code == .deleted && error?.unsavedContents == .inMemory)
    #expect(try scratch.contents().isEmpty)
    #expect(document.text == "lost?" && document.hasUnsavedChanges)
    try await document.saveContents(to: document.fileURL, for: .forCreating)
    #expect(try scratch.contents() == ["a.txt": "lost?"])
  }
}

/// The state of changes after the item was deleted without a notification.
@Suite @MainActor struct DocumentsWithoutItem {
  enum Way: CaseIterable, Sendable {
    case deleted, movedAway, folderMovedAway
  }

  @Test("J10: an autosave never recreates a deleted item", arguments: Way.allCases)
  func notBroughtBack(_ way: Way) async throws {
    let scratch = try ScratchDirectory(["d/a.txt": "old", "kept/": ""])
    let document = TracingDocument.make(scratch.url("d/a.txt"))
    document.environment.autosaveDirectory = scratch.path.appending("kept")
    try await document.openContents()
    switch way {
    case .deleted: try FileManager.default.removeItem(at: scratch.url("d/a.txt"))
    case .movedAway:
      try FileManager.default.moveItem(at: scratch.url("d/a.txt"), to: scratch.url("d/b.txt"))
    case .folderMovedAway:
      try FileManager.default.moveItem(at: scratch.url("d"), to: scratch.url("e"))
    }
    document.edit("new")
    await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    #expect(scratch.text("d/a.txt") == nil)
    #expect(document.hasUnsavedChanges)
    let kept = try #require(document.autosavedContentsFileURL)
    #expect(try String(contentsOf: kept, encoding: .utf8) == "new")

    // A reader requests the unsaved changes, and no caller requests the item.
    let error = await withCheckedContinuation { continuation in
      document.savePresentedItemChanges { continuation.resume(returning: $0) }
    }
    #expect(error != nil && scratch.text("d/a.txt") == nil)

    try? FileManager.default.createDirectory(
      at: scratch.url("d"), withIntermediateDirectories: false)
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(scratch.text("d/a.txt") == "new" && document.autosavedContentsFileURL == nil)
    try await document.close(discardingChanges: true)
  }
}

/// The result of `fileAttributesToWrite(to:for:)`, and its effect.
@Suite @MainActor struct DocumentFileAttributes {
  private final class Attributed: TracingDocument {
    var attributes: [AnyHashable: Any] = [:]

    override func fileAttributesToWrite(
      to url: URL, for saveOperation: SaveOperation
    ) throws -> [AnyHashable: Any] { attributes }
  }

  @Test(
    "D21: attributes are set before the new item is at its path, and not changed after",
    arguments: [Document.SaveOperation.forCreating, .forOverwriting])
  func order(_ operation: Document.SaveOperation) async throws {
    let scratch = try ScratchDirectory(operation == .forCreating ? [:] : ["a.txt": "old"])
    let document = Attributed(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    document.attributes = [FileAttributeKey.posixPermissions: NSNumber(value: 0o600)]
    if operation == .forOverwriting { try await document.openContents() }
    let recorder = CallRecorder()
    document.environment.store = recorder.store
    try await document.saveContents(to: document.fileURL, for: operation)
    let calls = recorder.calls.map(\.operation)
    let setting = try #require(calls.lastIndex(of: .setPermissions))
    let renaming = try #require(calls.lastIndex(of: .rename))
    #expect(setting < renaming)
    let attributes = try FileManager.default.attributesOfItem(atPath: document.fileURL.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.size] as? Int == document.text.utf8.count)
  }

  @Test("E13: a hidden extension is still part of the name")
  func hiddenExtension() async throws {
    let scratch = try ScratchDirectory()
    let document = Attributed(fileURL: scratch.url("a"))
    document.environment = .quiet
    document.typeToSave = "public.plain-text"
    document.attributes = ["NSFileExtensionHidden": true]
    document.edit("new")
    try await document.saveContents(to: document.fileURL, for: .forCreating)
    #expect(document.fileURL.lastPathComponent == "a.txt")
    #expect(try scratch.contents() == ["a.txt": "new"])
  }
}
