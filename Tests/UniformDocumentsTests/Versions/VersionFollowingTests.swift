import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UTIFoundationBridge
@testable import UniformDocumentCore
@testable import UniformDocuments

/// Versions stay with an item that other programs replace and move.
@Suite @MainActor struct VersionFollowing {
  init() { SharedVersions.prepare() }

  private let scratch = Result { try ScratchDirectory(["a.txt": "first", "folder/": ""]) }

  private var versions: VersionStore { DocumentEnvironment.standard.versions }

  /// A document that keeps no versions itself.
  private func open(_ scratch: ScratchDirectory) async throws -> TracingDocument {
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.versionsDirectory = DocumentEnvironment.standard.versionsDirectory
    document.environment.autosaveDirectory = scratch.path.appending("autosaved")
    try await document.openContents()
    return document
  }

  /// Saves as vim and git do: another item gets the place.
  private func replace(_ name: String, by text: String, in scratch: ScratchDirectory) throws {
    try scratch.put(text, at: name + ".new")
    #expect(rename(scratch.file(name + ".new").string, scratch.file(name).string) == 0)
  }

  private func move(_ scratch: ScratchDirectory) -> FilePath {
    #expect(rename(scratch.file("a.txt").string, scratch.file("folder/b.txt").string) == 0)
    return scratch.file("folder/b.txt")
  }

  @Test("L16: a replaced and moved item keeps its versions if it was open in between")
  func replacedAndMoved() async throws {
    let scratch = try scratch.get()
    try versions.addText("kept", of: scratch.file("a.txt"), in: scratch)
    try replace("a.txt", by: "theirs", in: scratch)
    let document = try await open(scratch)
    try await document.saveAndClose()
    let moved = move(scratch)
    #expect(try versions.texts(of: moved) == ["kept"])
  }

  @Test("A document without versions records the item that it saves")
  func saves() async throws {
    let scratch = try scratch.get()
    try versions.addText("kept", of: scratch.file("a.txt"), in: scratch)
    let document = try await open(scratch)
    document.edit("second")
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    try await document.saveAndClose()
    let moved = move(scratch)
    #expect(try versions.texts(of: moved) == ["kept"])
  }

  /// Opens a document of which a version is kept, and has a program replace its item.
  private func openAndReplace(in place: WatchedDocuments) async throws -> PresentingDocument {
    try versions.addText("kept", of: place.scratch.file("a.txt"), in: place.scratch)
    let document = place.make("a.txt")
    document.environment.versionsDirectory = DocumentEnvironment.standard.versionsDirectory
    try await document.openContents()
    await place.settle(document)
    try replace("a.txt", by: "theirs", in: place.scratch)
    await place.settle(document)
    return document
  }

  @Test("A program replaces the item of an open document, which is moved after closing")
  func watched() async throws {
    let place = try WatchedDocuments(["a.txt": "first", "folder/": ""])
    let document = try await openAndReplace(in: place)
    #expect(document.text == "theirs")
    try await document.saveAndClose()
    #expect(try versions.texts(of: move(place.scratch)) == ["kept"])
  }

  @Test("A program replaces the item of an open document, which is moved while open")
  func followed() async throws {
    let place = try WatchedDocuments(["a.txt": "first", "folder/": ""])
    let item = place.scratch.file("a.txt")
    let document = try await openAndReplace(in: place)
    let moved = move(place.scratch)
    await place.settle(document)
    #expect(document.fileURL.lastPathComponent == "b.txt")
    try await document.saveAndClose()
    // Another one in the old place has none of them.
    try place.scratch.put("another", at: "a.txt")
    #expect(versions.versions(of: item).isEmpty)
    #expect(try versions.texts(of: moved) == ["kept"])
  }

  @Test("A coordinated move takes the versions along, whatever the item is now")
  func coordinated() throws {
    let scratch = try scratch.get()
    let url = scratch.url("a.txt")
    try versions.addText("kept", of: scratch.file("a.txt"), in: scratch)
    try replace("a.txt", by: "theirs", in: scratch)
    let moved = move(scratch)
    NSFileCoordinator().item(at: url, didMoveTo: scratch.url("folder/b.txt"))
    try scratch.put("another", at: "a.txt")
    #expect(try versions.texts(of: moved) == ["kept"])
    #expect(versions.versions(of: scratch.file("a.txt")).isEmpty)
  }

  @Test("A move of another item takes no versions from an item that stays")
  func staying() throws {
    let scratch = try scratch.get()
    let item = scratch.file("a.txt")
    try versions.addText("kept", of: item, in: scratch)
    try scratch.put("another", at: "c.txt")
    versions.noteMove(from: item, to: scratch.file("c.txt"))
    #expect(try versions.texts(of: item) == ["kept"])
    #expect(versions.versions(of: scratch.file("c.txt")).isEmpty)
  }

  @Test("L16: An item that is moved over another one has the versions of both")
  func over() throws {
    let scratch = try scratch.get()
    let (item, other) = (scratch.file("a.txt"), scratch.file("c.txt"))
    try versions.addText("of a", of: item, in: scratch)
    try scratch.put("c", at: "c.txt")
    try versions.addText("of c", of: other, in: scratch)
    #expect(rename(item.string, other.string) == 0)
    #expect(Set(try versions.texts(of: other)) == ["of a", "of c"])
    versions.noteItem(at: other)
    #expect(Set(try versions.texts(of: other)) == ["of a", "of c"])
    // Nothing is left at the old path of the first one.
    try scratch.put("another", at: "a.txt")
    #expect(versions.versions(of: item).isEmpty)
  }

  @Test("Listing versions changes nothing, so that both possible items find them")
  func listing() throws {
    let scratch = try scratch.get()
    let item = scratch.file("a.txt")
    try versions.addText("kept", of: item, in: scratch)
    let moved = move(scratch)
    try scratch.put("another", at: "a.txt")
    #expect(try versions.texts(of: item) == ["kept"])
    #expect(try versions.texts(of: moved) == ["kept"])
    // Who says that it is this one, has it.
    versions.noteItem(at: item)
    #expect(versions.versions(of: moved).isEmpty)
  }

  @Test("A version is restored to a moved item, and its versions then follow it")
  func restoring() throws {
    let scratch = try scratch.get()
    try versions.addText("kept", of: scratch.file("a.txt"), in: scratch)
    let moved = move(scratch)
    let version = try #require(versions.versions(of: moved).first)
    let found = NSFileVersion(version, ofItemAt: URL(of: moved), in: versions)
    #expect(try versions.restore(version, to: moved)?.text == "first")
    #expect(scratch.text("folder/b.txt") == "kept")
    #expect(try versions.texts(of: moved) == ["first", "kept"])
    // Who has it from before the move finds it too.
    #expect(try String(contentsOf: found.url, encoding: .utf8) == "kept")
    try scratch.put("another", at: "a.txt")
    #expect(versions.versions(of: scratch.file("a.txt")).isEmpty)
  }
}
