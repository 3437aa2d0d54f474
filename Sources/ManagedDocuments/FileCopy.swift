#if ManagedDocuments

internal import Documents
internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// Copies of database files by the store of documents.
enum FileCopy {
  private static let store = SystemFileStore()

  /// Uses the best method; the caller compares the state of the source before and after.
  ///
  /// - Throws: `FileStoreError`.
  @discardableResult
  static func copy(
    _ source: URL, to destination: URL, synchronizes: Bool = false
  ) throws -> (before: ItemStamp, after: ItemStamp) {
    let from = try open(source)
    defer { try? from.close() }
    let to = try store.createFile(
      at: FileLocation(FilePath(of: destination)), permissions: .ownerReadWrite)
    defer { try? to.close() }
    let before = ItemStamp(try store.status(of: from))
    try store.copyContents(of: from, to: to)
    if synchronizes { try store.synchronize(to) }
    return (before, ItemStamp(try store.status(of: from)))
  }

  /// Bytes 18 and 19 are 2 for a write-ahead log, with which a file cannot be opened in a read-only
  /// directory; apart from them, a database with an empty log is the same (section 1.3.3 of
  /// SQLite's file format).
  static func leaveWriteAheadLog(_ url: URL) throws {
    try store.withOpen(FileLocation(FilePath(of: url)), for: .writing) {
      file throws(FileStoreError) in
      guard try store.status(of: file).size >= 100 else { return }
      let versions: [UInt8] = [1, 1]
      try versions.withUnsafeBufferPointer { versions throws(FileStoreError) in
        try store.writeAll(UnsafeRawBufferPointer(versions), to: file, at: 18)
      }
    }
  }

  /// Opens a file; a link is followed.
  ///
  /// A blocking open of a pipe would wait for a writer.
  ///
  /// - Throws: `FileStoreError`.
  static func open(
    _ url: URL, _ mode: FileDescriptor.AccessMode = .readOnly,
    options: FileDescriptor.OpenOptions = [.nonBlocking]
  ) throws -> FileDescriptor {
    let path = try FilePath(of: url)
    do {
      return try .open(
        path, mode, options: options.union(.closeOnExec), permissions: .ownerReadWrite)
    } catch {
      throw FileStoreError(.open, path: path, errno: error as? Errno ?? .ioError)
    }
  }
}

#endif
