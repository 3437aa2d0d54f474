internal import CUTISystemCalls
internal import SystemPackage
internal import UTIPlatform

/// Locks on the numbers of items, for all processes of a user on this machine.
///
/// One file of the user has a byte for each number, so nothing must be created or cleaned up, and
/// the system releases the locks of a process that dies. These locks are for items with a separate
/// lock for each of their names, such as hard links in user-space file systems, and for items
/// without locks.
package enum InodeLockFile {
  /// Tries to lock an item; closing the descriptor releases the lock.
  ///
  /// - Returns: nil if the user has no private directory.
  /// - Throws: `FileStoreError` with `EAGAIN` if another process holds the lock.
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
