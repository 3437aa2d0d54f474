internal import CSystemCalls
internal import Glibc
internal import SystemPackage
internal import TypeGraph

/// Locks on the numbers of items, for all processes of a user on this machine.
///
/// One file of the user's has a byte for every number, so that there is nothing to make and nothing
/// to clean up, and the system drops what a process held that has died. They are for items that have
/// a lock of their own under each of their names, as hard links in user-space file systems do, or
/// none at all.
enum UserLocks {
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

  /// The byte of an item; when two share one, somebody waits in vain, and that is all.
  ///
  /// Each number has four, the others being free for who reads and for directories that move.
  private static func offset(of status: FileStatus) -> Int64 {
    var hash = StableHash()
    hash.combine(status.device)
    hash.combine(status.inode)
    return Int64((hash.value & 0x0FFF_FFFF_FFFF_FFFF) << 2)
  }

  private static func openFile() -> FileDescriptor? {
    let store = SystemFileStore()
    for directory in directories {
      let isThere = mkdir(directory.string, 0o700) == 0 || errno == EEXIST
      guard isThere, (try? store.isPrivate(directory)) == true else { continue }
      let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
      let file = open(directory.appending("locks").string, flags, 0o600)
      if file >= 0 { return FileDescriptor(rawValue: file) }
    }
    return nil
  }

  /// Where the locks may be, the best first: never in a home, which may lie on another machine.
  private static var directories: [FilePath] {
    let user = geteuid()
    return [UserDirectory.runtime, FilePath("/run/user/\(user)")].compactMap {
      $0?.appending("uniform-types")
    } + [FilePath("/tmp/uniform-types-\(user)")]
  }
}
