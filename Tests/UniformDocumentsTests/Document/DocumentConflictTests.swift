import Foundation
import SystemPackage
import TestSupport
import Testing
import UniformTypes

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// The reports about items that cannot be saved, and about errors.
@Suite @MainActor struct DocumentConflicts {
  private func conflict(_ scratch: ScratchDirectory) async throws -> TracingDocument {
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.autosaveDirectory = scratch.path.appending("autosaved")
    try await document.openContents()
    document.edit("ours")
    try Data("theirs".utf8).write(to: document.fileURL)
    let error = await #expect(throws: DocumentError.self) {
      try await document.autosaveContents()
    }
    #expect(error?.code == .changedOnDisk && error?.remedy.contains("revertContents") == true)
    #expect(document.documentState == [.inConflict, .savingError])
    return document
  }

  @Test("J2: a changed item is a conflict, and changes are kept elsewhere without a request")
  func conflictIsKnown() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await conflict(scratch)
    document.edit("ours again")
    await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    #expect(document.handled.count == 1 && document.mayAutosave)
    let kept = try #require(document.autosavedContentsFileURL)
    #expect(try String(contentsOf: kept, encoding: .utf8) == "ours again")
    #expect(scratch.text("a.txt") == "theirs")
    try await document.close(discardingChanges: true)
  }

  @Test("K2: a reader of an item in conflict reads what is on disk")
  func readers() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await conflict(scratch)
    let url = document.fileURL
    let text = await TestProgram.onOwnThread {
      var text: String?
      var error: NSError?
      NSFileCoordinator().coordinate(readingItemAt: url, error: &error) { url in
        text = try? String(contentsOf: url, encoding: .utf8)
      }
      return text ?? error?.localizedDescription
    }
    #expect(text == "theirs")
    #expect(document.hasUnsavedChanges && document.documentState.contains(.inConflict))
    try await document.close(discardingChanges: true)
  }

  @Test("J15: reverting, replacing and saving elsewhere end a conflict")
  func ends() async throws {
    let ways: [(TracingDocument, URL) async throws -> Void] = [
      { document, _ in try await document.revertContents(to: document.fileURL) },
      { document, _ in
        document.overwritesChangesOnDisk = true
        try await document.saveContents(to: document.fileURL, for: .forOverwriting)
      },
      { document, other in try await document.saveContents(to: other, for: .forCreating) },
    ]
    var texts: [String?] = []
    for way in ways {
      let scratch = try ScratchDirectory(["a.txt": "old"])
      let document = try await conflict(scratch)
      try await way(document, scratch.url("b.txt"))
      #expect(document.documentState == .normal)
      texts.append(scratch.text("a.txt"))
      try await document.saveAndClose()
    }
    #expect(texts == ["theirs", "ours", "theirs"])
  }

  @Test("G9: an item that cannot be written is reported when it is opened")
  func readOnly() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old", "b.txt": "old"])
    #expect(chmod(scratch.url("a.txt").path, 0o444) == 0)
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    #expect(document.savingObstacle?.code == .noPermission && document.handled.isEmpty)
    try await document.saveContents(to: scratch.url("c.txt"), for: .forCreating)
    #expect(document.savingObstacle == nil)
    try await document.saveAndClose()
    let other = TracingDocument.make(scratch.url("b.txt"))
    try await other.openContents()
    #expect(other.savingObstacle == nil)
    try await other.saveAndClose()
  }

  @Test("D22: errors name the item at fault and the operation, and no internal names")
  func messages() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old", "taken.txt": "taken"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    let export = await #expect(throws: DocumentError.self) {
      try await document.export(to: scratch.url("taken.txt"))
    }
    #expect(export?.url == scratch.url("taken.txt"))
    #expect(export?.message.hasPrefix("taken.txt: not exported") == true)
    let missing = await #expect(throws: DocumentError.self) {
      try await document.restore(fromContentsOf: scratch.url("missing.txt"))
    }
    #expect(missing?.message == "missing.txt cannot be read: there is no such item")
    document.loadError = Refusal(reason: "not mine")
    let refused = await #expect(throws: DocumentError.self) {
      try await document.restore(fromContentsOf: scratch.url("taken.txt"))
    }
    #expect(refused?.url == scratch.url("taken.txt"))
    #expect(refused?.message.hasPrefix("taken.txt: ") == true)
    #expect(document.documentState == .normal)
    document.loadError = nil
    let path = FilePath("/folder/a.txt")
    let failure = FileStoreError(
      .createDirectory, path: "/folder/.document-saving-1-new", errno: .permissionDenied)
    let saving = SafeWritingError(.systemCall, path: path, failure: failure)
    #expect(saving.message == "not saved: cannot write in /folder: Permission denied")
    let nameless = SafeWritingError(.systemCall, path: "a.txt", failure: failure)
    #expect(nameless.message == "not saved: cannot write in .: Permission denied")
    try await document.saveAndClose()
  }

  @Test("C11: an item with a type that differs from its name is reported with both types")
  func wrongKind() async throws {
    let scratch = try ScratchDirectory(["a.rtfd": "plain text"])
    let controller = DocumentController(recentDocumentList: .keepingNothing)
    controller.register(PlainNote.self, for: [.rtfd])
    let error = await #expect(throws: DocumentClassError.self) {
      _ = try await controller.openDocument(at: scratch.url("a.rtfd"))
    }
    #expect(error?.url == scratch.url("a.rtfd"))
    #expect(error.map { "\($0)".contains("a.rtfd") } == true)
  }

  @Test("G7: autosaved contents can be discarded")
  func discard() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    var environment = DocumentEnvironment.quiet
    environment.autosaveDirectory = scratch.path.appending("autosaved")
    let controller = DocumentController(recentDocumentList: .keepingNothing)
    let document = try await conflict(scratch)
    // As when its program has ended.
    document.record.withValues { $0.autosaved = nil }
    let found = try #require(try controller.autosavedDocuments(in: environment).first)
    try controller.discardAutosavedDocument(found, in: environment)
    #expect(try controller.autosavedDocuments(in: environment).isEmpty)
    #expect(throws: DocumentError.self) {
      try controller.discardAutosavedDocument(found, in: environment)
    }
    #expect(scratch.text("a.txt") == "theirs")
    try await document.close(discardingChanges: true)
  }
}
