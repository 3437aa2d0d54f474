import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UniformTypes

@testable import UTIDocumentStorage
@testable import UTIFoundationBridge
@testable import UniformDocumentCore
@testable import UniformDocuments

/// Documents that keep versions.
@Suite @MainActor struct DocumentVersions {
  init() { SharedVersions.prepare() }

  private func document(_ scratch: ScratchDirectory) async throws -> TracingDocument {
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.versionsDirectory = DocumentEnvironment.standard.versionsDirectory
    document.environment.autosaveDirectory = scratch.path.appending("autosaved")
    document.preservesVersions = true
    try await document.openContents()
    return document
  }

  private func texts(_ scratch: ScratchDirectory) throws -> [String] {
    try DocumentEnvironment.standard.versions.texts(of: scratch.file("a.txt"))
  }

  /// Waits for what is done on queues after an event, which takes a moment.
  private func until(_ condition: () -> Bool) async {
    for _ in 0..<2000 where !condition() { try? await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("L15: a version is listed once, if two paths of state directories lead to it")
  func twoPaths() throws {
    let scratch = try ScratchDirectory(["a.txt": "current", "versions/": ""])
    let directory = scratch.path.appending("versions")
    let alias = scratch.path.appending("alias")
    try FileManager.default.createSymbolicLink(
      atPath: alias.string, withDestinationPath: directory.string)
    let versions = VersionStore(directory: directory, among: [directory, directory, alias])
    let item = scratch.file("a.txt")
    #expect(try versions.addConflict(at: item, type: nil) != nil)
    #expect(versions.versions(of: item).count == 1)
  }

  @Test("L15: saves keep replaced contents if the document requests it, and only then")
  func saves() async throws {
    let scratch = try ScratchDirectory(["a.txt": "first"])
    let document = try await document(scratch)
    for text in ["second", "third"] {
      document.edit(text)
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    #expect(try texts(scratch) == ["second", "first"])
    let versions = DocumentEnvironment.standard.versions.versions(of: scratch.file("a.txt"))
    // The writer of the first version is unknown.
    #expect(versions.map { $0.host == nil } == [false, true])
    document.preservesVersions = false
    document.edit("fourth")
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(try texts(scratch).count == 2)
    try await document.restore(fromContentsOf: URL(of: versions[1].path))
    #expect(document.text == "first" && document.hasUnsavedChanges)
    try await document.close(discardingChanges: true)
    #expect(scratch.text("a.txt") == "fourth")
  }

  @Test("J2, J13: contents of another process are a conflict until resolved, and both are kept")
  func conflict() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await document(scratch)
    let url = document.fileURL
    document.edit("ours")
    try Data("theirs".utf8).write(to: url)
    await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
    #expect(document.documentState.contains(.inConflict) && document.handled.count == 1)
    let conflicts = try #require(NSFileVersion.unresolvedConflictVersionsOfItem(at: url))
    try #require(conflicts.count == 1)
    #expect(try String(contentsOf: conflicts[0].url, encoding: .utf8) == "theirs")
    document.overwritesChangesOnDisk = true
    try await document.saveContents(to: url, for: .forOverwriting)
    #expect(scratch.text("a.txt") == "ours" && document.documentState == .normal)
    #expect(try texts(scratch).filter { $0 == "theirs" }.count == 2)
    try await document.saveAndClose()
    // The conflict is not resolved yet.
    try await document.openContents()
    #expect(document.documentState == .inConflict)
    conflicts[0].isResolved = true
    await until { document.documentState == .normal }
    #expect(document.documentState == .normal)
    try await document.saveAndClose()
  }

  /// A document without versions of its own, edited to "mine", whose item has another text.
  private func changed(
    to text: String, _ scratch: ScratchDirectory
  ) async throws -> TracingDocument {
    let document = try await document(scratch)
    document.preservesVersions = false
    document.edit("mine")
    try Data(text.utf8).write(to: document.fileURL)
    return document
  }

  @Test("J2, J15: a program merges the versions of a conflict that a document has noticed")
  func merging() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await changed(to: "theirs", scratch)
    let url = document.fileURL
    document.presentedItemDidChange()
    await until { document.documentState.contains(.inConflict) }
    let conflicts = try #require(NSFileVersion.unresolvedConflictVersionsOfItem(at: url))
    #expect(try conflicts.map { try String(contentsOf: $0.url, encoding: .utf8) } == ["theirs"])
    document.edit("mine and theirs")
    try NSFileVersion.removeOtherVersionsOfItem(at: url)
    for version in conflicts { version.isResolved = true }
    await until { document.documentState == .normal }
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == "mine and theirs")
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
  }

