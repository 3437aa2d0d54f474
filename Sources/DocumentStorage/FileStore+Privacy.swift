internal import Glibc
package import SystemPackage

extension FileStore {
  /// Whether a directory is the user's own, and nobody else can put anything into it, or something
  /// else into its place.
  ///
  /// Where everybody may make directories, as in `/var/tmp`, the one of a known name may be a trap.
  /// What the superuser may do is nobody's concern.
  ///
  /// - Throws: the error of the call that failed, `ENOENT` where there is no such directory.
  package func isPrivate(_ path: FilePath) throws(FileStoreError) -> Bool {
    let user = geteuid()
    var directory = FilePath("/")
    var status = try self.status(of: FileLocation(directory))
    for name in resolvedPath(of: path).components {
      let isOpen = status.permissions.contains(.otherWrite)
      guard !isOpen || status.permissions.contains(.saveText) else { return false }
      directory.append(name)
      status = try self.status(of: FileLocation(directory))
      guard status.kind == .directory, !isOpen || [user, 0].contains(status.owner) else {
        return false
      }
    }
    return status.owner == user
      && status.permissions.isDisjoint(with: [.groupWrite, .otherWrite])
  }

  /// The directory itself, or the nearest one above it that exists.
  package func nearestDirectory(_ path: FilePath) throws(FileStoreError) -> FilePath {
    var directory = path
    while directory.lastComponent != nil,
      try statusIfPresent(of: FileLocation(directory.appending("."))) == nil
    {
      directory.removeLastComponent()
    }
    return directory
  }
}
