internal import SystemPackage
internal import UTIPlatform

extension Save {
  /// Overwrites the old file with the new contents, a complete copy of both beside.
  ///
  /// Other saves wait for the lock meanwhile. What somebody else writes, who knows nothing of it, is
  /// seen up to the moment before the first byte changes.
  ///
  /// - Throws: with the old contents put back; where that fails too, ``recoveryPath`` says where
  ///   they are.
  func overwriteInPlace(_ item: FileLocation, in directory: SavingDirectory) throws -> Commit {
    let backup = directory.location(of: .backup, beside: target.name)
    try mendBeforeOverwriting()
    try keepCopy(at: backup, in: directory)
    try lookAtOriginal()
    let file = try store.open(target.location, for: .writing)
    // It stays open: what is put back must not go to whatever has taken its place.
    openFile = file
    guard let original,
      try original.difference(to: FileIdentity(store.status(of: file))) != .contents
    else {
      throw SafeWritingError(.changedOnDisk, path: given)
    }
    takeBack = { [self] in try putBack(backup, to: file, in: directory) }
    try store.overwrite(file, with: item, synchronizes: false)
    try giveExplicitAttributes(to: file)
    let overwritten = try identity(of: file, otherThan: original)
    if options.synchronizes { try store.synchronize(file) }
    return Commit(.overwriteInPlace, overwritten: overwritten)
  }

  /// What a file is that has been overwritten.
  ///
  /// Times are those of the last tick of a clock. Two saves within one, of the same size, would be
  /// the same to whoever compares, so that the next tick is waited for.
  private func identity(
    of file: FileDescriptor, otherThan original: FileIdentity
  ) throws(FileStoreError) -> FileIdentity {
    for _ in 0..<Self.mostTicks where attributes.modificationTime == nil {
      let status = try store.status(of: file)
      guard status.size == original.size, status.modified == original.modified else { break }
      usleep(2_000)
      try store.truncate(file, to: status.size)
    }
    return FileIdentity(try store.status(of: file))
  }

  /// The slowest clocks of kernels tick a hundred times a second.
  private static let mostTicks = 10

  private func keepCopy(at backup: FileLocation, in directory: SavingDirectory) throws {
    let partial = directory.location(of: .partial, beside: target.name)
    try store.copyFile(from: target.location, to: partial, permissions: .ownerReadWrite)
    if options.synchronizes { try store.synchronizeTree(at: partial) }
    try store.rename(partial, to: backup, .replacing)
    try makeRecoverable(directory)
  }

  private func putBack(
    _ backup: FileLocation, to file: FileDescriptor, in directory: SavingDirectory
  ) throws {
    do {
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
