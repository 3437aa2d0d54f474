public import SystemPackage

extension SafeWriter {
  /// Writes bytes to a file and puts it in place.
  ///
  /// A new file has no name until it is complete and flushed to disk, so a crash leaves no trace.
  /// If the file system lacks such files, or if a file is replaced, the function works like
  /// ``write(to:_:expecting:attributes:superseding:contents:)``.
  ///
  /// - Parameters:
  ///   - bytes: the contents.
  ///   - target: the path.
  ///   - operation: the allowed changes of the target.
  ///   - expecting: the identity of the item that was last read or written there.
  ///   - attributes: attributes of the new item that do not come from the old one.
  /// - Returns: the strategy and durability of the save.
  /// - Throws: ``SafeWritingError``, like the general form.
  @discardableResult
  public func write(
    _ bytes: UnsafeRawBufferPointer, to target: FilePath, _ operation: Operation,
    expecting: FileIdentity? = nil, attributes: FileAttributes = FileAttributes()
  ) throws(SafeWritingError) -> SaveOutcome {
    do {
      let save = try Save(
        to: target, operation, expecting: expecting, attributes: attributes, writer: self)
      if save.replacesItem { return try save.run { try write(bytes, to: $0) } }
      if operation != .overwrite, !options.createsDirectories,
        let outcome = try createUnnamed(bytes, save)
      {
        return outcome
      }
    } catch {
      throw SafeWritingError(error, path: target)
    }
    return try write(to: target, operation, expecting: expecting, attributes: attributes) {
      try write(bytes, to: $0)
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to path: FilePath) throws(FileStoreError) {
    let file = try store.createFile(
      at: FileLocation(path), permissions: FilePermissions(rawValue: 0o666))
    do throws(FileStoreError) {
      try store.writeAll(bytes, to: file)
    } catch {
      try? store.close(file)
      throw error
    }
    try store.close(file)
  }

  /// Nil if unnamed files are not available, or if an item appeared.
  private func createUnnamed(_ bytes: UnsafeRawBufferPointer, _ save: Save) throws -> SaveOutcome? {
    do {
      try save.takeOriginal()
      return try save.createUnnamed(bytes)
    } catch {
      // The name was taken in the meantime; the general form replaces or refuses that item.
      let failure = SafeWritingError(error, path: save.given)
      if failure.errno == .fileExists { return nil }
      throw failure
    }
  }
}

extension Save {
  fileprivate var replacesItem: Bool { target.status != nil }

  fileprivate func createUnnamed(_ bytes: UnsafeRawBufferPointer) throws -> SaveOutcome? {
    guard let file = try unnamedFile() else { return nil }
    defer { try? store.close(file) }
    try store.writeAll(bytes, to: file)
    try giveExplicitAttributes(to: file)
    try giveExactTime(to: file, store.status(of: file))
    if options.synchronizes { try flush(file) }
    guard try name(file) else { return nil }
    do {
      let durability = try synchronizeDirectory(after: .linkUnnamed)
      let identity = try FileIdentity(of: target.location, in: store)
      return SaveOutcome(
        path: target.path, strategy: .linkUnnamed, durability: durability, identity: identity)
    } catch {
      try? store.removeFile(at: target.location)
      throw error
    }
  }

  /// Returns false if the file cannot be named, because `/proc` is not available.
  private func name(_ file: FileDescriptor) throws -> Bool {
    do throws(FileStoreError) {
      try store.linkUnnamedFile(file, to: target.location)
      return true
    } catch {
      guard [.noSuchFileOrDirectory, .permissionDenied].contains(error.errno) else { throw error }
      return false
    }
  }

  private func unnamedFile() throws -> FileDescriptor? {
    do throws(FileStoreError) {
      return try store.createUnnamedFile(
        in: FileLocation(FilePath(), in: target.directory),
        permissions: FilePermissions(rawValue: 0o666))
    } catch
      where [
        .notSupported, .isDirectory, .noSuchFileOrDirectory, .invalidArgument, .noFunction,
      ].contains(error.errno)
    {
      return nil
    }
  }
}
