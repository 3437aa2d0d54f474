internal import CSystemCalls
internal import SystemPackage
internal import UTIPlatform

/// Locks on the numbers of items, for all processes of a user on this machine.
///
/// One file of the user's has a byte for every number, so that there is nothing to make and nothing
/// to clean up, and the system drops what a process held that has died. They are for items that have
/// a lock of their own under each of their names, as hard links in user-space file systems do, or
/// none at all.
package enum UserLocks {
  /// Tries to lock an item; closing the descriptor gives the lock back.
  ///
  /// - Returns: nil where the user has no place that others cannot reach into.
  /// - Throws: `FileStoreError` with `EAGAIN` where somebody else holds the lock.
  static func lock(
    _ status: FileStatus, _ mode: FileLockMode
  ) throws(FileStoreError) -> FileDescriptor? {
    guard let file = openFile() else { return nil }
    do throws(FileStoreError) {
      try SystemFileStore.call(.lock, SystemFileStore.path(of: file)) {
        uti_lock_byte(file.rawValue, offset(of: status), mode == .exclusive ? 1 : 0)
      }
      return file
    } catch {
      _ = close(file.rawValue)
      guard error.errno == .wouldBlock || error.errno == .permissionDenied else { return nil }
      throw FileStoreError(.lock, path: error.path, errno: .wouldBlock)
    }
  }

  private static func offset(of status: FileStatus) -> Int64 {
    var hash = StableHash()
    hash.combine(status.device)
    hash.combine(status.inode)
    return offset(of: hash)
  }

  private static func openFile() -> FileDescriptor? {
    let store = SystemFileStore()
    for place in places where place.make() && (try? store.isPrivate(place.path)) == true {
      let file = Place.openFile(in: place.path)
      if file >= 0 { return FileDescriptor(rawValue: file) }
    }
    return nil
  }
}
