internal import SystemPackage
internal import UTIPlatform

extension VersionStore {
  /// The directory with the versions of one item.
  struct Folder {
    let path: FilePath
    let item: ItemRecord
  }

  /// Returns the folders for its path, and for paths that the item has left.
  ///
  /// - Complexity: one read for each item with versions, if the path has none.
  func folders(of path: FilePath, _ status: FileStatus?) -> [Folder] {
    var failures: [FileStoreError] = []
    return folders(of: path, status, &failures)
  }

  /// `failures` gets errors of directories that may have versions.
  func folders(
    of path: FilePath, _ status: FileStatus?, _ failures: inout [FileStoreError]
  ) -> [Folder] {
    var folders: [Folder] = []
    for root in roots(for: path, device: status?.device) {
      var failure: FileStoreError?
      let own = root.appending(Self.key(of: path))
      do throws(FileStoreError) {
        let folder = try readFolder(at: own)
        if let folder { folders.append(folder) }
        // An item known by path and number was not moved here.
        if let status, folder?.item.isOf(status) != true {
          folders += try foldersOfMoved(status, in: root, except: own)
        }
      } catch {
        failure = error
      }
      // These directories may never have been used, so a failure is not a loss.
      if let failure, !furtherDirectories.contains(root) { failures.append(failure) }
    }
    return folders
  }

  func folder(at path: FilePath) -> Folder? { (try? readFolder(at: path)) ?? nil }

  /// Nil if the directory does not exist or does not identify its item.
  private func readFolder(at path: FilePath) throws(FileStoreError) -> Folder? {
    do throws(FileStoreError) {
      let bytes = try store.contents(of: FileLocation(path.appending(ItemRecord.name)))
      return ItemRecord(decoding: bytes).map { Folder(path: path, item: $0) }
    } catch  where Self.isAbsence(error.errno) {
      return nil
    }
  }

  private static func isAbsence(_ errno: Errno) -> Bool {
    [.noSuchFileOrDirectory, .notDirectory].contains(errno)
  }

  func foldersOfMoved(
    _ status: FileStatus, in root: FilePath, except own: FilePath
  ) throws(FileStoreError) -> [Folder] {
    var names: [FilePath.Component] = []
    do throws(FileStoreError) {
      names = try store.names(at: FileLocation(root))
    } catch  where Self.isAbsence(error.errno) {
      return []
    }
    return names.sorted { $0.string < $1.string }.compactMap { name -> Folder? in
      guard !Self.isHidden(name), root.appending(name) != own,
        let folder = folder(at: root.appending(name)), folder.item.isOf(status)
      else { return nil }
      // A second name of the item has separate versions.
      let there = try? store.statusIfPresent(of: FileLocation(folder.item.path))
      return (there ?? nil)?.isSameItem(as: status) == true ? nil : folder
    }
  }

  static func isHidden(_ name: FilePath.Component) -> Bool { name.string.hasPrefix(".") }

  /// Moves versions under left paths to it; `status` is nil for a missing item; `device` is the
  /// file system of the contents.
  func makeFolder(
    for path: FilePath, _ status: FileStatus?, device: UInt64, size: Int64
  ) throws(FileStoreError) -> FilePath {
    let root = try makeRoot(for: path, device: device, size: size)
    let own = root.appending(Self.key(of: path))
    for folder in folders(of: path, status) where folder.path != own {
      guard folder.path.removingLastComponent() == root else { continue }
      adopt(folder, as: own)
    }
    guard folder(at: own) == nil else { return own }
    let record = ItemRecord(path: path, status)
    try? sweep(root)
    let (hidden, lock) = try makeHidden(in: root)
    defer { try? store.close(lock) }
    do throws(FileStoreError) {
      try store.writeFile(
        record.encoded, to: FileLocation(hidden.appending(ItemRecord.name)),
        synchronizes: synchronizes)
      if synchronizes { try store.synchronizeTree(at: FileLocation(hidden)) }
      _ = try store.renameExclusively(FileLocation(hidden), to: FileLocation(own), kind: .directory)
    } catch {
      try? store.removeTree(at: FileLocation(hidden))
      // Another process has created it.
      guard folder(at: own) != nil else { throw error }
    }
    try synchronizeNames(of: root)
    return own
  }

  /// Replaces a record in one step.
  func replaceFile(_ bytes: [UInt8], at path: FilePath) throws(FileStoreError) {
    let directory = path.removingLastComponent()
    let (hidden, lock) = try makeHidden(in: directory)
    defer { try? store.close(lock) }
    do throws(FileStoreError) {
      let new = FileLocation(hidden.appending(path.lastComponent ?? VersionRecord.name))
      try store.writeFile(bytes, to: new, synchronizes: synchronizes)
      try store.rename(new, to: FileLocation(path), .replacing)
      try store.removeDirectory(at: FileLocation(hidden))
    } catch {
      try? store.removeTree(at: FileLocation(hidden))
      throw error
    }
    try synchronizeNames(of: directory)
  }

  static let newPrefix = ".new-"

  func makeHidden(
    in directory: FilePath
  ) throws(FileStoreError) -> (path: FilePath, lock: FileDescriptor) {
    let made = try store.makeLockedDirectory {
      let random = String(UInt64.random(in: 0 ... .max), radix: 36)
      return FileLocation(directory.appending(Self.newPrefix + random))
    }
    return (made.location.path, made.lock)
  }

  /// Hidden directories of ended processes: complete contents become a version, because moved
  /// contents have no other copy.
  func sweep(_ directory: FilePath) throws(FileStoreError) {
    for name in try store.names(at: FileLocation(directory)) where Self.isHidden(name) {
      let path = directory.appending(name)
      if name.string.hasPrefix(Self.removedPrefix) {
        try store.removeTree(at: FileLocation(path))
        continue
      }
      guard name.string.hasPrefix(Self.newPrefix) else { continue }
      guard let lock = try? store.openLocked(FileLocation(path), isNew: false) else { continue }
      defer { try? store.close(lock) }
      if let record = record(in: path), contents(in: path) != nil {
        try store.rename(
          FileLocation(path), to: FileLocation(directory.appending(newIdentifier(record.kept))),
          .replacing)
      } else {
        try store.removeTree(at: FileLocation(path))
      }
    }
  }

  func synchronizeNames(of directory: FilePath) throws(FileStoreError) {
    guard synchronizes else { return }
    try store.withOpen(FileLocation(directory), for: .reading) {
      directory throws(FileStoreError) in
      _ = try store.synchronizeNames(in: directory)
    }
  }
}
