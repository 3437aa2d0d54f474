internal import CSystemCalls
internal import UTIPlatform

extension FileKind {
  /// The kind of object that a path names, by stat(2) and lstat(2).
  ///
  /// A link that leads nowhere, or in a circle, is a link, whether links are followed or not.
  ///
  /// - Throws: ``DetectionError`` when the path names nothing or cannot be looked up.
  init(of path: ItemPath, followsLinks: Bool) throws(DetectionError) {
    var status = stat()
    // What is there is no link in most cases, so one call settles it; only where it fails does the
    // link itself matter.
    let follows = followsLinks && fstatat(path.directory, path.name, &status, 0) == 0
    let errorNumber = errno
    if !follows, fstatat(path.directory, path.name, &status, AT_SYMLINK_NOFOLLOW) != 0 {
      throw DetectionError(path, errorNumber: errno, operation: "look it up")
    }
    let kind = FileKind(status)
    if kind == .symbolicLink, followsLinks, ![ENOENT, ELOOP, ENOTDIR].contains(errorNumber) {
      throw DetectionError(path, errorNumber: errorNumber, operation: "follow the link")
    }
    self = kind == .directory && Self.isMountPoint(path) ? .mountPoint : kind
  }

  /// Whether a directory is the root of a mount, a bind mount included (statx(2), Linux 5.8).
  private static func isMountPoint(_ path: ItemPath) -> Bool {
    var status = uti_status()
    return uti_status_at(path.directory, path.name, 1, &status) == 0 && status.is_mount_root == 1
  }
}
