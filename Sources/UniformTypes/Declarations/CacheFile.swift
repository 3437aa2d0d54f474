#if Declarations
import SystemPackage
import UTIPlatform

/// A file of the program that can be recreated at any time, so that the last writer wins.
///
/// It is written under a temporary name, flushed and renamed: a reader finds complete contents.
/// `UTIDocumentStorage`, which keeps attributes of users' files, is not needed.
enum CacheFile {
  /// Only the owner can read the file, and no process can write to it.
  ///
  /// It gets the first time of modification that the file system keeps unchanged. After an error
  /// the place is unchanged.
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

  /// A file above the limit of the process gives an error, not the signal that ends the process.
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

  /// UTIME_NOW of utimensat(2), a macro that Swift does not import.
  static let setsNow = (1 << 30) - 1
  /// UTIME_OMIT of utimensat(2).
  static let keepsTime = (1 << 30) - 2
}

extension CacheFile {
  /// Removes temporary files of killed writers from a directory of this program, which may be
  /// missing.
  ///
  /// A writer locks its file until it is renamed; a minute gives it the time to acquire the lock.
  static func removeAbandoned(in directory: FilePath, ofFilesWithSuffix suffix: String) {
    directory.withPlatformString { path in
      guard var entries = try? DirectoryEntries(path: path) else { return }
      while let name = try? entries.next()?.text {
        if isTemporary(name, suffix: suffix) { removeIfAbandoned(name, in: entries.descriptor) }
      }
    }
  }

  /// The seconds after which a writer has certainly locked its file.
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

  /// A finished file's name, a process number and a number of one of its writes.
  private static func isTemporary(_ name: String, suffix: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 2, parts.suffix(2).allSatisfy({ UInt32($0) != nil }) else { return false }
    return parts.dropLast(2).joined(separator: ".").hasSuffix(suffix)
  }
}
#endif
