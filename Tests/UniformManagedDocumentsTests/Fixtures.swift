#if ManagedDocuments

import UniformDocuments
import Foundation
import GRDB
import UniformManagedDocuments
import Synchronization

/// A document with one table.
final class Library: ManagedDocument {
  var version = 1
  let errors = Mutex<[any Error]>([])
  let reports = Mutex<[DocumentError]>([])

  override var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("books") { db in
      try db.execute(sql: "CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
    }
    if version >= 2 {
      migrator.registerMigration("authors") { db in
        try db.execute(sql: "ALTER TABLE book ADD COLUMN author TEXT")
      }
    }
    return migrator
  }

  override func handleError(_ error: any Error, userInteractionPermitted: Bool) {
    errors.withLock { $0.append(error) }
    super.handleError(error, userInteractionPermitted: userInteractionPermitted)
  }

  func add(_ titles: String...) throws {
    try write("Add Book") { db in
      for title in titles {
        try db.execute(sql: "INSERT INTO book(title) VALUES (?)", arguments: [title])
      }
    }
  }

  var titles: [String] {
    get throws { try read { try String.fetchAll($0, sql: "SELECT title FROM book ORDER BY id") } }
  }
}

/// A library in a package, with a note next to it.
final class Shelf: ManagedDocument {
  let note = Mutex("")

  override var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("books") { db in
      try db.execute(sql: "CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
    }
    return migrator
  }

  override func additionalContent(for url: URL) throws -> Any? { note.withLock { $0 } }

  override func readAdditionalContent(from url: URL) throws {
    let text = try String(contentsOf: url.appending(path: "note.txt"), encoding: .utf8)
    note.withLock { $0 = text }
  }

  override func writeAdditionalContent(
    _ content: Any, to url: URL, originalContentsURL: URL?
  ) throws {
    guard let text = content as? String else { throw CocoaError(.fileWriteUnknown) }
    try Data(text.utf8).write(to: url.appending(path: "note.txt"))
  }
}

/// A directory that goes with the test.
final class Scratch: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "managed-\(UUID().uuidString)", directoryHint: .isDirectory)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var working: URL { url.appending(path: "working", directoryHint: .isDirectory) }

  func file(_ name: String) -> URL { url.appending(path: name) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  /// The working copies that are there.
  var copies: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: working.path)) ?? []
  }

  /// Waits until a working copy with changes that its document's file lacks has no owner: SQLite
  /// closes a little after the document is released.
  func waitForAbandonedCopy() async throws {
    for _ in 0..<1000 where ManagedDocument.recoverableDocuments(in: working).isEmpty {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Waits until the working copies say that nothing is edited in them.
  func waitForSavedCopy() async throws {
    for _ in 0..<1000
    where copies.contains(where: {
      FileManager.default.fileExists(atPath: working.appending(path: "\($0)/edited").path)
    }) {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  func prepare<Managed: ManagedDocument>(_ document: Managed) -> Managed {
    document.workingDirectory = working
    document.environment.autosavePolicy = nil
    document.environment.report = { _ in }
    return document
  }

  func library(_ name: String = "books.sqlite") -> Library {
    prepare(Library(fileURL: file(name)))
  }

  /// A saved document with titles, closed.
  @MainActor func saved(_ titles: String..., name: String = "books.sqlite") async throws -> URL {
    let document = library(name)
    for title in titles { try document.add(title) }
    try await document.saveContents(to: document.fileURL, for: .forCreating)
    try await document.saveAndClose()
    return document.fileURL
  }
}

/// Returns the contents of a database's file, as SQLite alone reads them.
func titles(inFileAt url: URL) throws -> [String] {
  var configuration = Configuration()
  configuration.readonly = true
  let queue = try DatabaseQueue(path: url.path, configuration: configuration)
  defer { try? queue.close() }
  return try queue.read { try String.fetchAll($0, sql: "SELECT title FROM book ORDER BY id") }
}

func integrity(ofFileAt url: URL) throws -> String {
  var configuration = Configuration()
  configuration.readonly = true
  let queue = try DatabaseQueue(path: url.path, configuration: configuration)
  defer { try? queue.close() }
  return try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } ?? ""
}

#endif
