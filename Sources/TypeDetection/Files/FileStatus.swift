internal import Glibc

/// What lstat(2) and stat(2) tell of a path.
enum FileStatus {
  /// The kind of object that a path names.
  ///
  /// A link that leads nowhere, or in a circle, is a link, whether links are followed or not.
  ///
  /// - Throws: ``DetectionError`` when the path names nothing or cannot be looked up.
  static func kind(
    ofPath path: String, followsLinks: Bool
  ) throws(DetectionError) -> FileKind {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw DetectionError(path: path, errorNumber: errno, operation: "look it up")
    }
    var kind = FileKind(status)
    if kind == .symbolicLink, followsLinks {
      if stat(path, &status) == 0 {
        kind = FileKind(status)
      } else if ![ENOENT, ELOOP, ENOTDIR].contains(errno) {
        throw DetectionError(path: path, errorNumber: errno, operation: "follow the link")
      }
    }
    return kind == .directory && isMountPoint(path, status) ? .mountPoint : kind
  }

  /// Whether the device of a directory differs from its parent's, or it is the root.
  private static func isMountPoint(_ path: String, _ status: stat) -> Bool {
    var parent = stat()
    guard stat(path + "/..", &parent) == 0 else { return false }
    return parent.st_dev != status.st_dev || parent.st_ino == status.st_ino
  }
}
