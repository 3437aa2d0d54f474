#if ManagedDocuments

import UniformDocuments
import Foundation
import GRDB
import UniformManagedDocuments
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(10))) struct ManagedSaving {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `A new document is saved as one database without a log beside it`() async throws {
    let document = scratch.library()
    try document.add("Emma", "Persuasion")
    #expect(document.hasUnsavedChanges)
    try await document.saveContents(to: document.fileURL, for: .forCreating)
    #expect(!document.hasUnsavedChanges)
    #expect(try titles(inFileAt: document.fileURL) == ["Emma", "Persuasion"])
    #expect(try integrity(ofFileAt: document.fileURL) == "ok")
    #expect(scratch.names == ["books.sqlite", "working"])
    let header = try Data(contentsOf: document.fileURL)
    #expect(Array(header[18..<20]) == [1, 1])
    try await document.saveAndClose()
    #expect(scratch.copies.isEmpty)
  }

  @Test func `Edits stay in the working copy until they are saved`() async throws {
    let url = try await scratch.saved("Emma")
    let before = try Data(contentsOf: url)
    let document = scratch.library()
    try await document.openContents()
    #expect(!document.hasUnsavedChanges)
    try document.add("Persuasion")
    #expect(document.hasUnsavedChanges)
    #expect(try Data(contentsOf: url) == before)
    try await document.saveContents(to: url, for: .forOverwriting)
    #expect(try titles(inFileAt: url) == ["Emma", "Persuasion"])
    try await document.saveAndClose()
  }

  @Test func `A save has the contents at its start, while editing continues`() async throws {
    let url = try await scratch.saved("Emma")
    let document = scratch.library()
    try await document.openContents()
    try document.add("Persuasion")
    let contents = try document.contents(forType: "public.database")
    try document.add("Sanditon")
    let copy = scratch.file("copy.sqlite")
    try document.writeContents(contents, to: copy, for: .forCreating, originalContentsURL: nil)
    #expect(try titles(inFileAt: copy) == ["Emma", "Persuasion"])
    #expect(try Array(Data(contentsOf: copy)[18..<20]) == [1, 1])
    #expect(scratch.names == ["books.sqlite", "copy.sqlite", "working"])
    // Without a transaction between them, the file of the working copy itself is copied.
    let later = try document.contents(forType: "public.database")
    let whole = scratch.file("whole.sqlite")
    try document.writeContents(later, to: whole, for: .forCreating, originalContentsURL: nil)
    #expect(try titles(inFileAt: whole) == ["Emma", "Persuasion", "Sanditon"])
    #expect(try titles(inFileAt: url) == ["Emma"])
    try await document.close(discardingChanges: true)
  }

  @Test func `Contents can be written after the document is closed`() async throws {
    _ = try await scratch.saved("Emma")
    let document = scratch.library()
    try await document.openContents()
    try document.add("Persuasion")
    let contents = try document.contents(forType: "public.database")
    try await document.close(discardingChanges: true)
    let copy = scratch.file("copy.sqlite")
    try document.writeContents(contents, to: copy, for: .forCreating, originalContentsURL: nil)
    #expect(try titles(inFileAt: copy) == ["Emma", "Persuasion"])
    #expect(try integrity(ofFileAt: copy) == "ok")
  }

  @Test func `Transactions of the database itself count as changes`() async throws {
    _ = try await scratch.saved("Emma")
    let document = scratch.library()
    try await document.openContents()
    try await document.database.write { db in
      try db.execute(sql: "INSERT INTO book(title) VALUES ('Sanditon')")
    }
    #expect(document.hasUnsavedChanges)
    try await document.saveAndClose()
    #expect(try titles(inFileAt: document.fileURL) == ["Emma", "Sanditon"])
  }

  @Test func `A transaction that fails or has no effect is no change`() async throws {
    _ = try await scratch.saved("Emma")
    let document = scratch.library()
    try await document.openContents()
    #expect(throws: CocoaError.self) {
      try document.write { db in
        try db.execute(sql: "INSERT INTO book(title) VALUES ('Sanditon')")
        throw CocoaError(.userCancelled)
      }
    }
    try document.write { _ in }
    try await document.database.write { _ in }
    #expect(!document.hasUnsavedChanges)
    #expect(try document.titles == ["Emma"])
    try await document.saveAndClose()
  }

  @Test func `A document that an actor owns needs no undo manager`() async throws {
    actor Owner {
      func edit(_ url: URL, in working: URL) async throws {
        let document = Library(fileURL: url)
        document.workingDirectory = working
        document.recordsUndo = false
        document.environment.autosavePolicy = nil
        try await document.openContents()
        try document.add("Persuasion")
        #expect(document.hasUnsavedChanges)
        try await document.saveAndClose()
      }
    }
    let url = try await scratch.saved("Emma")
    try await Owner().edit(url, in: scratch.working)
    #expect(try titles(inFileAt: url) == ["Emma", "Persuasion"])
  }

  @Test func `Closing without saving removes the working copy too`() async throws {
    let url = try await scratch.saved("Emma")
    let document = scratch.library()
    try await document.openContents()
    try document.add("Persuasion")
    try await document.close(discardingChanges: true)
    #expect(try titles(inFileAt: url) == ["Emma"])
    #expect(scratch.copies.isEmpty)
    #expect(throws: DocumentError.self) { try document.database }
  }

  @Test func `A clean document takes over changes by others, and edits conflict with them`()
    async throws
  {
    let url = try await scratch.saved("Emma")
    let document = scratch.library()
    try await document.openContents()
    let other = try DatabaseQueue(path: url.path)
    try await other.write { try $0.execute(sql: "INSERT INTO book(title) VALUES ('Sanditon')") }
    try await document.revertContents(to: url)
    #expect(try document.titles == ["Emma", "Sanditon"])
    try document.add("Persuasion")
    try await other.write { try $0.execute(sql: "INSERT INTO book(title) VALUES ('Evelina')") }
    try other.close()
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: url, for: .forOverwriting)
    }
    #expect(error?.code == .changedOnDisk)
    #expect(document.documentState.contains(.inConflict))
    #expect(try titles(inFileAt: url) == ["Emma", "Sanditon", "Evelina"])
    #expect(try document.titles == ["Emma", "Sanditon", "Persuasion"])
    document.overwritesChangesOnDisk = true
    try await document.saveContents(to: url, for: .forOverwriting)
    #expect(try titles(inFileAt: url) == ["Emma", "Sanditon", "Persuasion"])
    try await document.saveAndClose()
  }

  @Test func `A duplicate has the same database and shares nothing`() async throws {
    _ = try await scratch.saved("Emma")
    let document = scratch.library()
    try await document.openContents()
    try document.add("Persuasion")
    let copy = try document.duplicate()
    try copy.add("Sanditon")
    #expect(try document.titles == ["Emma", "Persuasion"])
    #expect(try copy.titles == ["Emma", "Persuasion", "Sanditon"])
    #expect(copy.hasUnsavedChanges)
    try await copy.saveContents(to: copy.fileURL, for: .forCreating)
    #expect(try titles(inFileAt: copy.fileURL) == ["Emma", "Persuasion", "Sanditon"])
    try await copy.saveAndClose()
    try await document.close(discardingChanges: true)
  }

  @Test func `A package has the database and its additional content`() async throws {
    let url = scratch.file("shelf.rtfd")
    let shelf = scratch.prepare(Shelf(fileURL: url))
    shelf.note.withLock { $0 = "by the window" }
    try shelf.write { try $0.execute(sql: "INSERT INTO book(title) VALUES ('Emma')") }
    try await shelf.saveContents(to: url, for: .forCreating)
    let store = url.appending(path: "StoreContent/persistentStore")
    #expect(try titles(inFileAt: store) == ["Emma"])
    try await shelf.saveAndClose()

    let again = scratch.prepare(Shelf(fileURL: url))
    try await again.openContents()
    #expect(again.note.withLock { $0 } == "by the window")
    try again.write { try $0.execute(sql: "INSERT INTO book(title) VALUES ('Sanditon')") }
    again.note.withLock { $0 = "in the cellar" }
    try await again.saveAndClose()
    #expect(try titles(inFileAt: store) == ["Emma", "Sanditon"])
    let note = try String(contentsOf: url.appending(path: "note.txt"), encoding: .utf8)
    #expect(note == "in the cellar")
  }
}

#endif
