package import SystemPackage
internal import UTIPlatform

extension FileStore {
  package func names(at location: FileLocation) throws(FileStoreError) -> [FilePath.Component] {
    try withOpen(location, for: .reading) {
      directory throws(FileStoreError) -> [FilePath.Component] in
      try names(in: directory)
    }
  }

  /// Flushes an item and all items in it to disk, the innermost first.
  @discardableResult
  package func synchronizeTree(at location: FileLocation) throws(FileStoreError) -> Errno? {
    try synchronize(FileIdentity(of: location, in: self), at: location)
  }

  /// The innermost items first; `known` items are already flushed; returns the error number of a
  /// file system that cannot flush.
  @discardableResult
  package func synchronize(
    _ identity: FileIdentity, at location: FileLocation, except known: Set<FileStatus.Item> = []
  ) throws(FileStoreError) -> Errno? {
    guard identity.kind == .regular || identity.kind == .directory,
      !known.contains(identity.item)
    else { return nil }
    return try withOpen(location, for: .reading) { item throws(FileStoreError) -> Errno? in
      var refusal: Errno?
      for (name, child) in identity.children ?? [:] {
        let errno = try synchronize(child, at: FileLocation(name, in: item), except: known)
        refusal = refusal ?? errno
      }
      let errno = try flush(item)
      return refusal ?? errno
    }
  }

  /// Removes an item and all items in it; does nothing if it does not exist.
  package func removeTree(at location: FileLocation) throws(FileStoreError) {
    guard let status = try statusIfPresent(of: location) else { return }
    guard status.kind == .directory else { return try removeFile(at: location) }
    try withOpen(location, for: .reading) { directory throws(FileStoreError) in
      if !status.permissions.isSuperset(of: .ownerReadWriteExecute) {
        // The contents of a directory are removed even if its owner may not write it.
        try setPermissions(.ownerReadWriteExecute, of: directory)
      }
      for item in try items(in: directory) {
        let child = FileLocation(item.name, in: directory)
        let isRemoved = item.kind == .regular ? try removeFileIfPresent(at: child) : false
        if !isRemoved { try removeTree(at: child) }
      }
    }
    try removeDirectory(at: location)
  }

  /// Returns false for a directory; does nothing if the item does not exist.
  func removeFileIfPresent(at location: FileLocation) throws(FileStoreError) -> Bool {
    do throws(FileStoreError) {
      try removeFile(at: location)
    } catch  where error.errno == .isDirectory {
      return false
    } catch  where error.errno == .noSuchFileOrDirectory {
    }
    return true
  }

  /// A file that cannot get a second name is copied.
  package func linkTree(from source: FileLocation, to destination: FileLocation)
    throws(FileStoreError)
  {
    let status = try status(of: source)
    switch status.kind {
    case .directory:
      try createDirectory(at: destination, permissions: status.permissions)
      let names = try names(at: source)
      for name in names {
        try linkTree(from: source.appending(name), to: destination.appending(name))
      }
    case .symbolicLink:
      try createSymbolicLink(at: destination, to: try destinationOfSymbolicLink(at: source))
    case .namedPipe, .socket, .blockDevice, .characterDevice, .other:
      // Programs listen at the pipe or socket itself, so a copy would be useless.
      try link(source, to: destination)
    case .regular:
      do throws(FileStoreError) {
        try link(source, to: destination)
      } catch  where Self.refusesLinks(error.errno) {
        try copyFile(from: source, to: destination, permissions: status.permissions)
      }
    }
  }

  /// The other name is on another file system, the file has too many names, the file system has no
  /// links, or the file belongs to another user and `protected_hardlinks` is set.
  package static func refusesLinks(_ errno: Errno) -> Bool {
    [
      .notPermitted, .permissionDenied, .improperLink, .tooManyLinks, .notSupported,
      .noFunction,
    ].contains(errno)
  }

  package func copyFile(
    from source: FileLocation, to destination: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) {
    try withOpen(source, for: .reading) { old throws(FileStoreError) in
      try withNewFile(at: destination, permissions: permissions) { new throws(FileStoreError) in
        try copyContents(of: old, to: new)
        try setPermissions(permissions, of: new)
      }
    }
  }

  /// Creates a directory for the user, with missing parent directories.
  package func makeDirectories(_ path: FilePath, synchronizes: Bool) throws(FileStoreError) {
    guard try statusIfPresent(of: FileLocation(path)) == nil else { return }
    let parent = path.removingLastComponent()
    if !parent.isEmpty { try makeDirectories(parent, synchronizes: synchronizes) }
    do throws(FileStoreError) {
      try createDirectory(at: FileLocation(path), permissions: .ownerReadWriteExecute)
    } catch  where error.errno == .fileExists {
      return
    }
    guard synchronizes, !parent.isEmpty else { return }
    try withOpen(FileLocation(parent.appending(".")), for: .reading) {
      directory throws(FileStoreError) in
      _ = try synchronizeNames(in: directory)
    }
  }
}

extension FileStore {
  /// Copies permissions and times; `withAttributes`: owners, groups and extended attributes too, as
  /// far as the system permits.
  ///
  /// Files share blocks if possible, and never become hard links. Pipes, sockets and devices are
  /// not contents.
  package func copyTree(
    from source: FileLocation, to destination: FileLocation, withAttributes: Bool = false
  ) throws(FileStoreError) {
    let status = try status(of: source)
    switch status.kind {
    case .directory:
      try createDirectory(at: destination, permissions: .ownerReadWriteExecute)
      for name in try names(at: source) where !SavingDirectory.isSavingDirectory(name) {
        try copyTree(
          from: source.appending(name), to: destination.appending(name),
          withAttributes: withAttributes)
      }
      try withOpen(destination, for: .reading) { directory throws(FileStoreError) in
        if withAttributes { copyAttributes(of: source, status, to: directory) }
        try setPermissions(status.permissions, of: directory)
        try? setModificationTime(status.modified, of: directory)
      }
    case .symbolicLink:
      try createSymbolicLink(at: destination, to: try destinationOfSymbolicLink(at: source))
    case .regular:
      try copyFile(from: source, to: destination, permissions: status.permissions)
      try withOpen(destination, for: .reading) { file throws(FileStoreError) in
        if withAttributes {
          copyAttributes(of: source, status, to: file)
          // A change of the owner clears permissions.
          try setPermissions(status.permissions, of: file)
        }
        try? setModificationTime(status.modified, of: file)
      }
    case .namedPipe, .socket, .blockDevice, .characterDevice, .other: break
    }
  }

  /// Copies the owner, group and extended attributes of an item, as far as the system permits.
  private func copyAttributes(
    of source: FileLocation, _ status: FileStatus, to copy: FileDescriptor
  ) {
    try? setOwner(status.owner, group: status.group, of: copy)
    guard let original = try? open(source, for: .reading) else { return }
    defer { try? close(original) }
    copyExtendedAttributes(of: original, to: copy)
  }

  /// Ignores failures: many file systems have none, and some attributes require privileges.
  package func copyExtendedAttributes(of source: FileDescriptor, to copy: FileDescriptor) {
    for name in (try? extendedAttributeNames(of: source)) ?? [] {
      guard let value = try? extendedAttribute(name, of: source) else { continue }
      try? setExtendedAttribute(name, to: value, of: copy)
    }
  }
}
