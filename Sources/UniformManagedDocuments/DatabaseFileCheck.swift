#if ManagedDocuments

public import UniformDocuments
internal import Foundation
internal import GRDB
internal import SystemPackage
internal import UTIPlatform

extension DocumentError.Code {
  /// The item is not a SQLite database.
  public static let notADatabase = Self(rawValue: "not-a-database")
  /// The item appears to be encrypted, and the program has no key.
  public static let encryptedDatabase = Self(rawValue: "encrypted-database")
  /// The database is damaged, or shorter than its header states.
  public static let damagedDatabase = Self(rawValue: "damaged-database")
  /// A newer version of the program or of SQLite has written the database.
  public static let newerThanProgram = Self(rawValue: "newer-than-program")
}

/// Checks a file before SQLite opens it, by section 1.3 of SQLite's file format.
enum DatabaseFileCheck {
  private static let magic = Array("SQLite format 3\0".utf8)
  /// The number of distinct bytes in a kibibyte: random data has 251 on average, structured
  /// contents have far fewer.
  private static let leastNoise = 220

  /// - Throws: `DocumentError` if SQLite should not open the file.
  static func check(_ file: URL, of document: URL) throws {
    var header = [UInt8](repeating: 0, count: 1024)
    let status: FileStatus
    do {
      let store = SystemFileStore()
      let descriptor = try store.open(FileLocation(file), for: .reading)
      defer { try? descriptor.close() }
      status = try store.status(of: descriptor)
      guard status.kind == .regular else {
        throw DocumentError(
          .specialFile, .open, url: document,
          message: "\(file.path) is no regular file", remedy: "open a database")
      }
      // A database without any write is empty.
      guard status.size > 0 else { return }
      let count = try header.withUnsafeMutableBytes {
        try store.read(from: descriptor, into: $0, at: 0)
      }
      header.removeSubrange(count...)
    } catch {
      throw self.error(error, .open, of: document)
    }
    try check(header[...], size: status.size, of: document)
  }

  private static func check(_ header: ArraySlice<UInt8>, size: Int64, of document: URL) throws {
    guard header.starts(with: magic) else {
      if header.count == 1024, size % 512 == 0, Set(header).count >= leastNoise {
        throw DocumentError(
          .encryptedDatabase, .open, url: document,
          message: "\(document.lastPathComponent) looks encrypted, or is no database",
          remedy: "decrypt it with the program that has written it")
      }
      throw DocumentError(
        .notADatabase, .open, url: document,
        message: "\(document.lastPathComponent) is no SQLite database",
        remedy: "open it with a program for its type")
    }
    guard header.count >= 100 else { throw damaged(document, "its header is cut off") }
    guard header[18] <= 2, header[19] <= 2 else { throw newer(document) }
    let size16 = number(header[16..<18])
    let pageSize = size16 == 1 ? 65536 : size16
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else {
      throw damaged(document, "its header says a page has \(pageSize) bytes")
    }
    // The count is valid if a version of SQLite that maintains it wrote the file last.
    let pages = number(header[28..<32])
    guard header[24..<28].elementsEqual(header[92..<96]), pages > 0 else { return }
    guard Int64(pages) * Int64(pageSize) <= size else {
      throw damaged(
        document,
        "its header says it has \(pages) pages of \(pageSize) bytes, and it has \(size) "
          + "bytes")
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  static func damaged(_ document: URL, _ finding: String) -> DocumentError {
    DocumentError(
      .damagedDatabase, .open, url: document,
      message: "\(document.lastPathComponent) is damaged: \(finding)",
      remedy: "restore an older version, or recover its contents with `sqlite3 FILE .recover`")
  }

  static func newer(_ document: URL) -> DocumentError {
    DocumentError(
      .newerThanProgram, .open, url: document,
      message: "\(document.lastPathComponent) was written by a newer version of the program",
      remedy: "open it with that version")
  }

  static func error(_ error: DatabaseError, of document: URL) -> any Error {
    switch error.resultCode {
    case .SQLITE_NOTADB:
      return DocumentError(
        .notADatabase, .open, url: document, underlyingError: error,
        message: "\(document.lastPathComponent) is no SQLite database, or is encrypted",
        remedy: "open it with the program that has written it")
    case .SQLITE_CORRUPT, .SQLITE_FORMAT:
      return DocumentError(
        .damagedDatabase, .open, url: document, underlyingError: error,
        message: "\(document.lastPathComponent) is damaged: \(error.message ?? "\(error)")",
        remedy: "restore an older version, or recover its contents with `sqlite3 FILE .recover`")
    default:
      return self.error(error, .open, of: document)
    }
  }

  static func error(
    _ error: any Error, _ operation: DocumentError.Operation, of document: URL
  ) -> any Error {
    switch error {
    case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
      return full(document, operation, error)
    case let error as FileStoreError
    where [.noSpace, .diskQuotaExceeded].contains(error.errno):
      return full(document, operation, error)
    case let error as FileStoreError:
      let code: DocumentError.Code =
        switch error.errno {
        case .noSuchFileOrDirectory, .notDirectory: .noSuchFile
        case .permissionDenied, .notPermitted, .readOnlyFileSystem: .noPermission
        default: .system
        }
      return DocumentError(
        code, operation, url: document, errno: error.errno, underlyingError: error,
        message: "\(document.lastPathComponent): \(error)",
        remedy: code == .noPermission ? "ask for permission" : "check the path and the disk")
    case let error as DatabaseError:
      return DocumentError(
        .system, operation, url: document, underlyingError: error,
        message: "\(document.lastPathComponent): SQLite says: \(error)",
        remedy: "see the underlying error")
    default: return error
    }
  }

  private static func full(
    _ document: URL, _ operation: DocumentError.Operation, _ error: any Error
  ) -> DocumentError {
    DocumentError(
      .system, operation, url: document, errno: .init(rawValue: ENOSPC), underlyingError: error,
      message: "\(document.lastPathComponent): the disk is full: \(error)",
      remedy: "free some space, and try again")
  }
}

#endif
