internal import CSystemCalls
internal import Glibc

/// What lstat(2) and stat(2) tell of a path.
enum FileStatus {
  /// The kind of object that a path names.
  ///
  /// A link that leads nowhere, or in a circle, is a link, whether links are followed or not.
  ///
  /// - Throws: ``DetectionError`` when the path names nothing or cannot be looked up.
  static func kind(
    of path: ItemPath, followsLinks: Bool
  ) throws(DetectionError) -> FileKind {
    var status = stat()
    guard lstat(path.pointer, &status) == 0 else {
      throw DetectionError(path, errorNumber: errno, operation: "look it up")
    }
    var kind = FileKind(status)
    if kind == .symbolicLink, followsLinks {
      if stat(path.pointer, &status) == 0 {
        kind = FileKind(status)
      } else if ![ENOENT, ELOOP, ENOTDIR].contains(errno) {
        throw DetectionError(path, errorNumber: errno, operation: "follow the link")
      }
    }
    return kind == .directory && isMountPoint(path) ? .mountPoint : kind
  }

  /// Whether a directory is the root of a mount, a bind mount included (statx(2), Linux 5.8).
  private static func isMountPoint(_ path: ItemPath) -> Bool {
    var status = uti_status()
    return uti_status_at(AT_FDCWD, path.pointer, 1, &status) == 0 && status.is_mount_root == 1
  }
}
