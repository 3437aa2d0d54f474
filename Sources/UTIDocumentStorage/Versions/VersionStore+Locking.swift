internal import SystemPackage
internal import UTIPlatform

extension VersionStore {
  /// The greatest number of searches for a directory that moves during an attempt to lock it.
  private static let mostMoves = 10

  /// Holds an exclusive lock (rule L17), and finds a moved directory.
  ///
  /// - Throws: `EAGAIN` if another process holds the lock for too long, `ENOENT` for a missing
  ///   directory, and `EPERM` for another user's, who could not read new files of this one.
  func holding<Result>(
    _ version: ItemVersion, _ body: (FilePath) throws(FileStoreError) -> Result
  ) throws(FileStoreError) -> Result {
    guard case .stored(let known) = version.place else {
      throw FileStoreError(.lock, path: version.path, errno: .invalidArgument)
    }
    var directory = known
    while true {
      do throws(FileStoreError) {
        let lock = try lockDirectory(directory, .exclusive)
        defer { store.release(lock) }
        guard try store.status(of: FileLocation(directory)).owner == geteuid() else {
          throw FileStoreError(.keepPrivate, path: directory, errno: .notPermitted)
        }
        return try body(directory)
      } catch  where error.errno == .noSuchFileOrDirectory {
        guard let place = place(of: known), place != directory else { throw error }
        directory = place
      }
    }
  }

  /// Adding another version may have moved all of them to the directory for the item's new path.
  package func located(_ version: ItemVersion) -> ItemVersion {
    guard case .stored(let known) = version.place,
      (try? store.statusIfPresent(of: FileLocation(known))) == .some(nil),
      let directory = place(of: known), let name = version.path.lastComponent
    else { return version }
    return version.moved(to: directory, name)
  }

  /// Nil if the directory no longer exists.
  private func place(of directory: FilePath) -> FilePath? {
    guard let name = directory.lastComponent else { return nil }
    let root = directory.removingLastComponent().removingLastComponent()
    let folders = (try? store.names(at: FileLocation(root))) ?? []
    return folders.lazy.filter { !Self.isHidden($0) }
      .map { root.appending($0).appending(name) }
      .first { (try? store.status(of: FileLocation($0))) != nil }
  }

  /// The lock prevents a move; without it, if another process does not release it, the added
  /// version is at worst in the directory for the old path of its item, but never lost.
  func makeLockedFolder(
    for path: FilePath, _ status: FileStatus?, device: UInt64, size: Int64,
    _ mode: FileLockMode = .shared
  ) throws(FileStoreError) -> (path: FilePath, lock: ItemLock?) {
    var moves = 0
    while true {
      let folder = try makeFolder(for: path, status, device: device, size: size)
      do throws(FileStoreError) {
        return (folder, try lockDirectory(folder, mode))
      } catch  where error.errno == .noSuchFileOrDirectory && moves < Self.mostMoves {
        moves += 1
      } catch  where error.errno == .wouldBlock {
        return (folder, nil)
      }
    }
  }

  func lockDirectory(
    _ directory: FilePath, _ mode: FileLockMode
  ) throws(FileStoreError) -> ItemLock {
    let location = FileLocation(directory)
    if let lock = try store.lockItem(at: location, mode, patience: patience) { return lock }
    let isThere = try store.statusIfPresent(of: location) != nil
    throw FileStoreError(
      .lock, path: directory, errno: isThere ? .permissionDenied : .noSuchFileOrDirectory)
  }
}
