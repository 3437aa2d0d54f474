import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UniformTypes

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

@Suite("Recent documents") @MainActor struct RecentDocuments {
  private let scratch: ScratchDirectory
  private let reports = ReceivedReports()

  init() throws {
    scratch = try ScratchDirectory(["a.txt": "a", "b.txt": "b", "c.txt": "c"])
  }

  private func controller(
    at path: String = "data/recently-used.xbel", store: any FileStore = SystemFileStore()
  ) -> TestController {
    let list = RecentDocumentList(
      path: scratch.path.pushing(FilePath(path)),
      application: RecentDocumentList.Application(name: "Notes & Co", command: "notes's %u"),
      groups: ["Office"], store: store, now: { Date(timeIntervalSince1970: 1_800_000_000) },
      report: { [reports] in reports.add($0.code.rawValue + " " + $0.message) })
    let controller = TestController(registry: .current, recentDocumentList: list)
    controller.register(TextNote.self, for: [.text])
    controller.register(CellarNote.self, for: [.json])
    return controller
  }

  private func names(_ controller: DocumentController) -> [String] {
    controller.recentDocumentURLs.map(\.lastPathComponent)
  }

  @Test("P2: opened documents are listed once each, the latest first, up to the maximum")
  func opening() async throws {
    let controller = controller()
    #expect(controller.recentDocumentURLs.isEmpty)
    for name in ["a.txt", "b.txt", "a.txt"] {
      let (document, _) = try await controller.openDocument(at: scratch.url(name))
      try await document.saveAndClose()
    }
    #expect(names(controller) == ["a.txt", "b.txt"])
    let (document, _) = try await controller.openDocument(at: scratch.url("c.txt"))
    #expect(controller.recentDocumentURLs.first == scratch.url("c.txt"))
    controller.maximum = 2
    _ = try await controller.openDocument(at: scratch.url("c.txt"))
    #expect(names(controller) == ["c.txt", "a.txt"])
    #expect(try !list().contains("b.txt"))
    try await document.saveAndClose()
    controller.clearRecentDocuments(nil)
    #expect(controller.recentDocumentURLs.isEmpty && reports.all.isEmpty)
    // Another program of the same user finds neither; the list is for the user alone.
    #expect(try list().contains("<bookmark ") == false)
    let status = try SystemFileStore().status(
      of: FileLocation(scratch.path.pushing("data/recently-used.xbel")))
    #expect(status.permissions == .ownerReadWrite)
  }

  @Test("P2: a maximum of 0 lists nothing, and an override excludes documents")
  func switchedOff() async throws {
    let controller = controller()
    controller.maximum = 0
    try await controller.openDocument(at: scratch.url("a.txt")).document.saveAndClose()
    controller.maximum = 10
    controller.isNoting = false
    let (document, _) = try await controller.openDocument(at: scratch.url("b.txt"))
    try await document.rename(to: "d")
    #expect(controller.recentDocumentURLs.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: scratch.url("data/recently-used.xbel").path))
    try await document.saveAndClose()
  }

  @Test("P2: a deleted file is omitted, and listed again when its disk is mounted")
  func missing() async throws {
    let controller = controller()
    for name in ["a.txt", "b.txt"] {
      try await controller.openDocument(at: scratch.url(name)).document.saveAndClose()
    }
    try FileManager.default.moveItem(at: scratch.url("b.txt"), to: scratch.url("away"))
    #expect(names(controller) == ["a.txt"])
    try FileManager.default.moveItem(at: scratch.url("away"), to: scratch.url("b.txt"))
    #expect(names(controller) == ["b.txt", "a.txt"])
  }

  @Test("N3: the list follows a document that is renamed or moved")
  func renaming() async throws {
    let controller = controller()
    try await controller.openDocument(at: scratch.url("b.txt")).document.saveAndClose()
    let (document, _) = try await controller.openDocument(at: scratch.url("a.txt"))
    try await document.rename(to: "d e")
    #expect(names(controller) == ["d e.txt", "b.txt"])
    #expect(try list().contains("/d%20e.txt\""))
    try FileManager.default.moveItem(at: document.fileURL, to: scratch.url("f.txt"))
    document.presentedItemDidMove(to: scratch.url("f.txt"))
    #expect(names(controller) == ["f.txt", "b.txt"])
    #expect(try !list().contains("a.txt") && !list().contains("d%20e.txt"))
    try await document.saveAndClose()
  }

  @Test("E6: the list follows a document to the name of its new type")
  func changingType() async throws {
    let controller = controller()
    let (document, _) = try await controller.openDocument(at: scratch.url("a.txt"))
    let note = try #require(document as? TextNote)
    note.typeToSave = "public.json"
    try await note.saveContents(to: note.fileURL, for: .forOverwriting)
    #expect(names(controller) == ["a.json"])
    let list = try list()
    #expect(!list.contains("a.txt\""), "\(list)")
    #expect(list.contains("\"application/json\""))
    try await note.saveAndClose()
  }

