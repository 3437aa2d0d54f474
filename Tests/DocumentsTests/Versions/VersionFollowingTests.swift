import Foundation
import SystemPackage
import Testing

@testable import DocumentStorage
@testable import Documents

/// How versions stay with an item that other programs replace and move.
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

  @Test("What a program replaced and somebody moved has its versions, if it was open in between")
  func replacedAndMoved() async throws {
    let scratch = try scratch.get()
    try versions.addText("kept", of: scratch.file("a.txt"), in: scratch)
    try replace("a.txt", by: "theirs", in: scratch)
    let document = try await open(scratch)
    try await document.saveAndClose()
    let moved = move(scratch)
    #expect(try versions.texts(of: moved) == ["kept"])
    #expect(versions.versions(of: scratch.file("a.txt")).isEmpty)
  }

  @Test("So has what a document saves that keeps no versions itself")
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

  @Test("A program replaces the item of an open document, which somebody moves then")
  func watched() async throws {
    let scratch = try scratch.get()
    try versions.addText("kept", of: scratch.file("a.txt"), in: scratch)
    let document = try await open(scratch)
    try replace("a.txt", by: "theirs", in: scratch)
    for _ in 0..<2000 where document.text != "theirs" {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(document.text == "theirs")
    let moved = move(scratch)
    for _ in 0..<2000 where document.fileURL.lastPathComponent != "b.txt" {
      try await Task.sleep(for: .milliseconds(1))
    }
    try await document.saveAndClose()
    #expect(try versions.texts(of: moved) == ["kept"])
    // Another one in the old place has none of them.
    try scratch.put("another", at: "a.txt")
    #expect(versions.versions(of: scratch.file("a.txt")).isEmpty)
  }

  @Test("Whoever coordinates a move takes the versions along, whatever item that is now")
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

  @Test("A move of something else takes nothing from an item that stays")
  func staying() throws {
    let scratch = try scratch.get()
    let item = scratch.file("a.txt")
    try versions.addText("kept", of: item, in: scratch)
    try scratch.put("another", at: "c.txt")
    versions.noteMove(from: item, to: scratch.file("c.txt"))
    #expect(try versions.texts(of: item) == ["kept"])
    #expect(versions.versions(of: scratch.file("c.txt")).isEmpty)
  }

  @Test("An item that is moved over another one has the versions of both")
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
    // Nothing is left where the first one was.
    try scratch.put("another", at: "a.txt")
    #expect(versions.versions(of: item).isEmpty)
  }

  @Test("Listing versions changes nothing, so that both find them who may be the item")
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
}
