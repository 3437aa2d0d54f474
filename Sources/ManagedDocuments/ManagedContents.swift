#if ManagedDocuments

internal import Foundation
internal import GRDB

/// What a save writes: the database of one moment, and what else a package has.
final class ManagedContents {
  let working: WorkingCopy
  let additional: Any?
  let isPackage: Bool
  /// How many transactions the snapshot has; nil where one came while it was taken.
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

  /// The contents that an overriding point of a document got; nil for others.
  ///
  /// The cast of an `Any` that holds a value to a class would copy the value.
  static func given(_ contents: Any) -> ManagedContents? {
    type(of: contents) is AnyClass ? contents as? ManagedContents : nil
  }

  /// Writes the database at a place where nothing is.
  ///
  /// Where nothing was committed since the snapshot, the file of the working copy gets everything the
  /// log has, and is copied as fast as the file system can: while the snapshot is open, SQLite writes
  /// nothing to it that the snapshot has not. Else SQLite reads the snapshot page by page.
  func writeDatabase(to url: URL) throws {
    if hasWholeFile() {
      let source = working.folder.databaseURL
      let (before, after) = try FileCopy.copy(source, to: url)
      if before == after { return try FileCopy.leaveWriteAheadLog(url) }
      unlink(url)
    }
    try backUp(to: url)
  }

  private func hasWholeFile() -> Bool {
    guard let commitCount else { return false }
    return working.pool.writeWithoutTransaction { [working] db in
      guard working.recorder.commitCount == commitCount else { return false }
      guard let result = try? db.checkpoint(.passive) else { return false }
      return result.walFrameCount == result.checkpointedFrameCount
    }
  }

  private func backUp(to url: URL) throws {
    // SQLite wants paths that are text.
    let isText = url.withUnsafeFileSystemRepresentation { bytes in
      bytes.map { String(validatingCString: $0) == url.path } ?? false
    }
    let place =
      isText ? url : working.folder.url.appending(path: "backup-\(UUID().uuidString)")
    defer { if !isText { unlink(place) } }
    let destination = try DatabaseQueue(path: place.path)
    do {
      try snapshot.backup(to: destination)
      try destination.writeWithoutTransaction {
        _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE")
      }
      try destination.close()
    } catch {
      try? destination.close()
      throw error
    }
    if !isText { try FileCopy.copy(place, to: url) }
  }

  private func unlink(_ url: URL) { try? FileManager.default.removeItem(at: url) }
}

#endif
