internal import SystemPackage

extension Save {
  /// Overwrites the old file with the new contents, a complete copy of both beside.
  ///
  /// - Throws: with the old contents put back; where that fails too, ``recoveryPath`` says where
  ///   they are.
  func overwriteInPlace(_ item: FileLocation, in directory: SavingDirectory) throws -> Commit {
    let backup = directory.location(of: .backup, beside: target.name)
    try keepCopy(at: backup, in: directory)
    try lookAtOriginal()
    let file = try store.open(target.location, for: .writing)
    defer { try? store.close(file) }
    guard let original, try original.isSameFile(as: store.status(of: file)) else {
      throw SafeWritingError(.changedOnDisk, path: given)
    }
    takeBack = { [self] in try putBack(backup, in: directory) }
    try store.overwrite(file, with: item, synchronizes: options.synchronizes)
    try giveExplicitAttributes(to: file)
    return Commit(.overwriteInPlace)
  }

  private func keepCopy(at backup: FileLocation, in directory: SavingDirectory) throws {
    let partial = directory.location(of: .partial, beside: target.name)
    try store.copyFile(from: target.location, to: partial, permissions: .ownerReadWrite)
    if options.synchronizes { try store.synchronizeTree(at: partial) }
    try store.rename(partial, to: backup, .replacing)
    try makeRecoverable(directory)
  }

  private func putBack(_ backup: FileLocation, in directory: SavingDirectory) throws {
    do {
      let file = try store.open(target.location, for: .writing)
      defer { try? store.close(file) }
      try store.overwrite(file, with: backup, synchronizes: options.synchronizes)
    } catch {
      recoveryPath = directory.path.appending(ReservedName.backup.name(beside: target.name))
      throw error
    }
  }
}

extension FileIdentity {
  func isSameFile(as status: FileStatus) -> Bool { Item(self) == Item(status) }
}

extension FileStore {
  /// Gives an open file the contents of another.
  func overwrite(
    _ file: FileDescriptor, with source: FileLocation, synchronizes: Bool
  ) throws(FileStoreError) {
    let size = try withOpen(source, for: .reading) { source throws(FileStoreError) -> Int64 in
      let size = try status(of: source).size
      // Space is taken before the first byte changes; not every file system can.
      do throws(FileStoreError) {
        try reserve(size, for: file)
      } catch  where [.notSupported, .noFunction, .invalidArgument].contains(error.errno) {
      }
      try copyBytes(of: source, to: file)
      return size
    }
    try truncate(file, to: size)
    if synchronizes { try synchronize(file) }
  }
}
