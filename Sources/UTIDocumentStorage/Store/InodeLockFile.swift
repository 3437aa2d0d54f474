internal import CUTISystemCalls
package import SystemPackage
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

extension InodeLockFile {
  /// A candidate directory for the lock file.
  package struct Place: Sendable {
    /// The session directory of the user that contains it; nil for a directory shared by all users.
    package let base: FilePath?
    /// The directory.
    package let path: FilePath

    package init(base: FilePath?, path: FilePath) {
      self.base = base
      self.path = path
    }

    /// Creates the directory for the user if it does not exist, and returns whether it exists then.
    package func make() -> Bool {
      path.withPlatformString { mkdir($0, 0o700) } == 0 || errno == EEXIST
    }

    /// Opens the lock file on a new descriptor.
    ///
    /// Two descriptors exclude each other, also within a process.
    ///
    /// - Returns: a negative number if the file cannot be opened; `errno` then has the reason.
    package static func openFile(in directory: FilePath) -> CInt {
      directory.appending("locks").withPlatformString {
        open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      }
    }
  }

  /// The candidate directories in order of preference.
  ///
  /// None is in a home directory, which may be on a network file system.
  package static var places: [Place] {
    let user = geteuid()
    let sessions = [UserDirectory.runtime, FilePath("/run/user/\(user)")].compactMap(\.self)
    return sessions.map { Place(base: $0, path: $0.appending("uniform-types")) }
      + [Place(base: nil, path: FilePath("/tmp/uniform-types-\(user)"))]
  }

  /// Returns the offset of the first of the four bytes that represent a hash.
  ///
  /// If two hashes share bytes, a process waits without need, with no other effect.
  package static func offset(of hash: StableHash) -> Int64 {
    Int64((hash.value & 0x0FFF_FFFF_FFFF_FFFF) << 2)
  }
}
