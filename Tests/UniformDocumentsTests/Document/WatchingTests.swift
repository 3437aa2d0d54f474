import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIFileWatching

@testable import UniformDocumentCore
@testable import UniformDocuments

/// The reaction of documents to changes by programs without coordination.
@Suite @MainActor struct Watching {
  @Test("J1, K11: a document without changes reads contents that a program has written")
  func reverts() async throws {
    let place = try WatchedDocuments(["a.txt": "old"])
    let document = try await place.open("a.txt")
    var changes = document.stateChanges.makeAsyncIterator()
    try place.write("a.txt", "theirs")
    await place.settle(document)
    #expect(document.text == "theirs" && !document.hasUnsavedChanges)
    #expect(document.received == ["changed"] && document.documentState == .normal)
    // The change has no stated originator.
    while let change = await changes.next() {
      guard change.properties == .contents else { continue }
      #expect(change.originator == .unknown)
      break
    }
    try await document.saveAndClose()
  }

  @Test("J5: a move right after the opening of a document is followed")
  func movedAfterOpening() async throws {
    for number in 0..<50 {
      let place = try WatchedDocuments(["a.txt": "old"])
      let document = place.make("a.txt")
      try await document.openContents()
      try place.rename("a.txt", "b.txt")
      await place.settle(document)
      #expect(document.fileURL.lastPathComponent == "b.txt", "document \(number)")
      try await document.close(discardingChanges: true)
    }
  }

  @Test("J1: changes during the opening of a document are read too")
  func changedWhileOpening() async throws {
    let place = try WatchedDocuments(["a.txt": "old"])
    let document = place.make("a.txt")
    try await document.openContents()
    try place.write("a.txt", "theirs")
    await place.settle(document)
    #expect(document.text == "theirs")
    try await document.saveAndClose()
  }

  @Test("J2: a document with changes is in conflict, and no bytes of either are lost")
  func conflict() async throws {
    let place = try WatchedDocuments(["a.txt": "old"])
    let document = try await place.open("a.txt")
    document.environment.autosaveDirectory = place.scratch.path.appending("autosaved")
    document.edit("ours")
    try place.write("a.txt", "theirs")
    await place.settle(document)
    #expect(document.documentState == .inConflict)
    #expect(document.problem?.kind == .conflict)
    #expect(document.problem?.choices == [.saveElsewhere, .revert, .overwrite])
    #expect(document.problem?.code == .changedOnDisk)
    #expect(document.problem?.message?.contains("another program") == true)
    try? await document.autosaveContents()
    #expect(place.scratch.text("a.txt") == "theirs" && document.text == "ours")
    #expect(document.handled.count == 1, "the first save in the conflict reaches the class")
    let kept = try #require(document.autosavedContentsFileURL)
    #expect(try String(contentsOf: kept, encoding: .utf8) == "ours")
    try await document.revertContents(to: document.fileURL)
    #expect(document.text == "theirs" && document.problem == nil)
    try await document.saveAndClose()
  }

