internal import SystemPackage
internal import UTIPlatform

extension VersionStore {
  /// The directory that holds the versions of one item.
  struct Folder {
    let path: FilePath
    let item: ItemRecord
  }

  /// The directories with versions of an item: that of its place, and those of places that it has
  /// left.
  ///
  /// - Complexity: one reading for every item of which versions are kept, while none are known for
  ///   the place.
  func folders(of path: FilePath, _ status: FileStatus?) -> [Folder] {
    var failures: [FileStoreError] = []
    return folders(of: path, status, &failures)
  }

  /// The same.
  ///
  /// - Parameter failures: is given what could not be looked at, although versions may be there.
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
        // Whoever is known by place and number has not come from elsewhere.
        if let status, folder?.item.isOf(status) != true {
          folders += try foldersOfMoved(status, in: root, except: own)
        }
      } catch {
        failure = error
      }
      // Nobody says that versions went to one of the others.
      if let failure, !furtherDirectories.contains(root) { failures.append(failure) }
    }
    return folders
  }

  func folder(at path: FilePath) -> Folder? { (try? readFolder(at: path)) ?? nil }

  /// - Returns: nil where there is none, or what it says of its item is nothing.
  private func readFolder(at path: FilePath) throws(FileStoreError) -> Folder? {
    do throws(FileStoreError) {
      let bytes = try store.contents(of: FileLocation(path.appending(ItemRecord.name)))
      return ItemRecord(decoding: bytes).map { Folder(path: path, item: $0) }
    } catch  where Self.isAbsence(error.errno) {
      return nil
    }
  }

  /// Whether an error number says that nothing is there.
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
      // A second name of the item has versions of its own.
      let there = try? store.statusIfPresent(of: FileLocation(folder.item.path))
      return (there ?? nil)?.isSameItem(as: status) == true ? nil : folder
    }
  }

  static func isHidden(_ name: FilePath.Component) -> Bool { name.string.hasPrefix(".") }

  /// The directory for the versions of an item, which it is given where it has none; versions that
  /// are known under places that the item has left come with it.
  ///
  /// - Parameters:
  ///   - status: that of the item; nil where there is none.
  ///   - device: the file system that the contents are on.
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
      _ = try store.renameExclusively(
        FileLocation(hidden), to: FileLocation(own), kind: .directory)
    } catch {
      try? store.removeTree(at: FileLocation(hidden))
      // Another process has made it.
      guard folder(at: own) != nil else { throw error }
    }
    try synchronizeNames(of: root)
    return own
  }

  /// Replaces a note in one step.
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

  private static let newPrefix = ".new-"

  static func hiddenName() -> FilePath.Component {
    .known(newPrefix + String(UInt64.random(in: 0 ... .max), radix: 36))
  }

  /// Makes a directory that nobody looks into, and locks it: the lock says that its owner lives.
  ///
  /// Between both somebody who sweeps may take it for one whose owner has died; then another is
  /// made.
  func makeHidden(
    in directory: FilePath
  ) throws(FileStoreError) -> (path: FilePath, lock: FileDescriptor) {
    var made: (path: FilePath, lock: FileDescriptor)?
    var attempts = 0
    while made == nil {
      attempts += 1
      let path = directory.appending(Self.hiddenName())
      try store.createDirectory(at: FileLocation(path), permissions: .ownerReadWriteExecute)
      do throws(FileStoreError) {
        made = try openLocked(path).map { (path, $0) }
      } catch {
        try? store.removeTree(at: FileLocation(path))
        guard error.errno == .noSuchFileOrDirectory, attempts < 100 else { throw error }
      }
    }
    guard let made else { preconditionFailure("the loop ends with a directory or an error") }
    return made
  }

  /// - Returns: nil where somebody has swept it.
  private func openLocked(_ path: FilePath) throws(FileStoreError) -> FileDescriptor? {
    let lock = try store.open(FileLocation(path), for: .reading)
    do throws(FileStoreError) {
      // Where the file system has no locks, nobody sweeps either.
      if (try? store.lock(lock, .exclusive)) != false,
        let now = try store.statusIfPresent(of: FileLocation(path)),
        try now.isSameItem(as: store.status(of: lock))
      {
        return lock
      }
    } catch {
      try? store.close(lock)
      throw error
    }
    try? store.close(lock)
    return nil
  }

  /// Finishes or removes what processes that have died left under hidden names.
  ///
  /// A version whose contents are complete becomes one: those that were moved are nowhere else.
  func sweep(_ directory: FilePath) throws(FileStoreError) {
    for name in try store.names(at: FileLocation(directory)) where Self.isHidden(name) {
      let path = directory.appending(name)
      if name.string.hasPrefix(Self.removedPrefix) {
        try store.removeTree(at: FileLocation(path))
        continue
      }
      guard name.string.hasPrefix(Self.newPrefix) else { continue }
      guard let lock = try? store.open(FileLocation(path), for: .reading) else { continue }
      defer { try? store.close(lock) }
      guard (try? store.lock(lock, .exclusive)) == true else { continue }
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
