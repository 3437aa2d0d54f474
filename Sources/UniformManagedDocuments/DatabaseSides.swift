#if ManagedDocuments

internal import UniformDocuments
internal import Foundation
internal import GRDB

/// The write-ahead log, its index and the journal, which SQLite finds by name next to a database.
///
/// A log left next to a new database of the same name damages it (section 1.4 of SQLite's "How To
/// Corrupt An SQLite Database File").
struct DatabaseSides {
  let database: URL

  /// The suffixes of files with contents that the database lacks.
  private static let sides = ["-wal", "-journal"]

  private func side(_ ending: String) -> URL {
    database.deletingLastPathComponent().appending(path: database.lastPathComponent + ending)
  }

  /// The first file with contents; nil if the database is complete.
  var pending: URL? {
    Self.sides.map(side).first { ItemStamp(of: $0).map { $0.size > 0 } ?? false }
  }

  /// Applies contents as any program does that opens the database; does nothing if another has it
  /// open, or if it is not writable.
  func settle() {
    guard pending != nil, ItemStamp(of: database) != nil else { return }
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    guard let queue = try? DatabaseQueue(path: database.path, configuration: configuration) else {
      return
    }
    try? queue.writeWithoutTransaction { db in
      // Reading applies a journal; a checkpoint empties a log.
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
      _ = try? db.checkpoint(.truncate)
    }
    try? queue.close()
  }

  /// Another database must not replace one whose files have contents.
  func requireNone(of document: URL) throws {
    guard let pending else { return }
    let isOfDatabase = ItemStamp(of: database) != nil
    throw DocumentError(
      isOfDatabase ? .changedOnDisk : .fileExists, .save, url: document,
      unsavedContents: .inMemory,
      message: isOfDatabase
        ? "another program uses the database, or has left transactions in \(pending.path)"
        : "the log of another database is there: \(pending.path)",
      remedy: isOfDatabase
        ? "close the other program, and open the document again, or save it under another name"
        : "move the log away, or choose another name")
  }

  /// Removes the files without contents, and the index of a log.
  func removeEmpty() {
    guard pending == nil else { return }
    for ending in Self.sides + ["-shm"] { unlink(side(ending).path) }
  }
}

#endif