  @Test("J3: permissions, times and equal bytes change only the date")
  func metadata() async throws {
    let place = try WatchedDocuments(["a.txt": "old"])
    let document = try await place.open("a.txt")
    let date = try #require(document.fileModificationDate)
    #expect(chmod(document.fileURL.path, 0o600) == 0)
    await place.settle(document)
    #expect(document.received == [] && document.fileModificationDate == date)
    document.edit("ours")
    var times = [
      timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0),
    ]
    #expect(utimes(document.fileURL.path, &times) == 0)
    await place.settle(document)
    #expect(document.fileModificationDate == Date(timeIntervalSince1970: 1_000_000_000))
    try place.write("a.txt", "old")
    await place.settle(document)
    #expect(document.received == [] && document.documentState == .normal)
    // The save finds no conflict either.
    try await document.autosaveContents()
    #expect(place.scratch.text("a.txt") == "ours")
    try await document.saveAndClose()
  }

  @Test("J4: a document is not notified of its own operations")
  func ownWrites() async throws {
    let place = try WatchedDocuments(["a.txt": "old"])
    let document = try await place.open("a.txt")
    for number in 0..<5 {
      document.edit("ours \(number)")
      try await document.autosaveContents()
      await place.settle(document)
    }
    try await document.rename(to: "b")
    await place.settle(document)
    try await document.saveContents(to: place.scratch.url("c.txt"), for: .forCreating)
    await place.settle(document)
    #expect(document.received == [])
    #expect(!document.trace.names.contains("read"))
    // It watches its present location.
    try place.write("b.txt", "of no interest")
    await place.settle(document)
    #expect(document.received == [])
    try place.write("c.txt", "theirs")
    await place.settle(document)
    #expect(document.received == ["changed"] && document.text == "theirs")
    try await document.saveAndClose()
  }

  @Test("J4, K3: changes that coordination has reported are not reported again")
  func coordinated() async throws {
    let place = try WatchedDocuments(["a.txt": "old"])
    let document = try await place.open("a.txt")
    let url = document.fileURL
    document.edit("ours")
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        NSFileCoordinator().coordinate(writingItemAt: url) {
          try? Data("theirs".utf8).write(to: $0)
        }
        continuation.resume()
      }
    }
    await place.settle(document)
    #expect(document.received == ["changed"])
    #expect(document.documentState == .inConflict)
    try await document.close(discardingChanges: true)
  }

  @Test("J7, J8: a document follows its item and the directories above it, without becoming edited")
  func moves() async throws {
    let place = try WatchedDocuments(["x/y/a.txt": "old"])
    let document = try await place.open("x/y/a.txt")
    try place.rename("x/y/a.txt", "x/y/b.md")
    await place.settle(document)
    #expect(document.fileURL.lastPathComponent == "b.md" && document.localizedName == "b.md")
    #expect(document.fileType == "net.daringfireball.markdown")
    try place.rename("x", "z")
    await place.settle(document)
    #expect(document.fileURL.path == place.scratch.url("z/y/b.md").path)
    #expect(document.received == ["moved b.md", "moved b.md"] && !document.hasUnsavedChanges)
    document.edit("new")
    try await document.autosaveContents()
    #expect(place.scratch.text("z/y/b.md") == "new")
    try await document.saveAndClose()
  }

  @Test("J9: a document finds its item in a directory that is not watched")
  func movedAway() async throws {
    let place = try WatchedDocuments(["x/a.txt": "old", "far/off/b.txt": ""])
    let document = try await place.open("x/a.txt")
    document.edit("ours")
    try place.rename("x/a.txt", "far/off/a.txt")
    await place.settle(document)
    try await document.autosaveContents()
    #expect(place.scratch.text("far/off/a.txt") == "ours")
    try await document.saveAndClose()
  }

  @Test("J10: a deleted item is recreated only by an explicit save")
  func deletion() async throws {
    let place = try WatchedDocuments(["a.txt": "old"])
    let document = try await place.open("a.txt")
    document.environment.autosaveDirectory = place.scratch.path.appending("autosaved")
    try FileManager.default.removeItem(at: document.fileURL)
    await place.settle(document)
    #expect(document.received == ["deleted"] && document.documentState == .normal)
    #expect(document.problem?.kind == .deleted && document.text == "old")
    document.edit("ours")
    for _ in 0..<2 { try? await document.autosaveContents() }
    #expect(place.scratch.text("a.txt") == nil && document.handled.count == 1)
    #expect(document.autosavedContentsFileURL != nil)
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(place.scratch.text("a.txt") == "ours" && document.problem == nil)
    try await document.saveAndClose()
  }

  @Test("J10, J1: an item that is restored is read")
  func reappears() async throws {
    let place = try WatchedDocuments(["a.txt": "old"])
    let document = try await place.open("a.txt")
    try FileManager.default.removeItem(at: document.fileURL)
    await place.settle(document)
    try place.write("a.txt", "theirs")
    await place.settle(document)
    #expect(document.text == "theirs" && document.problem == nil)
    try await document.saveAndClose()
  }

  @Test("J12: a document knows the original path of an item in the trash")
  func trash() async throws {
    let place = try WatchedDocuments(["a.txt": "old", "Trash/files/x": ""])
    let document = try await place.open("a.txt")
    let origin = place.scratch.url("a.txt").path
    try FileManager.default.createDirectory(
      at: place.scratch.url("Trash/info"), withIntermediateDirectories: true)
    try place.write("Trash/info/a.txt.trashinfo", "[Trash Info]\nPath=\(origin)\n")
    try place.rename("a.txt", "Trash/files/a.txt")
    await place.settle(document)
    #expect(document.received == ["deleted"])
    #expect(document.problem?.kind == .inTrash && document.problem?.restoreURL?.path == origin)
    try place.rename("Trash/files/a.txt", "a.txt")
    await place.settle(document)
    #expect(document.problem == nil && document.received == ["deleted"])
    try await document.saveAndClose()
  }

  @Test("J5, J1: changes in a package are reported, and other files are ignored")
  func packages() async throws {
    let place = try WatchedDocuments(["p.rtfd/TXT.rtf": "old", "p.rtfd/a.png": "a"])
    let document = try await place.open("p.rtfd")
    try place.write("p.rtfd/TXT.rtf", "theirs")
    await place.settle(document)
    #expect(document.received == ["subitem TXT.rtf", "changed"] && document.text == "theirs")
    document.trace.forget()
    try place.write("p.rtfd/.DS_Store", "foreign")
    await place.settle(document)
    #expect(document.received == [])
    try FileManager.default.removeItem(at: place.scratch.url("p.rtfd/a.png"))
    await place.settle(document)
    #expect(document.trace.names.contains("load package"))
    try await document.close(discardingChanges: true)
  }

  @Test("H4: nothing is watched before opening, after closing, and for a released document")
  func closed() async throws {
    let place = try WatchedDocuments(["a.txt": "old"])
    let document = try await place.open("a.txt")
    #expect(place.watcher.cost.items == 1)
    try await document.saveAndClose()
    #expect(place.watcher.cost.items == 0 && place.watcher.cost.directories == 0)
    try place.write("a.txt", "theirs")
    await place.settle(document)
    #expect(document.received == [])
    var other: PresentingDocument? = try await place.open("a.txt")
    #expect(other?.text == "theirs" && place.watcher.cost.items == 1)
    other = nil
    while place.watcher.cost.items > 0 { await Task.yield() }
  }
}
