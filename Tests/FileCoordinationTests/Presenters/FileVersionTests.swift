import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UTIFileCoordination

/// Keeps the versions of each test in a separate directory.
private struct OwnVersions: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await body() }
    let scratch = try ScratchDirectory()
    var configuration = FileCoordinationConfiguration.standard
    configuration.versions = VersionStore(directory: scratch.path.appending("versions"))
    try await FileCoordinationConfiguration.$scoped.withValue(configuration) { try await body() }
  }
}

@Suite(OwnVersions()) struct FileVersions {
  private func text(_ version: NSFileVersion?) throws -> String? {
    try version.map { try String(contentsOf: $0.url, encoding: .utf8) }
  }

  @Test("Versions are added, browsed, found again and removed; the document stays")
  func browsing() throws {
    let scratch = try ScratchDirectory(["a.txt": "current", "new": "added"])
    let url = scratch.url("a.txt")
    let added = try NSFileVersion.addOfItem(at: url, withContentsOf: scratch.url("new"))
    #expect(try text(added) == "added" && scratch.text("new") == "added")
    #expect(scratch.text("a.txt") == "current")
    let moved = try NSFileVersion.addOfItem(
      at: url, withContentsOf: scratch.url("new"), options: .byMoving)
    #expect(try text(moved) == "added" && scratch.text("new") == nil)
    #expect(NSFileVersion.otherVersionsOfItem(at: url)?.count == 2)
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    let current = try #require(NSFileVersion.currentVersionOfItem(at: url))
    #expect(current.url == url && !current.isConflict && current.localizedName == "a.txt")
    #expect(current.modificationDate != nil && current.hasLocalContents && !current.hasThumbnail)
    let found = NSFileVersion.version(
      itemAt: url, forPersistentIdentifier: added.persistentIdentifier)
    #expect(found == added && found?.localizedNameOfSavingComputer != nil)
    #expect(found?.originatorNameComponents?.nickname?.isEmpty == false)
    let again = NSFileVersion.version(
      itemAt: url, forPersistentIdentifier: current.persistentIdentifier)
    #expect(again == current)
    #expect(!added.isDiscardable)
    added.isDiscardable = true
    #expect(NSFileVersion.otherVersionsOfItem(at: url)?.filter(\.isDiscardable) == [added])
    try added.remove()
    #expect(NSFileVersion.otherVersionsOfItem(at: url) == [moved])
    try NSFileVersion.removeOtherVersionsOfItem(at: url)
    #expect(NSFileVersion.otherVersionsOfItem(at: url) == [])
    #expect(scratch.text("a.txt") == "current")
    #expect(NSFileVersion.otherVersionsOfItem(at: scratch.url("missing")) == nil)
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: scratch.url("missing")) == nil)
    #expect(NSFileVersion.currentVersionOfItem(at: scratch.url("missing")) == nil)
  }

  @Test("Removing all versions keeps copies of other programs beside the document")
  func removingAll() throws {
    let copy = "a.sync-conflict-20261122-183000-ABCDEF2.txt"
    let scratch = try ScratchDirectory(["a.txt": "current", copy: "theirs"])
    let url = scratch.url("a.txt")
    try NSFileVersion.addOfItem(at: url, withContentsOf: url)
    #expect(throws: DocumentError.self) {
      try NSFileVersion.addOfItem(at: url, withContentsOf: url, options: .byMoving)
    }
    try NSFileVersion.removeOtherVersionsOfItem(at: url)
    #expect(try scratch.contents() == ["a.txt": "current", copy: "theirs"])
    let conflict = try #require(NSFileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    #expect(conflict.localizedNameOfSavingComputer == "ABCDEF2")
    conflict.isResolved = false
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: url)?.count == 1)
    conflict.isResolved = true
    #expect(conflict.isResolved)
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    #expect(NSFileVersion.otherVersionsOfItem(at: url)?.count == 1)
  }

  @Test("A version replaces the item, with its own extension if that differs")
  func replacing() throws {
    let scratch = try ScratchDirectory(["a.txt": "current"])
    let url = scratch.url("a.txt")
    let old = try NSFileVersion.addOfItem(at: url, withContentsOf: url)
    try scratch.put("newer", at: "a.txt")
    #expect(try old.replaceItem(at: url) == url)
    #expect(scratch.text("a.txt") == "current")
    #expect(NSFileVersion.otherVersionsOfItem(at: url) == [old])
    try scratch.put("newest", at: "a.txt")
    let versions = FileCoordinationConfiguration.standard.versions
    let moved = scratch.url("a.md")
    try FileManager.default.moveItem(at: url, to: moved)
    let place = try old.replaceItem(at: moved, options: .byMoving)
    #expect(place.lastPathComponent == "a.txt")
    #expect(try scratch.contents() == ["a.txt": "current"])
    #expect(versions.versions(of: scratch.file("a.txt")).isEmpty)
    let directory = try NSFileVersion.temporaryDirectoryURLForNewVersionOfItem(at: place)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    try FileManager.default.removeItem(at: directory)
  }

  @Test("J16: removing the current version, or a conflict again, is a programming error")
  func misuse() async throws {
    let removal = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scratch = try ScratchDirectory(["a.txt": "current"])
      let version = NSFileVersion.currentVersionOfItem(at: scratch.url("a.txt"))
      // The process ends before it could clean up.
      try FileManager.default.removeItem(atPath: scratch.path.string)
      try version?.remove()
    }
    let said = String(decoding: removal?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("the current version of") && said.contains("remove the item"))
    await #expect(processExitsWith: .failure) {
      let scratch = try ScratchDirectory(["a.txt": "current", "a (conflicted).txt": "theirs"])
      FileCoordinationConfiguration.standard.versions = VersionStore(
        directory: scratch.path.appending("versions"))
      let version = try #require(
        NSFileVersion.unresolvedConflictVersionsOfItem(at: scratch.url("a.txt"))?.first)
      version.isResolved = true
      try FileManager.default.removeItem(atPath: scratch.path.string)
      version.isResolved = false
    }
    await #expect(processExitsWith: .failure) {
      let scratch = try ScratchDirectory(["a.txt": "current"])
      let version = NSFileVersion.currentVersionOfItem(at: scratch.url("a.txt"))
      try FileManager.default.removeItem(atPath: scratch.path.string)
      version?.isDiscardable = true
    }
  }

  /// Presents an item and records its notifications.
  private final class Presenter: NSFilePresenter, Sendable {
    let presentedItemURL: URL?
    let presentedItemOperationQueue = OperationQueue()
    let received = Mutex<[String]>([])

    init(_ url: URL) { presentedItemURL = url }

    private func note(_ what: String) { received.withLock { $0.append(what) } }
    func presentedItemDidGain(_ version: NSFileVersion) { note("gain") }
    func presentedItemDidLose(_ version: NSFileVersion) { note("lose") }
    func presentedItemDidResolveConflict(_ version: NSFileVersion) { note("resolve") }
    func presentedSubitem(at url: URL, didGain version: NSFileVersion) { note("sub gain") }
    func presentedSubitem(at url: URL, didLose version: NSFileVersion) { note("sub lose") }
    func presentedSubitem(at url: URL, didResolve version: NSFileVersion) { note("sub resolve") }
  }

  @Test("J13: presenters of the item and of its directory are notified of versions, no others")
  func presenters() throws {
    let scratch = try ScratchDirectory(["a.txt": "current", "a (conflicted).txt": "theirs"])
    let url = scratch.url("a.txt")
    let presenters = [
      Presenter(url), Presenter(url.deletingLastPathComponent()),
      Presenter(url.appending(path: "inside")), Presenter(scratch.url("b.txt")),
    ]
    for presenter in presenters { NSFileCoordinator.addFilePresenter(presenter) }
    defer { for presenter in presenters { NSFileCoordinator.removeFilePresenter(presenter) } }
    func settle() {
      for presenter in presenters {
        presenter.presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
      }
    }
    let added = try NSFileVersion.addOfItem(at: url, withContentsOf: url)
    let conflict = try #require(NSFileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    settle()
    conflict.isResolved = true
    settle()
    try added.remove()
    settle()
    #expect(
      presenters.map { $0.received.withLock { $0 } } == [
        ["gain", "resolve", "lose"], ["sub gain", "sub resolve", "sub lose"], [], [],
      ])
  }
}
