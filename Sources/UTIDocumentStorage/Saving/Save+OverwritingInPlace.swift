internal import SystemPackage
internal import UTIPlatform

extension Save {
  /// Complete copies of both contents are next to the file meanwhile, and other saves wait for the
  /// lock; writes of processes that ignore it are noticed until the first byte changes.
  ///
  /// - Throws: after the old contents are restored; if that fails too, ``recoveryPath`` has their
  ///   path.
  func overwriteInPlace(_ item: FileLocation, in directory: SavingDirectory) throws -> Commit {
    let backup = directory.location(of: .backup, beside: target.name)
    try mendBeforeOverwriting()
    try keepCopy(at: backup, in: directory)
    try lookAtOriginal()
    let file = try store.open(target.location, for: .writing)
    // The file stays open, because undoing must not write to an item that has replaced it.
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
    if options.synchronizes { try flush(file) }
    return Commit(.overwriteInPlace, overwritten: overwritten)
  }

  /// Waits for the next clock tick: two saves of the same size within one would look equal.
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

  /// The greatest number of ticks to wait for; the slowest kernel clocks tick 100 times a second.
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
  func isSameFile(as status: FileStatus) -> Bool { item == status.item }
}

extension FileStore {
  func overwrite(
    _ file: FileDescriptor, with source: FileLocation, synchronizes: Bool
  ) throws(FileStoreError) {
    let size = try withOpen(source, for: .reading) { source throws(FileStoreError) -> Int64 in
      let size = try status(of: source).size
      // Space is reserved before the first byte changes, if the file system can.
      do throws(FileStoreError) {
        try reserve(size, for: file)
      } catch  where [.notSupported, .noFunction, .invalidArgument].contains(error.errno) {
      }
      try copyBytes(of: source, to: file)
      return size
    }
    try truncate(file, to: size)
    if synchronizes { try flush(file) }
  }
}
