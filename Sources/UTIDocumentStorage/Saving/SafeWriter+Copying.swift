public import SystemPackage
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

  /// The behavior of a move if the new name exists.
  public enum Collision: Hashable, Sendable {
    /// The move fails.
    case fails
    /// The move takes the first free name of `name 2`, `name 3` and so on, before the extension.
    case numbers
  }

  /// Moves an item to another name or directory, and never replaces an item.
  ///
  /// On a file system that ignores case, a name that differs only in case is free. An item that
  /// moves to another file system is copied, and removed after the copy is flushed to disk.
  ///
  /// - Parameters:
  ///   - source: the item; a symbolic link itself is moved.
  ///   - destination: the new path.
  ///   - collision: the behavior if the new name exists.
  /// - Returns: the new path of the item.
  /// - Throws: ``SafeWritingError``, with ``SafeWritingError/Code/alreadyExists`` if the name
  ///   exists.
  /// - Complexity: one attempt for each number that exists; O(*n*) in the size of an item that
  ///   moves to another file system.
  public func move(
    _ source: FilePath, to destination: FilePath, onCollision collision: Collision = .fails
  ) throws(SafeWritingError) -> FilePath {
    var candidate = destination
    var number = 1
    while true {
      do throws(FileStoreError) {
        try moveExclusively(source, to: candidate)
        return candidate
      } catch  where error.errno == .fileExists && collision == .numbers && number < 10_000 {
        number += 1
        candidate = FileName.numbered(destination, number)
      } catch  where error.errno == .fileExists {
        throw SafeWritingError(.alreadyExists, path: candidate, failure: error, isMove: true)
      } catch  where error.errno == .improperLink {
        if try copy(source, to: candidate) { return candidate }
        guard collision == .numbers, number < 10_000 else {
          throw SafeWritingError(.alreadyExists, path: candidate, failure: error, isMove: true)
        }
        number += 1
        candidate = FileName.numbered(destination, number)
      } catch  where error.errno == .noSuchFileOrDirectory {
        throw SafeWritingError(.vanished, path: source, failure: error, isMove: true)
      } catch {
        throw SafeWritingError(.systemCall, path: candidate, failure: error, isMove: true)
      }
    }
  }

  private func moveExclusively(
    _ source: FilePath, to destination: FilePath
  ) throws(FileStoreError) {
    let old = FileLocation(source)
    let new = FileLocation(destination)
    let status = try store.status(of: old)
    do throws(FileStoreError) {
      _ = try store.renameExclusively(old, to: new, kind: status.kind)
    } catch  where error.errno == .fileExists {
      guard try isSameName(source, destination, status) else { throw error }
      try store.rename(old, to: new, .replacing)
    }
    guard options.synchronizes else { return }
    for directory in Set([source, destination].map { $0.removingLastComponent() }) {
      let path = directory.isEmpty ? FilePath(".") : directory.appending(".")
      try store.withOpen(FileLocation(path), for: .reading) { directory throws(FileStoreError) in
        _ = try store.synchronizeNames(in: directory)
      }
    }
  }

  /// The file system ignores case; false if the item has both names.
  private func isSameName(
    _ source: FilePath, _ destination: FilePath, _ status: FileStatus
  ) throws(FileStoreError) -> Bool {
    let parent = destination.removingLastComponent()
    guard parent == source.removingLastComponent(), let name = destination.lastComponent,
      source.lastComponent != name,
      try store.status(of: FileLocation(destination)).isSameItem(as: status)
    else { return false }
    let path = parent.isEmpty ? FilePath(".") : parent.appending(".")
    return try !store.names(at: FileLocation(path)).contains(name)
  }
}
