public import SystemPackage

extension SafeWriter {
  /// Writes a file of bytes that are at hand and puts it into its place.
  ///
  /// A new file has no name until it is complete and on the disk, so that a crash leaves nothing
  /// at all; where the file system lacks such files, and for a file that is replaced, this is
  /// ``write(to:_:expecting:attributes:superseding:contents:)`` with the bytes.
  ///
  /// - Parameters:
  ///   - bytes: the contents.
  ///   - target: the place.
  ///   - operation: what the save may do with the place.
  ///   - expecting: the identity of the item that was last read or written there.
  ///   - attributes: attributes of the new item that do not come from the old one.
  /// - Returns: what was done and how well it will last.
  /// - Throws: ``SafeWritingError``, as the general form.
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

  private func write(
    _ bytes: UnsafeRawBufferPointer, to path: FilePath
  ) throws(FileStoreError) {
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

  /// - Returns: nil where there is no unnamed file to be had, or an item to replace after all.
  private func createUnnamed(_ bytes: UnsafeRawBufferPointer, _ save: Save) throws -> SaveOutcome? {
    do {
      try save.takeOriginal()
      return try save.createUnnamed(bytes)
    } catch {
      // Linking finds a name that was taken a moment ago; replacing it is another way to save.
      let failure = SafeWritingError(error, path: save.given)
      if failure.errno == .fileExists, save.operation == .createOrOverwrite { return nil }
      throw failure
    }
  }
}

extension Save {
  /// Whether there was an item in the place when it was found.
  fileprivate var replacesItem: Bool { target.status != nil }

  fileprivate func createUnnamed(_ bytes: UnsafeRawBufferPointer) throws -> SaveOutcome? {
    guard let file = try unnamedFile() else { return nil }
    defer { try? store.close(file) }
    try store.writeAll(bytes, to: file)
    try giveExplicitAttributes(to: file)
    try giveExactTime(to: file, store.status(of: file))
    if options.synchronizes { try store.synchronize(file) }
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

  /// - Returns: false where nothing can name the file: it takes /proc.
  private func name(_ file: FileDescriptor) throws -> Bool {
    do throws(FileStoreError) {
      try store.linkUnnamedFile(file, to: target.location)
      return true
    } catch {
      switch error.errno {
      case .noSuchFileOrDirectory, .permissionDenied: return false
      case .fileExists where operation == .create:
        throw SafeWritingError(.alreadyExists, path: given, failure: error)
      default: throw error
      }
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
