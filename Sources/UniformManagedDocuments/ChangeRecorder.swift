#if ManagedDocuments

internal import CUTISQLiteSession
internal import Foundation
internal import GRDB
internal import Synchronization

/// A committed transaction.
struct Commit: Sendable {
  enum Kind: Sendable {
    case undoable(Changeset)
    /// A transaction without undo, which also discards the undo of earlier ones.
    case final(reason: String)
  }

  let kind: Kind
  let actionName: String?
}

/// Observes the writing connection: reports the changes of each transaction, which SQLite records
/// in one session, and marks a working copy as edited before the commit.
final class ChangeRecorder: TransactionObserver, @unchecked Sendable {
  private let folder: WorkingFolder
  private let recordsChanges: Bool
  private let whenCommitted: @Sendable (Commit) -> Void
  private let count = Atomic<Int>(0)

  // Unchecked is safe because only the queue of the connection accesses the properties below.
  private var session: UnsafeMutableRawPointer?
  private var isMarked: Bool
  private var schemaVersion = 0
  private var totalChanges = 0
  private var tablesWithoutKey: Set<String> = []
  private var changedWithoutKey: String?
  var actionName: String?
  /// The receiver of the transaction in progress, if it is an undo or a redo.
  var takes: ((Commit) -> Void)?

  init(
    folder: WorkingFolder, recordsChanges: Bool,
    whenCommitted: @escaping @Sendable (Commit) -> Void
  ) {
    self.folder = folder
    self.recordsChanges = recordsChanges
    self.whenCommitted = whenCommitted
    isMarked = folder.isEdited
  }

  var commitCount: Int { count.load(ordering: .sequentiallyConsistent) }

  func begin(_ db: Database) throws {
    try readSchema(db)
    totalChanges = db.totalChangesCount
    try beginSession(db)
    db.add(transactionObserver: self, extent: .databaseLifetime)
  }

  /// Ends the recording, which is required before the connection is closed.
  func end() {
    if let session { mdoc_session_end(session) }
    session = nil
  }

  /// Records that the document's file has all changes, unless there is a later transaction.
  func noteSaved(commitCount: Int?) {
    guard commitCount == self.commitCount else { return }
    isMarked = (try? folder.unmarkEdited()) == nil
  }

  private func beginSession(_ db: Database) throws {
    end()
    guard recordsChanges, let connection = db.sqliteConnection else { return }
    let code = mdoc_session_begin(UnsafeMutableRawPointer(connection), &session)
    guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Returns whether the schema has changed.
  @discardableResult
  private func readSchema(_ db: Database) throws -> Bool {
    let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
    guard version != schemaVersion else { return false }
    schemaVersion = version
    tablesWithoutKey = try String.fetchSet(
      db,
      sql: """
        SELECT name FROM sqlite_master AS m WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%'
          ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%'
          AND NOT EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE pk > 0)
        """)
    return true
  }

  // MARK: - TransactionObserver

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

  func databaseDidChange(with event: DatabaseEvent) {
    if changedWithoutKey == nil, !tablesWithoutKey.isEmpty,
      tablesWithoutKey.contains(event.tableName)
    {
      changedWithoutKey = event.tableName
    }
  }

  func databaseWillCommit() throws {
    guard !isMarked else { return }
    try folder.markEdited()
    isMarked = true
  }

  func databaseDidCommit(_ db: Database) {
    let (name, takes, table) = (actionName, takes, changedWithoutKey)
    (actionName, self.takes, changedWithoutKey) = (nil, nil, nil)
    let hasNewSchema = (try? readSchema(db)) ?? true
    let changes = db.totalChangesCount
    guard hasNewSchema || changes != totalChanges else { return }
    totalChanges = changes
    count.add(1, ordering: .sequentiallyConsistent)
    let kind = kind(hasNewSchema: hasNewSchema, tableWithoutKey: table)
    try? beginSession(db)
    let commit = Commit(kind: kind, actionName: name)
    if let takes { takes(commit) } else { whenCommitted(commit) }
  }

  func databaseDidRollback(_ db: Database) {
    (actionName, takes, changedWithoutKey) = (nil, nil, nil)
    totalChanges = db.totalChangesCount
    try? beginSession(db)
  }

  private func kind(hasNewSchema: Bool, tableWithoutKey: String?) -> Commit.Kind {
    if hasNewSchema { return .final(reason: "the schema was changed") }
    if let tableWithoutKey {
      return .final(reason: "the table \(tableWithoutKey) has no primary key")
    }
    guard let session else { return .final(reason: "changes are not recorded") }
    var size: Int32 = 0
    var memory: UnsafeMutableRawPointer?
    let code = mdoc_session_changeset(session, &size, &memory)
    defer { mdoc_free(memory) }
    guard code == 0, let memory, size > 0 else {
      return .final(reason: "SQLite has recorded no changes (\(code))")
    }
    return .undoable(Changeset(bytes: Data(bytes: memory, count: Int(size))))
  }
}

#endif
