import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// Documents whose items people throw away.
@Suite @MainActor struct TrashedDocuments {
  private let scratch: ScratchDirectory
  /// A user that no machine has, for trashes at the top of a file system that others use too.
  private let user = UInt32.random(in: 4_000_000_000 ... .max)

  init() throws {
    scratch = try ScratchDirectory([
      "a.txt": "old", "data/Trash/files/other": "other", "data/Trash/info/": "",
    ])
    try FileManager.default.createSymbolicLink(
      at: scratch.url("home"), withDestinationURL: scratch.url("data"))
  }

  private func document(at name: String = "a.txt") async throws -> TracingDocument {
    let document = TracingDocument.make(scratch.url(name))
    document.environment.trash.home = scratch.path.pushing("home/Trash")
    document.environment.trash.user = user
    try await document.openContents()
    document.edit("new")
    return document
  }

  private func expectRefusal(_ document: TracingDocument, of path: String) async throws {
    let error = await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    #expect(
      error?.code == .inTrash && error?.unsavedContents == .inMemory,
      "\(error.map { "\($0)" } ?? "no error")")
    #expect(error?.message.contains(path) == true)
    #expect(document.hasUnsavedChanges)
    #expect(document.handled.count == 1)
  }

  @Test("G9, J12: a document that follows its item into the trash is saved there only on request")
  func followed() async throws {
    let document = try await document()
    let place = scratch.url("data/Trash/files/a.txt")
    try FileManager.default.moveItem(at: document.fileURL, to: place)
    document.presentedItemDidMove(to: place)
    try await expectRefusal(document, of: "Trash/files/a.txt")
    #expect(scratch.text("data/Trash/files/a.txt") == "old")
    // Closing does not recreate it either, because the user could not choose afterwards.
    await #expect(throws: DocumentError.self) { try await document.saveAndClose() }
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(scratch.text("data/Trash/files/a.txt") == "new")
    try FileManager.default.moveItem(at: place, to: scratch.url("a.txt"))
    document.presentedItemDidMove(to: scratch.url("a.txt"))
    document.edit("newer")
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == "newer")
  }

  @Test("G9, J10: an item that was moved to the trash unnoticed is not recreated")
  func unnoticed() async throws {
    let document = try await document()
    try FileManager.default.moveItem(
      at: scratch.url("a.txt"), to: scratch.url("data/Trash/files/a.2.txt"))
    try await expectRefusal(document, of: "Trash/files/a.2.txt")
    #expect(scratch.text("a.txt") == nil && scratch.text("data/Trash/files/a.2.txt") == "old")
    try FileManager.default.moveItem(
      at: scratch.url("data/Trash/files/a.2.txt"), to: scratch.url("a.txt"))
    try await document.autosaveContents()
    #expect(scratch.text("a.txt") == "new")
    try await document.saveAndClose()
  }

  @Test("G9: trashes at the top of a file system are recognised", arguments: [true, false])
  func otherFileSystem(isShared: Bool) async throws {
    let document = try await document()
    // The top of the file system that the scratch directory is on.
    var top = scratch.path
    let device = try SystemFileStore().status(of: FileLocation(top)).device
    while let parent = top.lastComponent.map({ _ in top.removingLastComponent() }),
      try SystemFileStore().status(of: FileLocation(parent)).device == device
    {
      top = parent
    }
    let trash = top.pushing(FilePath(isShared ? ".Trash/\(user)" : ".Trash-\(user)"))
    let hadTrash = FileManager.default.fileExists(atPath: top.string + "/.Trash")
    do {
      try FileManager.default.createDirectory(
        atPath: trash.string + "/files", withIntermediateDirectories: true)
    } catch {
      // Without permission to write there, nothing can be moved to the trash there.
      return try await document.close(discardingChanges: true)
    }
    defer {
      let isOurs = isShared && !hadTrash
      try? FileManager.default.removeItem(atPath: isOurs ? top.string + "/.Trash" : trash.string)
    }
    try FileManager.default.moveItem(
      atPath: scratch.path.string + "/a.txt", toPath: trash.string + "/files/a.txt")
    try await expectRefusal(document, of: trash.string)
    document.presentedItemDidMove(to: URL(filePath: trash.string + "/files/a.txt"))
    await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    #expect(try String(contentsOfFile: trash.string + "/files/a.txt", encoding: .utf8) == "old")
    try await document.close(discardingChanges: true)
  }

  @Test(
    "G9: directories that only have the name of a trash are none",
    arguments: [
      "Trash/files/a.txt", ".Trash/files/a.txt", ".Trash-x/files/a.txt", ".Trash-1/a.txt",
      "data/Trash/a.txt", "data/Trash/filesystem/a.txt",
    ])
  func namesakes(name: String) async throws {
    let url = scratch.url(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("old".utf8).write(to: url)
    let document = try await document(at: name)
    try await document.autosaveContents()
    #expect(scratch.text(name) == "new")
    try await document.saveAndClose()
  }
}
