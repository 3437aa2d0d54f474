#if ManagedDocuments

internal import CSQLiteSession
internal import Foundation
internal import UTIPlatform

/// A copy of a file, by the best way that the file systems have: sharing its blocks, in the kernel,
/// or by hand.
enum FileCopy {
  /// Copies a file to a place where nothing is.
  ///
  /// - Parameter synchronizes: whether to wait until the copy is on the disk.
  /// - Returns: the source as it was before and after, for the caller to compare.
  @discardableResult
  static func copy(
    _ source: URL, to destination: URL, synchronizes: Bool = false
  ) throws -> (before: ItemStamp?, after: ItemStamp?) {
    // A pipe would keep us waiting for a writer.
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

  /// Has a database of a copy be opened without a journal beside it.
  ///
  /// The bytes 18 and 19 say which format writers and readers must know: 2 is a write-ahead log, with
  /// which a file cannot be opened where nothing may be made beside it. A log without frames is the
  /// only difference (section 1.3.3 of SQLite's file format).
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
