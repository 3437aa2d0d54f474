#if ManagedDocuments

import UniformDocuments
import Foundation
import GRDB
import UniformManagedDocuments
import Synchronization
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(10))) struct ManagedRecovery {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Edits a document and goes without closing it.
  private func abandon(_ title: String, at url: URL, saving: Bool = false) async throws {
    let document = scratch.prepare(Library(fileURL: url))
    document.recordsUndo = false
    try await document.openContents()
    try document.add(title)
    guard saving else { return }
    try await document.saveContents(to: url, for: .forOverwriting)
    try await scratch.waitForSavedCopy()
  }

  @Test func `Committed transactions are recovered, and are unsaved changes`() async throws {
    let url = try await scratch.saved("Emma")
    try await abandon("Persuasion", at: url)
    try await scratch.waitForAbandonedCopy()
    #expect(try titles(inFileAt: url) == ["Emma"])
    let listed = ManagedDocument.recoverableDocuments(in: scratch.working)
    #expect(listed.map(\.documentURL.path) == [url.path])
    #expect(listed.map(\.isDraft) == [false])
    let document = scratch.library()
    try await document.openContents()
    #expect(document.isRecovered)
    #expect(document.hasUnsavedChanges)
    #expect(try document.titles == ["Emma", "Persuasion"])
    #expect(ManagedDocument.recoverableDocuments(in: scratch.working).isEmpty)
    try await document.saveAndClose()
    #expect(try titles(inFileAt: url) == ["Emma", "Persuasion"])
    #expect(scratch.copies.isEmpty)
  }

  @Test func `A copy that was listed can be saved while the program starts others`() async throws {
    let url = try await scratch.saved("Emma")
    try await abandon("Persuasion", at: url)
    try await scratch.waitForAbandonedCopy()
    let isEnded = Atomic(false)
    // Until a started program replaces its parent's, it has the files that its parent has open.
    async let starts: Void = TestProgram.onOwnThread {
      while !isEnded.load(ordering: .relaxed) { _ = TestProgram.succeeds(["true"]) }
    }
    defer { isEnded.store(true, ordering: .relaxed) }
    for number in 1...200 {
      let listed = ManagedDocument.recoverableDocuments(in: scratch.working)
      let left = try #require(listed.first, "\(number)")
      try left.save(to: scratch.file("left-\(number).sqlite"))
    }
    isEnded.store(true, ordering: .relaxed)
    await starts
  }

  @Test func `Nothing is recovered if everything was saved`() async throws {
    let url = try await scratch.saved("Emma")
    try await abandon("Persuasion", at: url, saving: true)
    let document = scratch.library()
    try await document.openContents()
    #expect(!document.isRecovered)
    #expect(!document.hasUnsavedChanges)
    #expect(try document.titles == ["Emma", "Persuasion"])
    try await document.saveAndClose()
    // The one before may live for a moment longer and hold its copy, which the next then takes away.
    for _ in 0..<200 where !scratch.copies.isEmpty {
      try await Task.sleep(for: .milliseconds(5))
      let next = scratch.library()
      try await next.openContents()
      try await next.saveAndClose()
    }
    #expect(scratch.copies.isEmpty)
  }

  @Test func `A crash between the exchange and its record is no conflict`() async throws {
    let url = try await scratch.saved("Emma")
    try await abandon("Persuasion", at: url, saving: true)
    let copies = scratch.copies
    try #require(copies.count == 1)
    let folder = scratch.working.appending(path: copies[0])
    // As it was before the save had ended.
    try Data().write(to: folder.appending(path: "base"))
    try Data().write(to: folder.appending(path: "edited"))
    try await scratch.waitForAbandonedCopy()
    let document = scratch.library()
    try await document.openContents()
    #expect(document.isRecovered)
    try await document.saveContents(to: url, for: .forOverwriting)
    try await document.saveAndClose()
    #expect(try titles(inFileAt: url) == ["Emma", "Persuasion"])
  }

  @Test func `Contents that another process has saved since are not overwritten`() async throws {
    let url = try await scratch.saved("Emma")
    try await abandon("Persuasion", at: url)
    try await scratch.waitForAbandonedCopy()
    let other = try DatabaseQueue(path: url.path)
    try await other.write { try $0.execute(sql: "INSERT INTO book(title) VALUES ('Evelina')") }
    try other.close()
    let document = scratch.library()
    try await document.openContents()
    #expect(try document.titles == ["Emma", "Persuasion"])
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: url, for: .forOverwriting)
    }
    #expect(error?.code == .changedOnDisk)
    #expect(try titles(inFileAt: url) == ["Emma", "Evelina"])
    try await document.saveContents(to: scratch.file("mine.sqlite"), for: .forCreating)
    #expect(try titles(inFileAt: scratch.file("mine.sqlite")) == ["Emma", "Persuasion"])
    try await document.saveAndClose()
  }

  @Test func `A draft that was never saved is recovered at its URL`() async throws {
    let url = scratch.file("new.sqlite")
    do {
      let draft = scratch.prepare(Library(fileURL: url))
      draft.isDraft = true
      draft.recordsUndo = false
      try await draft.openContents()
      try draft.add("Emma")
      try await draft.autosaveContents()
    }
    try await scratch.waitForAbandonedCopy()
    #expect(ManagedDocument.recoverableDocuments(in: scratch.working).map(\.isDraft) == [true])
    let draft = scratch.prepare(Library(fileURL: url))
    draft.isDraft = true
    try await draft.openContents()
    #expect(draft.isRecovered)
    #expect(try draft.titles == ["Emma"])
    try await draft.saveAndClose()
    #expect(try titles(inFileAt: url) == ["Emma"])
  }

  @Test func `A recoverable document can be discarded`() async throws {
    let url = try await scratch.saved("Emma")
    try await abandon("Persuasion", at: url)
    try await scratch.waitForAbandonedCopy()
    try ManagedDocument.discardRecoverableDocument(at: url, in: scratch.working)
    let document = scratch.library()
    try await document.openContents()
    #expect(try document.titles == ["Emma"])
    try await document.saveAndClose()
  }

  @Test func `A migration keeps the old file beside the new one`() async throws {
    let url = try await scratch.saved("Emma")
    let old = try Data(contentsOf: url)
    let document = scratch.library()
    document.version = 2
    try await document.openContents()
    #expect(!document.hasUnsavedChanges)
    #expect(scratch.names == ["books.sqlite", "working"])
    try document.write { try $0.execute(sql: "UPDATE book SET author = 'Austen'") }
    try await document.saveContents(to: url, for: .forOverwriting)
    #expect(scratch.names == ["books before authors.sqlite", "books.sqlite", "working"])
    #expect(try Data(contentsOf: scratch.file("books before authors.sqlite")) == old)
    try document.add("Persuasion")
    try await document.saveAndClose()
    #expect(scratch.names.count == 3)

    let older = scratch.library()
    let error = await #expect(throws: DocumentError.self) { try await older.openContents() }
    #expect(error?.code == .newerThanProgram)
    #expect(scratch.copies.isEmpty)
  }
}

#endif
