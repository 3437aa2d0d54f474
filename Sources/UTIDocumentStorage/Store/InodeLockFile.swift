internal import CUTISystemCalls
package import SystemPackage
internal import UTIPlatform

/// Locks on the numbers of items, by a byte of one file for all processes of a user on the machine:
/// the system releases them when a process dies.
///
/// For items without locks, or with a lock for each name, such as hard links in user-space file
/// systems.
package enum InodeLockFile {
  /// Closing the descriptor releases the lock; nil if the user has no private directory; throws
  /// `EAGAIN` if another process holds the lock.
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
    for place in places where place.prepare() {
      let file = Place.openFile(in: place.path)
      if file >= 0 { return FileDescriptor(rawValue: file) }
    }
    return nil
  }
}

extension InodeLockFile {
  /// A candidate directory for the lock file.
  package struct Place: Sendable {
    /// Nil for a directory shared by all users.
    package let base: FilePath?
    package let path: FilePath

    package init(base: FilePath?, path: FilePath) {
      self.base = base
      self.path = path
    }

    /// Creates the directory; false if other users can enter or exchange it or its base.
    package func prepare() -> Bool {
      if let base, !Self.isPrivate(base) { return false }
      let isThere = path.withPlatformString { mkdir($0, 0o700) } == 0 || errno == EEXIST
      return isThere && Self.isPrivate(path)
    }

    /// A symbolic link to a private directory does not count.
    private static func isPrivate(_ path: FilePath) -> Bool {
      guard let status = FileStatus.present(at: path, followsLinks: false) else { return false }
      return status.kind == .directory && status.permissions == .ownerReadWriteExecute
        && status.owner == geteuid() && (try? SystemFileStore().isPrivate(path)) == true
    }

    /// Two descriptors exclude each other, also within a process; a negative result has its reason
    /// in `errno`.
    package static func openFile(in directory: FilePath) -> CInt {
      directory.appending("locks").withPlatformString {
        open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      }
    }
  }

  /// Ordered by preference; none is in a home directory, which may be on a network file system.
  package static var places: [Place] {
    let user = geteuid()
    let sessions = [UserDirectory.runtime, FilePath("/run/user/\(user)")].compactMap(\.self)
    return sessions.map { Place(base: $0, path: $0.appending("uniform-types")) }
      + [Place(base: nil, path: FilePath("/tmp/uniform-types-\(user)"))]
  }

  /// The first of four bytes; if two hashes share bytes, a process waits without need, with no
  /// other effect.
  package static func offset(of hash: StableHash) -> Int64 {
    Int64((hash.value & 0x0FFF_FFFF_FFFF_FFFF) << 2)
  }
}
