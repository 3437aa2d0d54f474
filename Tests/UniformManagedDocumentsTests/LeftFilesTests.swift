#if ManagedDocuments

import UniformDocuments
import Foundation
import GRDB
import UTIPlatform
import UniformManagedDocuments
import TestSupport
import Testing

/// Files that SQLite and other programs leave next to a document, and documents that move.
@MainActor @Suite(.timeLimit(.minutes(10))) struct LeftFiles {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Copies a database with all files next to it while a program has it open, as a crash leaves
  /// them.
  private func crash(_ url: URL, to place: URL) throws {
    for ending in ["", "-wal", "-journal", "-shm"] where exists(url, ending) {
      try FileManager.default.copyItem(atPath: url.path + ending, toPath: place.path + ending)
    }
  }

  private func exists(_ url: URL, _ ending: String) -> Bool {
    FileManager.default.fileExists(atPath: url.path + ending)
  }

  private func size(_ url: URL, _ ending: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path + ending)
    return attributes?[.size] as? Int ?? 0
  }

  /// A database as a program leaves it that a crash has ended in the middle of a transaction, with its
  /// rollback journal.
  private func databaseWithJournal() async throws -> URL {
    let url = try await scratch.saved("Emma", name: "source.sqlite")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: url.path, configuration: configuration)
    let crashed = scratch.file("crashed.sqlite")
    try await queue.writeWithoutTransaction { db in
      try db.execute(
        sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; PRAGMA cache_spill = 1")
      try db.execute(sql: "BEGIN IMMEDIATE")
      // More pages than the cache holds go into the database before the transaction ends.
      for number in 0..<2000 {
        try db.execute(
          sql: "INSERT INTO book(title) VALUES (?)",
          arguments: ["never committed \(number) " + String(repeating: "x", count: 200)])
      }
    }
    try crash(url, to: crashed)
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try queue.close()
    return crashed
  }

  @Test func `A journal of a crash is applied, and does not damage the next version`()
    async throws
  {
    let url = try await databaseWithJournal()
    try #require(size(url, "-journal") > 0)
    let document = scratch.prepare(Library(fileURL: url))
    try await document.openContents()
    #expect(try document.titles == ["Emma"])
    try document.add("Persuasion")
    try await document.saveAndClose()
    #expect(!exists(url, "-journal"))
    #expect(try titles(inFileAt: url) == ["Emma", "Persuasion"])
    #expect(try integrity(ofFileAt: url) == "ok")
  }

  /// A database with a committed transaction that only its log has.
  private func databaseWithLog() async throws -> URL {
    let url = try await scratch.saved("Emma", name: "source.sqlite")
    let pool = try DatabasePool(path: url.path)
    try await pool.write { try $0.execute(sql: "INSERT INTO book(title) VALUES ('Evelina')") }
    let crashed = scratch.file("crashed.sqlite")
    try crash(url, to: crashed)
    try pool.close()
    return crashed
  }

  @Test func `A log of a crash is applied, and does not damage the next version`()
    async throws
  {
    let url = try await databaseWithLog()
    try #require(size(url, "-wal") > 0)
    let document = scratch.prepare(Library(fileURL: url))
    try await document.openContents()
    #expect(try document.titles == ["Emma", "Evelina"])
    for number in 0..<200 {
      try document.add("Number \(number) " + String(repeating: "x", count: 90))
    }
    try await document.saveAndClose()
    #expect(size(url, "-wal") == 0)
    let pool = try DatabasePool(path: url.path)
    #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM book") } == 202)
    try pool.close()
    #expect(try integrity(ofFileAt: url) == "ok")
  }

  @Test func `A database that was moved without its log has the transactions before the log`()
    async throws
  {
    let crashed = try await databaseWithLog()
    let moved = scratch.file("moved.sqlite")
    try FileManager.default.moveItem(at: crashed, to: moved)
    let document = scratch.prepare(Library(fileURL: moved))
    try await document.openContents()
    #expect(try document.titles == ["Emma"])
    try await document.saveAndClose()
    // The log stays with its transactions, for a database that is put back.
    #expect(size(crashed, "-wal") > 0)
  }

  @Test func `A new document is not saved beside the log of another database`() async throws {
    let crashed = try await databaseWithLog()
    try FileManager.default.removeItem(at: crashed)
    let document = scratch.prepare(Library(fileURL: crashed))
    try document.add("Persuasion")
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: crashed, for: .forCreating)
    }
    #expect(error?.code == .fileExists)
    #expect(error?.description.contains("crashed.sqlite-wal") == true)
    #expect(!FileManager.default.fileExists(atPath: crashed.path))
    try await document.saveContents(to: scratch.file("free.sqlite"), for: .forCreating)
    try await document.saveAndClose()
    #expect(try titles(inFileAt: scratch.file("free.sqlite")) == ["Persuasion"])
  }

  @Test func `A database that another program has open is not replaced`() async throws {
    let url = try await scratch.saved("Emma")
    let document = scratch.library()
    try await document.openContents()
    try document.add("Persuasion")
    let pool = try DatabasePool(path: url.path)
    try await pool.write { try $0.execute(sql: "INSERT INTO book(title) VALUES ('Evelina')") }
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: url, for: .forOverwriting)
    }
    #expect(error?.code == .changedOnDisk)
    try pool.close()
    #expect(try titles(inFileAt: url) == ["Emma", "Evelina"])
    try await document.saveContents(to: scratch.file("mine.sqlite"), for: .forCreating)
    #expect(try titles(inFileAt: scratch.file("mine.sqlite")) == ["Emma", "Persuasion"])
    try await document.saveAndClose()
  }

  @Test func `A table that another program changes while a document is open is a conflict`()
    async throws
  {
    let url = try await scratch.saved("Emma")
    let document = scratch.library()
    try await document.openContents()
    try document.add("Persuasion")
    let queue = try DatabaseQueue(path: url.path)
    try await queue.write { try $0.execute(sql: "ALTER TABLE book ADD COLUMN shelf TEXT") }
    try queue.close()
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: url, for: .forOverwriting)
    }
    #expect(error?.code == .changedOnDisk)
    try await document.revertContents(to: url)
    #expect(try document.titles == ["Emma"])
    try document.add("Evelina")
    try await document.saveAndClose()
    #expect(try titles(inFileAt: url) == ["Emma", "Evelina"])
  }

  @Test func `An open document follows its file to another directory`() async throws {
    let url = try await scratch.saved("Emma")
    let document = scratch.library()
    try await document.openContents()
    try document.add("Persuasion")
    let directory = scratch.file("moved")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    let place = directory.appending(path: "books.sqlite")
    try FileManager.default.moveItem(at: url, to: place)
    for _ in 0..<1000 where document.fileURL.path != place.path {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(document.fileURL.path == place.path)
    try await document.saveAndClose()
    #expect(try titles(inFileAt: place) == ["Emma", "Persuasion"])
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test(.requires(.root))
  func `Working copies are not kept in a directory that another user owns or can write`()
    async throws
  {
    let url = try await scratch.saved("Emma")
    let rows: [(uid_t, mode_t)] = [(54_320, 0o755), (0, 0o777), (54_320, 0o1777)]
    for (owner, mode) in rows {
      let directory = scratch.file("working-\(owner)-\(mode)")
      #expect(mkdir(directory.path, 0o700) == 0)
      #expect(chown(directory.path, owner, owner) == 0 && chmod(directory.path, mode) == 0)
      let document = scratch.prepare(Library(fileURL: url))
      document.workingDirectory = directory
      let error = await #expect(throws: DocumentError.self) { try await document.openContents() }
      #expect(error?.code == .noPrivatePlace)
      #expect(ManagedDocument.recoverableDocuments(in: directory).isEmpty)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }
  }
}

#endif
