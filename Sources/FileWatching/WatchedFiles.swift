internal import DocumentStorage
internal import SystemPackage
internal import UTIPlatform

/// What a watcher asks the file system.
///
/// Each question may take for ever where a share of another machine, or a program that is a file
/// system, does not answer: none is asked while a lock is held.
protocol WatchedFiles: Sendable {
  /// The state of what is at a path; a link counts as itself.
  func stamp(of path: FilePath) throws(Errno) -> FileStatus
  /// The names in a directory; none where they cannot be read.
  func names(in directory: FilePath) -> [FilePath.Component]
  /// The digest of the bytes of a file; nil where they cannot be read.
  func digest(of path: FilePath) -> UInt64?
  /// A descriptor that only names an item; nil where it cannot be held.
  func hold(_ path: FilePath) -> PinnedPath?
  /// The state of an item that is held.
  func stamp(of item: PinnedPath) -> FileStatus?
  /// Where an item is that is held.
  func place(of item: PinnedPath) -> FilePath?
  /// The kind of the file system that an item is in.
  func fileSystem(of item: PinnedPath) -> FileSystemKind
  /// Where an item would go back to that was moved to a place; nil where that is in no trash.
  func restorePath(ofItemAt place: FilePath, from origin: FilePath) -> FilePath?
  /// Asks for notices of a directory, beside those that others want of it.
  func watch(
    _ directory: FilePath, _ kinds: NoticeQueue.Kinds, in queue: NoticeQueue
  ) throws(Errno) -> Int32
}

/// The files of the system.
struct SystemFiles: WatchedFiles {
  func stamp(of path: FilePath) throws(Errno) -> FileStatus { try FileStatus(of: path) }

  func names(in directory: FilePath) -> [FilePath.Component] {
    (try? SystemFileStore().names(at: FileLocation(directory))) ?? []
  }

  func digest(of path: FilePath) -> UInt64? {
    try? SystemFileStore().digest(of: FileLocation(path))
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
