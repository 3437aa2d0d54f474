import TypeDeclarations
import UTIPlatform

/// What writers leave behind that are killed between the first byte and the last.
extension AtomicFile {
  /// Removes such files from a directory in which only this program writes.
  ///
  /// Nobody writes to them any more: a writer holds a lock on its file from its making to its
  /// renaming, and the minute that a file has to be old leaves it time to take the lock.
  ///
  /// - Parameters:
  ///   - directory: the directory; it need not exist.
  ///   - suffix: what the names of the finished files end in.
  package static func removeAbandoned(in directory: String, ofFilesWithSuffix suffix: String) {
    PathText.withPath(directory) { path in
      guard var entries = try? DirectoryEntries(path: path) else { return }
      while let name = try? entries.next()?.text {
        if isTemporary(name, suffix: suffix) { removeIfAbandoned(name, in: entries.descriptor) }
      }
    }
  }

  /// The number of seconds after which a writer has long locked its file.
  private static let leastAge = 60

  private static func removeIfAbandoned(_ name: String, in directory: Int32) {
    let descriptor = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mtim.tv_sec < time(nil) - leastAge,
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlinkat(directory, name, 0)
  }

  /// Whether a name is that of a finished file with the numbers of a process and of one of its
  /// writings behind it.
  private static func isTemporary(_ name: String, suffix: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 2, parts.suffix(2).allSatisfy({ UInt32($0) != nil }) else { return false }
    return parts.dropLast(2).joined(separator: ".").hasSuffix(suffix)
  }
}
