package import SystemPackage
internal import UTIPlatform

/// Why others can put something into a directory, or something else into its place.
package struct PrivacyFault: Hashable, Sendable {
  /// What is wrong with a directory.
  package enum Reason: Hashable, Sendable {
    /// It is none.
    case isNoDirectory
    /// It belongs to somebody else.
    case belongs(to: UInt32)
    /// Others may write into it.
    case isWritable(FilePermissions)
  }

  /// The directory, or one on the way to it.
  package let path: FilePath
  package let reason: Reason
}

extension PrivacyFault: CustomStringConvertible {
  /// What is wrong, and what to do about it, without the path.
  package var description: String {
    switch reason {
    case .isNoDirectory: "it is no directory; move it away"
    case .belongs(let owner): "it belongs to user \(owner), and the program runs as \(geteuid())"
    case .isWritable(let permissions):
      "others may write into it (mode \(String(permissions.rawValue & 0o7777, radix: 8))); "
        + "chmod go-w it"
    }
  }
}

extension FileStore {
  /// Whether a directory is the user's own, and nobody else can put anything into it, or something
  /// else into its place.
  ///
  /// - Throws: the error of the call that failed, `ENOENT` where there is no such directory.
  package func isPrivate(_ path: FilePath) throws(FileStoreError) -> Bool {
    try privacyFault(of: path) == nil
  }

  /// Why a directory is not the user's alone; nil where it is.
  ///
  /// Where everybody may make directories, as in `/var/tmp`, the one of a known name may be a trap.
  /// What the superuser may do is nobody's concern.
  ///
  /// - Throws: the error of the call that failed, `ENOENT` where there is no such directory.
  package func privacyFault(of path: FilePath) throws(FileStoreError) -> PrivacyFault? {
    let user = geteuid()
    var directory = FilePath("/")
    var status = try self.status(of: FileLocation(directory))
    for name in resolvedPath(of: path).components {
      let isOpen = status.permissions.contains(.otherWrite)
      guard !isOpen || status.permissions.contains(.saveText) else {
        return PrivacyFault(path: directory, reason: .isWritable(status.permissions))
      }
      directory.append(name)
      status = try self.status(of: FileLocation(directory))
      guard status.kind == .directory else {
        return PrivacyFault(path: directory, reason: .isNoDirectory)
      }
      guard !isOpen || [user, 0].contains(status.owner) else {
        return PrivacyFault(path: directory, reason: .belongs(to: status.owner))
      }
    }
    guard status.owner == user else {
      return PrivacyFault(path: directory, reason: .belongs(to: status.owner))
    }
    guard status.permissions.isDisjoint(with: [.groupWrite, .otherWrite]) else {
      return PrivacyFault(path: directory, reason: .isWritable(status.permissions))
    }
    return nil
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
