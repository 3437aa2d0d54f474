#if ManagedDocuments

internal import CUTISQLiteSession
internal import Foundation
internal import GRDB

/// The edited database in a separate folder; its write-ahead log has each committed transaction at
/// once, so a process can be killed at any moment.
final class WorkingCopy: Sendable {
  /// The settings for opening a copy.
  struct Setup {
    let configuration: Configuration
    let migrator: DatabaseMigrator
    let recordsChanges: Bool
    let whenCommitted: @Sendable (Commit) -> Void
    /// True if the whole database is checked.
    let checks: Bool
    /// The document of the database, for errors.
    let document: URL
  }

  let folder: WorkingFolder
  let pool: DatabasePool
  let recorder: ChangeRecorder
  /// Nil if the database was up to date or empty.
  let firstMigration: String?

  /// Migrates the database too; throws if it is not a database, is damaged, or is newer than the
  /// program.
  init(in folder: WorkingFolder, _ setup: Setup) throws {
    let configuration = setup.configuration.distrustingSchema()
    let migrator = setup.migrator
    do {
      let pool = try DatabasePool(path: folder.databaseURL.path, configuration: configuration)
      if setup.checks { try Self.check(pool, of: setup.document) }
      firstMigration = try Self.migrate(pool, migrator, of: setup.document)
      let recorder = ChangeRecorder(
        folder: folder, recordsChanges: setup.recordsChanges, whenCommitted: setup.whenCommitted)
      try pool.writeWithoutTransaction { try recorder.begin($0) }
      self.folder = folder
      self.pool = pool
      self.recorder = recorder
    } catch let error as DatabaseError {
      throw DatabaseFileCheck.error(error, of: setup.document)
    }
  }

  deinit {
    // A session must end before its connection, which the closure retains.
    pool.asyncWriteWithoutTransaction { [recorder, pool] _ in
      withExtendedLifetime(pool) { recorder.end() }
    }
  }

  private static func check(_ pool: DatabasePool, of document: URL) throws {
    let finding = try pool.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    guard let finding, finding != "ok" else { return }
    throw DatabaseFileCheck.damaged(document, finding)
  }

  /// Returns the first applied migration.
  private static func migrate(
    _ pool: DatabasePool, _ migrator: DatabaseMigrator, of document: URL
  ) throws -> String? {
    guard !migrator.migrations.isEmpty else { return nil }
    let (isNewer, pending, isEmpty) = try pool.read { db in
      let applied = Set(try migrator.appliedMigrations(db))
      return (
        try migrator.hasBeenSuperseded(db), migrator.migrations.first { !applied.contains($0) },
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
      )
    }
    guard !isNewer else { throw DatabaseFileCheck.newer(document) }
    try migrator.migrate(pool)
    return isEmpty ? nil : pending
  }

  func close() {
    pool.writeWithoutTransaction { _ in recorder.end() }
    try? pool.close()
  }
}

extension Configuration {
  /// Returns the configuration with SQLite's protection from schemas of untrusted origin.
  func distrustingSchema() -> Configuration {
    var configuration = self
    configuration.prepareDatabase { db in
      guard let connection = db.sqliteConnection else { return }
      let code = mdoc_distrust(UnsafeMutableRawPointer(connection))
      guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
    return configuration
  }
}

#endif
