public import SystemPackage
internal import UTIPlatform

extension FileStore {
  /// Returns whether a directory belongs to the user and is closed to other users.
  ///
  /// Other users then can neither put an item into it nor exchange it.
  ///
  /// - Parameter path: the directory.
  /// - Throws: the error of the failed call, `ENOENT` if there is no such directory.
  /// - Complexity: one status for each component of the path.
  public func isPrivate(_ path: FilePath) throws(FileStoreError) -> Bool {
    try privacyFault(of: path) == nil
  }

  /// Returns the reason why other users can put an item into a directory or exchange it; nil if
  /// they cannot.
  ///
  /// Each parent directory must belong to the user or to the superuser. A parent directory that
  /// others may write must have the sticky bit, as `/var/tmp` does. The directory itself must
  /// belong to the user, and others must not write it. A group with the user as its only member
  /// counts as the user.
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - allowsMissing: whether directories at the end of the path may be missing; they are then as
  ///     private as the user creates them.
  /// - Throws: the error of the failed call, `ENOENT` if there is no such directory.
  /// - Complexity: one status for each component of the path.
  package func privacyFault(
    of path: FilePath, allowsMissing: Bool = false
  ) throws(FileStoreError) -> PrivacyFault? {
    let user = geteuid()
    var directory = FilePath("/")
    var status = try self.status(of: FileLocation(directory))
    for name in resolvedPath(of: path).components {
      let isOpen = status.isWritableByOthers
      guard !isOpen || status.permissions.contains(.saveText) else {
        return PrivacyFault(path: directory, reason: .isWritable(status.permissions))
      }
      directory.append(name)
      guard let next = try statusIfPresent(of: FileLocation(directory)) else {
        if allowsMissing { return nil }
        throw FileStoreError(.readStatus, path: directory, errno: .noSuchFileOrDirectory)
      }
      status = next
      guard status.kind == .directory else {
        return PrivacyFault(path: directory, reason: .isNoDirectory)
      }
      // Only the owner of a closed directory can have put an item there.
      let isTrusted =
        [user, 0].contains(status.owner) || !isOpen && status.owner == UserAccount.unmappedOwner
      guard isTrusted else {
        return PrivacyFault(path: directory, reason: .belongs(to: status.owner))
      }
    }
    guard status.owner == user else {
      return PrivacyFault(path: directory, reason: .belongs(to: status.owner))
    }
    guard !status.isWritableByOthers else {
      return PrivacyFault(path: directory, reason: .isWritable(status.permissions))
    }
    return nil
  }

  /// Creates a private directory for the user, with missing parent directories.
  ///
  /// - Throws: `FileStoreError` with ``FileStoreError/Operation/keepPrivate`` if other users can
  ///   put an item into the directory or exchange it.
  package func makePrivateDirectory(
    _ path: FilePath, synchronizes: Bool
  ) throws(FileStoreError) {
    if let fault = try privacyFault(of: path, allowsMissing: true) { throw fault.error }
    try makeDirectories(path, synchronizes: synchronizes)
    if let fault = try privacyFault(of: path) { throw fault.error }
  }

  /// Returns the directory itself, or its nearest existing parent.
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

extension FileStatus {
  /// True if other users may write the item.
  ///
  /// The owner, the superuser and the user of the process do not count.
  fileprivate var isWritableByOthers: Bool {
    permissions.contains(.otherWrite)
      || permissions.contains(.groupWrite) && !UserAccount.isGroupOfUserAlone(group)
  }

  /// Returns whether an item belongs to the user or to the owner of its directory, who may exchange
  /// it.
  ///
  /// The second case includes file systems that give all items one owner.
  package func isTrusted(in directory: FileStatus) -> Bool {
    owner == geteuid() || owner == directory.owner
  }
}
