internal import SystemPackage
internal import UTIPlatform

extension FileStore {
  /// Copies an item with everything in it, with permissions and times; files share blocks where the
  /// file system can, and never names.
  ///
  /// Pipes, sockets and devices are left out: they are no contents.
  package func copyTree(
    from source: FileLocation, to destination: FileLocation
  ) throws(FileStoreError) {
    let status = try status(of: source)
    switch status.kind {
    case .directory:
      try createDirectory(at: destination, permissions: .ownerReadWriteExecute)
      for name in try names(at: source) where !SavingDirectory.isSavingDirectory(name) {
        try copyTree(from: source.appending(name), to: destination.appending(name))
      }
      try withOpen(destination, for: .reading) { directory throws(FileStoreError) in
        try setPermissions(status.permissions, of: directory)
        try? setModificationTime(status.modified, of: directory)
      }
    case .symbolicLink:
      try createSymbolicLink(at: destination, to: try destinationOfSymbolicLink(at: source))
    case .regular:
      try copyFile(from: source, to: destination, permissions: status.permissions)
      try withOpen(destination, for: .reading) { file throws(FileStoreError) in
        try? setModificationTime(status.modified, of: file)
      }
    case .namedPipe, .socket, .blockDevice, .characterDevice, .other: break
    }
  }
}
