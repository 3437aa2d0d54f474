import TypeDeclarations
package import UTIPlatform

/// Files written beside their place, synced and renamed, so that a reader finds the old or the new
/// content whole, and a failure leaves what was there.
package enum AtomicFile {
  /// Why a file was not written.
  package struct Failure: Error, CustomStringConvertible {
    package let path: String
    package let errorNumber: Int32

    package init(path: String, errorNumber: Int32) {
      self.path = path
      self.errorNumber = errorNumber
    }

    /// The failure in the form `path: cannot be written: reason`.
    package var description: String {
      "\(path): cannot be written: \(String(cString: strerror(errorNumber)))"
    }
  }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - path: the place, which is replaced when there is a file already.
  ///   - permissions: the permissions of a new file, before the mask of the process.
  /// - Throws: ``Failure`` with the error number of the system call that failed.
  package static func write(
    _ bytes: [UInt8], to path: String, permissions: UInt32 = 0o666
  ) throws(Failure) {
    let errorNumber = bytes.withUnsafeBytes { replace(path, with: $0, permissions) }
    if let errorNumber { throw Failure(path: path, errorNumber: errorNumber) }
  }

  /// Writes bytes in place; see ``write(_:to:permissions:)-([UInt8],_,_)``.
  ///
  /// - Parameters:
  ///   - modificationTimes: the times of modification that the file may have, of which it gets the
  ///     first that the file system keeps as it is; by default it is now.
  ///   - isSynced: whether the file shall be on the disk when it gets its name. Without that many
  ///     files are written in the time of one, and a machine that loses its power may keep empty ones:
  ///     for what can be made again.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to path: String, permissions: UInt32 = 0o666,
    modificationTimes: [timespec] = [], isSynced: Bool = true
  ) throws(Failure) {
    let errorNumber = replace(path, with: bytes, permissions, modificationTimes, isSynced)
    if let errorNumber { throw Failure(path: path, errorNumber: errorNumber) }
  }

  /// - Returns: the error number, or nil when the file has the bytes.
  private static func replace(
    _ path: String, with bytes: UnsafeRawBufferPointer, _ permissions: UInt32,
    _ modificationTimes: [timespec] = [], _ isSynced: Bool = true
  ) -> Int32? {
    let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max))"
    let descriptor = PathText.withPath(temporary) {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    }
    guard descriptor >= 0 else { return errno }
    // Tells others that the file is not abandoned; see `removeAbandoned(in:ofFilesWithSuffix:)`.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    var failure = writeAll(bytes, to: descriptor)
    if failure == nil { failure = setModificationTime(modificationTimes, of: descriptor) }
    if failure == nil, isSynced, fsync(descriptor) != 0 { failure = errno }
    // Some file systems tell of a full disk only when a file is closed, so a copy is closed before.
    if failure == nil, !isSynced, close(dup(descriptor)) != 0 { failure = errno }
    PathText.withPath(temporary) { temporary in
      if failure == nil, PathText.withPath(path, { rename(temporary, $0) }) != 0 { failure = errno }
      if failure != nil { unlink(temporary) }
    }
    // What was written is on the disk already. The lock goes last.
    close(descriptor)
    return failure
  }

  /// - Returns: the error number, or nil when the file has one of the times, or none was asked for.
  private static func setModificationTime(
    _ candidates: [timespec], of descriptor: Int32
  ) -> Int32? {
    for time in candidates {
      let times = [timespec(tv_sec: 0, tv_nsec: Self.keepsTime), time]
      var status = stat()
      guard futimens(descriptor, times) == 0, fstat(descriptor, &status) == 0 else { return errno }
      if status.st_mtim.tv_sec == time.tv_sec, status.st_mtim.tv_nsec == time.tv_nsec { break }
    }
    return nil
  }

  /// UTIME_OMIT of utimensat(2), a macro that Swift does not import.
  private static let keepsTime = (1 << 30) - 2

  /// - Returns: the error number, or nil when every byte was written.
  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var start = 0
    while start < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      start += count
    }
    return nil
  }
}