  @Test("O5: the first save in a noticed conflict, every closing and the end report it")
  func noticedConflict() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await changed(to: "theirs", scratch)
    document.presentedItemDidChange()
    await until { document.documentState.contains(.inConflict) }
    #expect(document.handled.isEmpty)
    for _ in 0..<2 {
      await #expect(throws: DocumentError.self) { try await document.autosaveContents() }
      #expect(document.handled.count == 1)
    }
    for count in 2...3 {
      #expect(await document.close() == false)
      #expect(document.handled.count == count)
    }
    let kept = try #require(document.autosavedContentsFileURL)
    let message = document.keptOutcome?.message(about: document.fileURL, .exit)?.message
    #expect(message?.contains("kept in \(kept.path)") == true)
    document.overwritesChangesOnDisk = true
    try await document.saveAndClose()
    await until { NSFileVersion.unresolvedConflictVersionsOfItem(at: document.fileURL) == [] }
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: document.fileURL) == [])
    #expect(document.keptOutcome?.message(about: document.fileURL, .exit) == nil)
    #expect(scratch.text("a.txt") == "mine")
  }

  @Test("J2: equal contents of another process are not a conflict", arguments: [false, true])
  func equalContents(isNoticed: Bool) async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = try await changed(to: "mine", scratch)
    if isNoticed {
      document.presentedItemDidChange()
      await until { !document.hasUnsavedChanges }
      #expect(!document.hasUnsavedChanges)
    }
    try await document.saveAndClose()
    #expect(document.handled.isEmpty && scratch.text("a.txt") == "mine")
  }

  @Test("J13, J14: a copy of a synchronization program puts an open document into conflict")
  func syncClient() async throws {
    let scratch = try ScratchDirectory(["a.txt": "ours"])
    let document = try await document(scratch)
    try scratch.put("theirs", at: "a (Ada's conflicted copy 2026-11-22).txt")
    let version = try #require(
      NSFileVersion.unresolvedConflictVersionsOfItem(at: document.fileURL)?.first)
    let states = Mutex<[Document.State]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: Document.stateChangedNotification, object: document, queue: nil
    ) { note in
      let state = (note.object as? Document)?.documentState ?? []
      states.withLock { $0.append(state) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    // Notifies the document as a watcher of the directory would.
    version.notify(.gained)
    await until { document.documentState == .inConflict }
    version.isResolved = true
    await until { document.documentState == .normal }
    #expect(
      states.withLock { $0 } == [
        .editingDisabled, [.editingDisabled, .inConflict], .inConflict, .normal,
      ])
    try await document.saveAndClose()
    #expect(scratch.text("a (Ada's conflicted copy 2026-11-22).txt") == "theirs")
  }

  @Test("K: of two documents of one item, no completed byte is lost")
  func twoDocuments() async throws {
    let scratch = try ScratchDirectory(["a.txt": "0"])
    let documents = [try await document(scratch), try await document(scratch)]
    var written: Set<String> = ["0"]
    // Fewer than thinning lets stay.
    for step in 1...12 {
      let document = documents[step * 7 % 3 == 0 ? 0 : 1]
      let other = documents[0] === document ? documents[1] : documents[0]
      document.edit("\(step)")
      document.overwritesChangesOnDisk = step % 4 == 0
      if (try? await document.saveContents(to: document.fileURL, for: .forOverwriting)) != nil {
        // An edit that was made while the document followed the save of the other is not saved.
        written.insert(scratch.text("a.txt") ?? "")
      } else {
        try await document.revertContents(to: document.fileURL)
      }
      if step % 5 == 0 { try await other.revertContents(to: other.fileURL) }
    }
    let kept = try Set(texts(scratch) + [scratch.text("a.txt") ?? ""])
    #expect(written.isSubset(of: kept), "\(written.subtracting(kept))")
    for document in documents { try await document.close(discardingChanges: true) }
  }

  @Test("A version that a program restores below an open document loses no contents")
  func restoredElsewhere() async throws {
    let scratch = try ScratchDirectory(["a.txt": "first"])
    let document = try await document(scratch)
    let versions = DocumentEnvironment.standard.versions
    let item = scratch.file("a.txt")
    document.edit("second")
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    let first = try #require(versions.versions(of: item).first)
    document.edit("third")
    let kept = try versions.restore(first, to: item)
    #expect(try kept?.text == "second" && scratch.text("a.txt") == "first")
    await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    #expect(document.text == "third" && scratch.text("a.txt") == "first")
    document.overwritesChangesOnDisk = true
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    #expect(scratch.text("a.txt") == "third")
    #expect(try Set(texts(scratch)).isSuperset(of: ["first", "second"]))
    try await document.close(discardingChanges: true)
  }

  @Test("A controller and a class of NSDocument request versions")
  func controllers() throws {
    let scratch = try ScratchDirectory(["a.txt": "text"])
    let controller = DocumentController(recentDocumentList: .keepingNothing)
    controller.register(TracingDocument.self, for: [.plainText])
    #expect(try !controller.makeDocument(at: scratch.url("a.txt")).preservesVersions)
    controller.preservesVersions = true
    #expect(try controller.makeDocument(at: scratch.url("a.txt")).preservesVersions)
    let client = try KeepingDocument(type: "public.plain-text")
    #expect(client.hostDocument.preservesVersions)
    #expect(try !TracingNSDocument(type: "public.plain-text").hostDocument.preservesVersions)
  }
}

/// A class of the other framework that asks for versions.
private final class KeepingDocument: TracingNSDocument {
  override class var preservesVersions: Bool { true }
}
