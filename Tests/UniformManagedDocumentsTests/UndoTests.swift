#if ManagedDocuments

import UniformDocuments
import Foundation
import GRDB
import UniformManagedDocuments
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(10))) struct ManagedUndo {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Ends the event, with which a step ends.
  private func nextEvent() async throws { try await Task.sleep(for: .milliseconds(20)) }

  private func opened() async throws -> Library {
    _ = try await scratch.saved("Emma")
    let document = scratch.library()
    try await document.openContents()
    return document
  }

  @Test func `Transactions are undone and redone, by their names, to the saved state`() async throws
  {
    let document = try await opened()
    try document.add("Persuasion")
    try await nextEvent()
    try document.write("Shout") { try $0.execute(sql: "UPDATE book SET title = upper(title)") }
    try await nextEvent()
    #expect(document.undoManager.undoActionName == "Shout")
    #expect(try document.titles == ["EMMA", "PERSUASION"])
    document.undoManager.undo()
    #expect(try document.titles == ["Emma", "Persuasion"])
    #expect(document.undoManager.undoActionName == "Add Book")
    document.undoManager.undo()
    #expect(try document.titles == ["Emma"])
    #expect(!document.hasUnsavedChanges)
    #expect(!document.undoManager.canUndo)
    document.undoManager.redo()
    document.undoManager.redo()
    #expect(try document.titles == ["EMMA", "PERSUASION"])
    #expect(!document.undoManager.canRedo)
    document.undoManager.undo()
    document.undoManager.undo()
    #expect(!document.hasUnsavedChanges)
    try await document.saveAndClose()
  }

  @Test func `Transactions of one event are one step`() async throws {
    let document = try await opened()
    try document.add("Persuasion")
    try document.add("Sanditon")
    document.undoManager.undo()
    #expect(try document.titles == ["Emma"])
    try await document.close(discardingChanges: true)
  }

  @Test func `Effects of triggers and foreign keys are undone with their cause`() async throws {
    let document = try await opened()
    try document.write { db in
      try db.execute(
        sql: """
          CREATE TABLE note(id INTEGER PRIMARY KEY, book INTEGER NOT NULL
            REFERENCES book(id) ON DELETE CASCADE);
          CREATE TABLE log(id INTEGER PRIMARY KEY, title TEXT);
          CREATE TRIGGER gone AFTER DELETE ON book BEGIN
            INSERT INTO log(title) VALUES (old.title);
          END;
          INSERT INTO note(book) VALUES (1), (1);
          """)
    }
    try await nextEvent()
    try document.write("Remove") { try $0.execute(sql: "DELETE FROM book") }
    try await nextEvent()
    func counts() throws -> [Int] {
      try document.read { db in
        try ["book", "note", "log"].map {
          try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? -1
        }
      }
    }
    #expect(try counts() == [0, 0, 1])
    document.undoManager.undo()
    #expect(try counts() == [1, 2, 0])
    document.undoManager.redo()
    #expect(try counts() == [0, 0, 1])
    // They act again afterwards.
    try document.write { db in
      try db.execute(sql: "INSERT INTO book(id, title) VALUES (1, 'Emma'); DELETE FROM book")
    }
    #expect(try counts() == [0, 0, 2])
    try await document.close(discardingChanges: true)
  }

  @Test func `A new schema clears the undo history`() async throws {
    let document = try await opened()
    try document.add("Persuasion")
    try await nextEvent()
    try document.write { try $0.execute(sql: "ALTER TABLE book ADD COLUMN year INTEGER") }
    #expect(!document.undoManager.canUndo)
    #expect(document.hasUnsavedChanges)
    try document.add("Sanditon")
    try await nextEvent()
    document.undoManager.undo()
    #expect(try document.titles == ["Emma", "Persuasion"])
    #expect(document.hasUnsavedChanges)
    try await document.close(discardingChanges: true)
  }

  @Test func `Changes of a table without a primary key cannot be undone`() async throws {
    let document = try await opened()
    try document.write { try $0.execute(sql: "CREATE TABLE line(text TEXT)") }
    try document.add("Persuasion")
    try await nextEvent()
    #expect(document.undoManager.canUndo)
    try document.write { db in
      try db.execute(sql: "INSERT INTO line VALUES ('a'); DELETE FROM book")
    }
    #expect(!document.undoManager.canUndo)
    #expect(document.hasUnsavedChanges)
    try await document.close(discardingChanges: true)
  }

  @Test func `A step whose rows have changed otherwise is rejected, and changes nothing`()
    async throws
  {
    let document = try await opened()
    try document.write("Shout") { try $0.execute(sql: "UPDATE book SET title = upper(title)") }
    try await nextEvent()
    // A writer without a session, as in another process.
    let path = try document.database.path
    let other = try DatabaseQueue(path: path)
    try await other.write { try $0.execute(sql: "UPDATE book SET title = 'Evelina'") }
    try other.close()
    document.undoManager.undo()
    try await nextEvent()
    #expect(try document.titles == ["Evelina"])
    #expect(document.errors.withLock { $0.count } == 1)
    #expect(document.hasUnsavedChanges)
    #expect(!document.undoManager.canUndo)
    try await document.close(discardingChanges: true)
  }

  @Test func `Undoing survives a crash like any transaction`() async throws {
    var document: Library? = try await opened()
    try document?.add("Persuasion")
    try await nextEvent()
    try document?.add("Sanditon")
    try await nextEvent()
    document?.undoManager.undo()
    document?.undoManager = nil
    document = nil
    try await scratch.waitForAbandonedCopy()
    let again = scratch.library()
    try await again.openContents()
    #expect(again.isRecovered)
    #expect(try again.titles == ["Emma", "Persuasion"])
    try await again.close(discardingChanges: true)
  }
}

#endif