  @Test("D16: a document with another name is listed again, and the old item stays in the list")
  func savingElsewhere() async throws {
    let controller = controller()
    let (document, _) = try await controller.openDocument(at: scratch.url("a.txt"))
    try await document.saveContents(to: scratch.url("d.txt"), for: .forCreating)
    #expect(names(controller) == ["d.txt", "a.txt"])
    try await document.export(to: scratch.url("e.txt"))
    #expect(names(controller) == ["d.txt", "a.txt"])
    try await document.saveAndClose()
    let new = try await controller.newDocument(at: scratch.url("new.txt"))
    #expect(names(controller) == ["new.txt", "d.txt", "a.txt"])
    try await new.saveAndClose()
  }

  @Test("P2: a draft is listed when it is saved, not before")
  func draft() async throws {
    let controller = controller()
    let draft = try await controller.newDocument(at: scratch.url("new.txt"), isDraft: true)
    draft.environment.autosaveDirectory = nil
    #expect(controller.recentDocumentURLs.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: scratch.url("data").path))
    try await draft.saveContents(to: draft.fileURL, for: .forCreating)
    // The document is recorded on the main actor, after the callers that wait for the save.
    while controller.recentDocumentURLs.isEmpty { await Task.yield() }
    #expect(names(controller) == ["new.txt"])
    try await draft.saveAndClose()
  }

  @Test("A8: a document without a file is listed without access to a file system")
  func otherScheme() async throws {
    let calls = CallRecorder()
    let controller = controller(store: calls.store)
    let url = try #require(URL(string: "cellar://red/first.json"))
    let (document, _) = try await controller.openDocument(at: url)
    document.environment = .quiet
    try await document.saveContents(
      to: #require(URL(string: "cellar://red/two.json")), for: .forCreating)
    #expect(
      controller.recentDocumentURLs.map(\.absoluteString)
        == ["cellar://red/two.json", "cellar://red/first.json"])
    #expect(!calls.calls.isEmpty)
    let paths = calls.calls.map(\.path.string)
    #expect(!paths.contains { $0.contains("red") || $0.contains("json") })
    try await document.saveAndClose()
  }

  @Test(
    "An invalid list is kept unchanged, with a clear error, and documents still open",
    arguments: [
      "<xbel version=\"1.0\"><bookmark href=\"file:///a\">", "no XML at all", "<other/>",
      "<!DOCTYPE xbel [<!ENTITY e \"e\">]><xbel>&e;</xbel>",
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><xbel version=\"1.0\"/>",
    ])
  func damaged(text: String) async throws {
    let controller = controller(at: "list.xbel")
    try Data(text.utf8).write(to: scratch.url("list.xbel"))
    for name in ["a.txt", "b.txt"] {
      try await controller.openDocument(at: scratch.url(name)).document.saveAndClose()
    }
    controller.clearRecentDocuments(nil)
    #expect(controller.recentDocumentURLs.isEmpty)
    #expect(scratch.text("list.xbel") == text)
    // Once, although every document met it.
    #expect(reports.all.count == 1)
    #expect(reports.all.first?.hasPrefix("recent-documents-unavailable ") == true)
    #expect(reports.all.first?.contains("list.xbel:1:") == true)
    // A corrected list is used again.
    try Data("\n".utf8).write(to: scratch.url("list.xbel"))
    try await controller.openDocument(at: scratch.url("a.txt")).document.saveAndClose()
    #expect(names(controller) == ["a.txt"])
  }

  @Test("Without a home, and on a read-only disk, documents still open and save")
  func nowhere() async throws {
    let homeless = DocumentController(recentDocumentList: .keepingNothing)
    homeless.register(TextNote.self, for: [.text])
    try await homeless.openDocument(at: scratch.url("a.txt")).document.saveAndClose()
    #expect(homeless.recentDocumentURLs.isEmpty)
    let store = InterposedFileStore.failing { call, _ in
      [.createDirectory, .createFile, .createUnnamedFile, .rename].contains(call.operation)
        ? .readOnlyFileSystem : nil
    }
    let controller = controller(store: store)
    let (document, _) = try await controller.openDocument(at: scratch.url("a.txt"))
    document.updateChangeCount(.done)
    try await document.rename(to: "d")
    try await document.saveAndClose()
    #expect(scratch.text("d.txt") == "a")
    #expect(controller.recentDocumentURLs.isEmpty)
    #expect(reports.all.count == 1 && reports.all[0].contains("data"))
  }

  private func list() throws -> String {
    try String(contentsOf: scratch.url("data/recently-used.xbel"), encoding: .utf8)
  }
}

/// A controller whose answers a test decides on.
private final class TestController: DocumentController {
  var maximum = 10
  var isNoting = true

  override var maximumRecentDocumentCount: Int { maximum }

  override func noteNewRecentDocument(_ document: Document) {
    if isNoting { super.noteNewRecentDocument(document) }
  }
}

/// A document in a cellar, of which no file system knows.
private final class CellarNote: Document {
  override func read(from url: URL) throws {}

  override func save(
    to url: URL, for saveOperation: SaveOperation,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    let token = changeCountToken(for: saveOperation)
    didSave(to: url, for: saveOperation, changeCountToken: token)
    completionHandler?(true)
  }
}
