internal import SystemPackage
internal import UTIPlatform

/// The file system calls of a watcher.
///
/// Each call can block forever on a network share or a user-space file system that does not
/// respond, so none is made under a lock.
protocol WatchedFiles: Sendable {
  /// Returns the state of the item at a path; a symbolic link is not followed.
  func stamp(of path: FilePath) throws(Errno) -> FileStatus
  /// Returns the names in a directory; none if they cannot be read.
  func names(in directory: FilePath) -> [FilePath.Component]
  /// Returns the digest of the bytes of a file; nil if they cannot be read.
  func digest(of path: FilePath) -> UInt64?
  /// Returns a descriptor that names an item; nil if it cannot be opened.
  func hold(_ path: FilePath) -> PinnedPath?
  /// Returns the state of a held item.
  func stamp(of item: PinnedPath) -> FileStatus?
  /// Returns the path of a held item.
  func place(of item: PinnedPath) -> FilePath?
  /// Returns the kind of the file system of an item.
  func fileSystem(of item: PinnedPath) -> FileSystemKind
  /// Returns the path to which a trash would restore a moved item; nil if it is in no trash.
  func restorePath(ofItemAt place: FilePath, from origin: FilePath) -> FilePath?
  /// Watches a directory, in addition to its present kinds of notices.
  func watch(
    _ directory: FilePath, _ kinds: NoticeQueue.Kinds, in queue: NoticeQueue
  ) throws(Errno) -> Int32
}

/// The files of the system.
struct SystemFiles: WatchedFiles {
  func stamp(of path: FilePath) throws(Errno) -> FileStatus { try FileStatus(of: path) }

  func names(in directory: FilePath) -> [FilePath.Component] {
    directory.withPlatformString { path in
      guard var entries = try? DirectoryEntries(path: path) else { return [] }
      return (try? entries.names()) ?? []
    }
  }

  func digest(of path: FilePath) -> UInt64? {
    guard
      let file = try? FileDescriptor.open(
        path, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
    else { return nil }
    defer { try? file.close() }
    return try? ContentDigest(of: file).value
  }

  func hold(_ path: FilePath) -> PinnedPath? { PinnedPath(path) }

  func stamp(of item: PinnedPath) -> FileStatus? { item.stamp }

  func place(of item: PinnedPath) -> FilePath? { item.place }

  func fileSystem(of item: PinnedPath) -> FileSystemKind { item.fileSystem }

  func restorePath(ofItemAt place: FilePath, from origin: FilePath) -> FilePath? {
    TrashedItem(at: place, from: origin)?.restorePath
  }

  func watch(
    _ directory: FilePath, _ kinds: NoticeQueue.Kinds, in queue: NoticeQueue
  ) throws(Errno) -> Int32 {
    try queue.add(directory, kinds)
  }
}
