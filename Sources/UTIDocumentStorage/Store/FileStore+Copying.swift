package import SystemPackage
internal import UTIPlatform

extension FileStore {
  /// Copies an item with all items in it, and with permissions and times.
  ///
  /// Files share blocks if the file system can, and never become hard links. Pipes, sockets and
  /// devices are left out, because they are not contents.
  ///
  /// - Parameter withAttributes: whether owners, groups and extended attributes are copied too, as
  ///   far as the system permits.
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

  /// Copies extended attributes and ignores failures.
  ///
  /// Many file systems have none, and some attributes require privileges.
  package func copyExtendedAttributes(of source: FileDescriptor, to copy: FileDescriptor) {
    for name in (try? extendedAttributeNames(of: source)) ?? [] {
      guard let value = try? extendedAttribute(name, of: source) else { continue }
      try? setExtendedAttribute(name, to: value, of: copy)
    }
  }
}
