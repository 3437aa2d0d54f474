#if ManagedDocuments

internal import CUTISQLiteSession
internal import Foundation
internal import GRDB

/// The changes of a transaction, row by row, as recorded by a SQLite session.
struct Changeset: Sendable {
  let bytes: Data

  var isEmpty: Bool { bytes.isEmpty }

  func inverted() throws -> Changeset {
    var size: Int32 = 0
    var memory: UnsafeMutableRawPointer?
    let code = bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.map {
        mdoc_changeset_invert(Int32(buffer.count), $0, &size, &memory)
      } ?? 0
    }
    defer { mdoc_free(memory) }
    guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    return Changeset(bytes: memory.map { Data(bytes: $0, count: Int(size)) } ?? Data())
  }

  /// Runs a separate transaction, without triggers and foreign key actions, whose effects the
  /// changes include.
  ///
  /// - Throws: `DatabaseError` with `SQLITE_ABORT` if a row differs from the expected one; the
  ///   database is then unchanged.
  func apply(_ db: Database) throws {
    guard let connection = db.sqliteConnection.map({ UnsafeMutableRawPointer($0) }) else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database is closed")
    }
    var had: Int32 = 0
    mdoc_set_actions(connection, 0, &had)
    defer {
      var ignored: Int32 = 0
      mdoc_set_actions(connection, had, &ignored)
    }
    try db.inTransaction(.immediate) {
      let code = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { mdoc_changeset_apply(connection, Int32(buffer.count), $0) } ?? 0
      }
      guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      return .commit
    }
  }
}

#endif
