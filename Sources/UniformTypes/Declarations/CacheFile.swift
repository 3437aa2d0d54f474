#if Declarations
import SystemPackage
import UTIPlatform

/// A file of the program that can be recreated at any time.
///
/// It is written under a temporary name in the same directory, flushed and renamed, so that a
/// reader finds the complete old or new contents. `UTIDocumentStorage` writes the files of users;
/// it keeps owner, attributes and links and detects changes by other processes. A cache needs none
/// of this: it has no attributes to keep, the last writer wins, and a client of `UTType` need not
/// build that module.
enum CacheFile {
  /// Writes a file that only its owner can read, without write permission for any user.
  ///
  /// - Parameters:
  ///   - bytes: the contents.
  ///   - path: the place, which is replaced.
  ///   - modificationTimes: the times of modification that the file may have; it gets the first one
  ///     that the file system keeps unchanged.
  /// - Throws: the error of the call that failed; the place is unchanged then.
  static func write(
    _ bytes: UnsafeRawBufferPointer, to path: FilePath, modificationTimes: [FileTime]
  ) throws {
    let temporary = FilePath(text: "\(path.text).\(getpid()).\(UInt32.random(in: 0 ... .max))")
    let file = try FileDescriptor.open(
      temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerRead)
    // The lock is released last.
    defer { try? file.close() }
    do {
      // Marks the file as in use; see `removeAbandoned(in:ofFilesWithSuffix:)`.
      _ = flock(file.rawValue, LOCK_EX | LOCK_NB)
      try withoutSizeSignal { try file.writeAll(bytes) }
      try setModificationTime(modificationTimes, of: file)
      guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
      let result = temporary.withPlatformString { temporary in
        path.withPlatformString { rename(temporary, $0) }
      }
      guard result == 0 else { throw Errno(rawValue: errno) }
    } catch {
      _ = temporary.withPlatformString { unlink($0) }
      throw error
    }
  }

  /// Writes; a file above the limit of the process gives an error, not the signal that ends the
  /// process.
  private static func withoutSizeSignal(_ write: () throws -> Void) rethrows {
    var signal = sigset_t()
    var old = sigset_t()
    sigemptyset(&signal)
    sigaddset(&signal, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &signal, &old)
    defer {
      var now = timespec()
      // The kernel sends the signal to the thread that writes.
      if sigismember(&old, SIGXFSZ) == 0 { sigtimedwait(&signal, nil, &now) }
      pthread_sigmask(SIG_SETMASK, &old, nil)
    }
    try write()
  }

  private static func setModificationTime(
    _ candidates: [FileTime], of file: FileDescriptor
  ) throws {
    for time in candidates {
      let times = [
        timespec(tv_sec: 0, tv_nsec: keepsTime),
        timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds)),
      ]
      guard futimens(file.rawValue, times) == 0 else { throw Errno(rawValue: errno) }
      if try FileStatus(of: file).modified == time { break }
    }
  }

  /// UTIME_OMIT of utimensat(2), a macro that Swift does not import.
  private static let keepsTime = (1 << 30) - 2
}

extension CacheFile {
  /// Removes the temporary files of writers that were killed.
  ///
  /// A writer holds a lock on its file until it is renamed. A file has to be a minute old, which
  /// gives its writer the time to acquire the lock.
  ///
  /// - Parameters:
  ///   - directory: a directory to which only this program writes; it need not exist.
  ///   - suffix: the suffix of the names of finished files.
  static func removeAbandoned(in directory: FilePath, ofFilesWithSuffix suffix: String) {
    directory.withPlatformString { path in
      guard var entries = try? DirectoryEntries(path: path) else { return }
      while let name = try? entries.next()?.text {
        if isTemporary(name, suffix: suffix) { removeIfAbandoned(name, in: entries.descriptor) }
      }
    }
  }

  /// The number of seconds after which a writer has certainly locked its file.
  private static let leastAge: Int64 = 60

  private static func removeIfAbandoned(_ name: String, in directory: Int32) {
    let descriptor = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    let file = FileDescriptor(rawValue: descriptor)
    defer { try? file.close() }
    guard let status = try? FileStatus(of: file), status.kind == .regular,
      status.owner == geteuid(), status.modified.seconds < FileTime.now.seconds - leastAge,
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlinkat(directory, name, 0)
  }

  /// Returns true if a name consists of the name of a finished file, a process number and a number
  /// of one of its writes.
  private static func isTemporary(_ name: String, suffix: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 2, parts.suffix(2).allSatisfy({ UInt32($0) != nil }) else { return false }
    return parts.dropLast(2).joined(separator: ".").hasSuffix(suffix)
  }
}
#endif
