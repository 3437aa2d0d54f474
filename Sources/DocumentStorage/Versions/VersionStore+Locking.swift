internal import SystemPackage
internal import UTIPlatform

extension VersionStore {
  /// How often a directory is looked for anew that gets other places while somebody wants to lock it.
  private static let mostMoves = 10

  /// Does something with the directory of a version while nobody else changes or removes it (rule
  /// L17); it is followed to where it has moved with its item.
  ///
  /// - Throws: `FileStoreError` with `EAGAIN` where somebody changes it for longer than anybody waits,
  ///   with `ENOENT` where it is gone, and with `EPERM` where it is another user's, who could not
  ///   read what this one writes.
  func holding<Result>(
    _ version: ItemVersion, _ body: (FilePath) throws(FileStoreError) -> Result
  ) throws(FileStoreError) -> Result {
    guard case .stored(let known) = version.place else {
      throw FileStoreError(.lock, path: version.path, errno: .invalidArgument)
    }
    var directory = known
    var moves = 0
    while true {
      do throws(FileStoreError) {
        let lock = try lockDirectory(directory, .exclusive)
        defer { store.release(lock) }
        guard try store.status(of: FileLocation(directory)).owner == geteuid() else {
          throw FileStoreError(.keepPrivate, path: directory, errno: .notPermitted)
        }
        return try body(directory)
      } catch  where error.errno == .noSuchFileOrDirectory {
        moves += 1
        guard moves < Self.mostMoves, let place = place(of: known), place != directory else {
          throw error
        }
        directory = place
      }
    }
  }

  /// The version where it is now: keeping another one may have given all of them the place that their
  /// item has moved to.
  package func located(_ version: ItemVersion) -> ItemVersion {
    guard case .stored(let known) = version.place,
      (try? store.statusIfPresent(of: FileLocation(known))) == .some(nil),
      let directory = place(of: known), let name = version.path.lastComponent
    else { return version }
    return version.moved(to: directory, name)
  }

  /// Where the directory of a version is now; nil where it is nowhere.
  private func place(of directory: FilePath) -> FilePath? {
    guard let name = directory.lastComponent else { return nil }
    let root = directory.removingLastComponent().removingLastComponent()
    let folders = (try? store.names(at: FileLocation(root))) ?? []
    return folders.lazy.filter { !Self.isHidden($0) }
      .map { root.appending($0).appending(name) }
      .first { (try? store.status(of: FileLocation($0))) != nil }
  }

  /// The directory for the versions of an item as ``makeFolder(for:_:device:size:)`` makes it, and a
  /// lock that keeps it in its place.
  ///
  /// - Returns: no lock where somebody does not give it back: a version that is added all the same
  ///   is at the old place of its item in the worst case, and lost nowhere.
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

  /// Waits for the lock of a directory of the store.
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
