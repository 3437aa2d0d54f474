#if ManagedDocuments

internal import Foundation
internal import GRDB
internal import UTIDocumentStorage

/// The contents of a save: the database at one moment, and the other contents of a package.
final class ManagedContents {
  let working: WorkingCopy
  let additional: Any?
  let isPackage: Bool
  /// The number of transactions in the snapshot; nil if one was committed while it was taken.
  let commitCount: Int?
  private let snapshot: DatabaseSnapshot

  init(of working: WorkingCopy, isPackage: Bool, additional: Any?) throws {
    self.working = working
    self.isPackage = isPackage
    self.additional = additional
    let before = working.recorder.commitCount
    snapshot = try working.pool.makeSnapshot()
    commitCount = before == working.recorder.commitCount ? before : nil
  }

  /// Nil for other contents; a cast of an `Any` with a value to a class would copy the value.
  static func given(_ contents: Any) -> ManagedContents? {
    type(of: contents) is AnyClass ? contents as? ManagedContents : nil
  }

  /// The path must not exist.
  ///
  /// Without a commit since the snapshot, the log is written to the working copy's file, and the
  /// file is copied: while the snapshot is open, SQLite writes only its contents. Otherwise SQLite
  /// reads the snapshot page by page.
  func writeDatabase(to url: URL) throws {
    if hasWholeFile() {
      let source = working.folder.databaseURL
      let store = SystemFileStore()
      if try store.copy(source, to: url) != nil { return try store.leaveWriteAheadLog(url) }
      try? FileManager.default.removeItem(at: url)
    }
    try working.folder.backUp(snapshot, to: url)
  }

  private func hasWholeFile() -> Bool {
    guard let commitCount else { return false }
    return working.pool.writeWithoutTransaction { [working] db in
      // The document may be closed while a save writes. The snapshot has a separate connection.
      guard db.sqliteConnection != nil, working.recorder.commitCount == commitCount,
        let result = try? db.checkpoint(.passive)
      else { return false }
      return result.walFrameCount == result.checkpointedFrameCount
    }
  }
}

extension WorkingFolder {
  /// Copies a database page by page to a path that does not exist.
  func backUp(_ source: any DatabaseReader, to url: URL) throws {
    // SQLite requires paths that are valid text.
    let isText = url.withUnsafeFileSystemRepresentation { bytes in
      bytes.map { String(validatingCString: $0) == url.path } ?? false
    }
    let place = isText ? url : self.url.appending(path: "backup-\(UUID().uuidString)")
    defer { if !isText { try? FileManager.default.removeItem(at: place) } }
    let destination = try DatabaseQueue(path: place.path)
    do {
      try source.backup(to: destination)
      try destination.writeWithoutTransaction {
        _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE")
      }
      try destination.close()
    } catch {
      try? destination.close()
      throw error
    }
    if !isText { try SystemFileStore().copy(place, to: url) }
  }
}

#endif
