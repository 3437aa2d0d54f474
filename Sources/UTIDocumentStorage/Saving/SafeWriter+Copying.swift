internal import SystemPackage
internal import UTIPlatform

extension SafeWriter {
  /// Moves an item to another file system, with the item locked: if another process changes it, it
  /// stays and the copy is removed; returns false if the name exists.
  func copy(_ source: FilePath, to destination: FilePath) throws(SafeWritingError) -> Bool {
    do {
      let old = FileLocation(source)
      let lock = try store.lockItem(at: old, .exclusive, patience: options.patience)
      defer { if let lock { store.release(lock) } }
      let identity = try FileIdentity(of: old, in: store)
      guard identity.kind != .symbolicLink else {
        try store.createSymbolicLink(
          at: FileLocation(destination), to: store.destinationOfSymbolicLink(at: old))
        try removeOriginal(source, identity, of: destination)
        return true
      }
      var writer = self
      writer.keeping = nil
      try writer.write(to: destination, .create) {
        try store.copyTree(from: old, to: FileLocation($0), withAttributes: true)
      }
      try removeOriginal(source, identity, of: destination)
      return true
    } catch let error as SafeWritingError where error.code == .alreadyExists {
      return false
    } catch let error as FileStoreError where error.errno == .fileExists {
      return false
    } catch {
      var failure = SafeWritingError(error, path: destination)
      failure.isMove = true
      throw failure
    }
  }

  /// Moves the item to a saving directory first; throws, without the copy, if it changed or stays.
  private func removeOriginal(
    _ source: FilePath, _ identity: FileIdentity, of copy: FilePath
  ) throws {
    do {
      guard let (path, name) = source.splitAtLastName else {
        throw SafeWritingError(.invalidPath, path: source)
      }
      let parentPath = path.isEmpty ? FilePath(".") : path
      let parent = try store.open(FileLocation(parentPath.appending(".")), for: .reading)
      defer { try? store.close(parent) }
      let directory = try SavingDirectory(
        .beside, in: parent, path: parentPath, fingerprint: nil, store: store)
      defer { directory.close(in: store) }
      try takeAway(FileLocation(name, in: parent), name, identity, to: directory)
      // The next save or open removes the remains.
      try? store.removeTree(at: directory.location)
    } catch {
      try? store.removeTree(at: FileLocation(copy))
      throw error
    }
  }

  /// Moves the original into a saving directory, and back if it has changed.
  private func takeAway(
    _ original: FileLocation, _ name: FilePath.Component, _ identity: FileIdentity,
    to directory: SavingDirectory
  ) throws {
    let item = directory.location(of: .partial, beside: name)
    var isTaken = false
    do {
      try store.rename(original, to: item, .replacing)
      isTaken = true
      guard try FileIdentity(of: item, in: store).hasSameFingerprint(as: identity) else {
        throw SafeWritingError(.changedOnDisk, path: original.path)
      }
      if options.synchronizes { try store.synchronizeNames(in: directory.parent) }
    } catch {
      // The contents must not stay under this temporary name.
      if isTaken {
        _ = try store.renameExclusively(item, to: original, kind: identity.kind)
      }
      try? store.removeDirectory(at: directory.location)
      throw error
    }
  }
}
