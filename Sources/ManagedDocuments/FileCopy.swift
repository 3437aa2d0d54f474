#if ManagedDocuments

internal import CUTISQLiteSession
internal import Foundation
internal import UTIPlatform

/// Copies a file by the best available method: shared blocks, a copy in the kernel, or a plain
/// copy.
enum FileCopy {
  /// Copies a file to a path that does not exist.
  ///
  /// - Parameter synchronizes: whether to flush the copy to disk.
  /// - Returns: the state of the source before and after the copy, for comparison by the caller.
  @discardableResult
  static func copy(
    _ source: URL, to destination: URL, synchronizes: Bool = false
  ) throws -> (before: ItemStamp?, after: ItemStamp?) {
    // A blocking open of a pipe would wait for a writer.
    let from = try open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK, "read")
    defer { close(from) }
    let to = try open(destination, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, "make")
    defer { close(to) }
    let before = ItemStamp(of: from)
    let way = mdoc_copy(from, to)
    guard way > 0 else { throw SystemCallError("write", destination.path, errno: -way) }
    if synchronizes, fdatasync(to) != 0 { throw SystemCallError("synchronize", destination.path) }
    return (before, ItemStamp(of: from))
  }

  /// Changes a copied database so that it opens without a log beside it.
  ///
  /// Bytes 18 and 19 state the format that writers and readers must support. The value 2 means a
  /// write-ahead log, with which a file cannot be opened in a read-only directory. Apart from these
  /// bytes, a database with an empty log is the same (section 1.3.3 of SQLite's file format).
  static func leaveWriteAheadLog(_ url: URL) throws {
    let file = try open(url, O_RDWR | O_CLOEXEC | O_NOFOLLOW, "open")
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemCallError("look at", url.path) }
    guard status.st_size >= 100 else { return }
    let versions: [UInt8] = [1, 1]
    guard pwrite(file, versions, 2, 18) == 2 else { throw SystemCallError("write", url.path) }
  }

  static func open(_ url: URL, _ flags: Int32, _ action: String) throws -> Int32 {
    let file = url.withUnsafeFileSystemRepresentation {
      $0.map { UTIPlatform.open($0, flags, mode_t(0o600)) } ?? -1
    }
    guard file >= 0 else { throw SystemCallError(action, url.path) }
    return file
  }
}

#endif
