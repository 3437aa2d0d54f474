internal import CUTISystemCalls
package import SystemPackage
internal import UTIPlatform

extension SystemFileStore {
  /// Opens an existing item with openat(2).
  ///
  /// A named pipe without a writer opens at once, and a terminal never becomes the controlling
  /// terminal.
  package func open(
    _ location: FileLocation, for access: FileAccess
  ) throws(FileStoreError) -> FileDescriptor {
    let always = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let flags =
      switch access {
      case .reading: always | O_RDONLY
      case .writing: always | O_RDWR
      case .naming: O_NOFOLLOW | O_CLOEXEC | UTI_O_PATH
      }
    let descriptor = try Self.call(.open, Self.path(of: location)) {
      location.withPlatformPath { openat($0, $1, flags) }
    }
    return FileDescriptor(rawValue: descriptor)
  }

  /// Creates a file with openat(2), `O_CREAT` and `O_EXCL`.
  package func createFile(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = try Self.call(.createFile, Self.path(of: location)) {
      location.withPlatformPath { openat($0, $1, flags, permissions.rawValue) }
    }
    return FileDescriptor(rawValue: descriptor)
  }

  /// Creates an unnamed file with openat(2) and `O_TMPFILE`.
  package func createUnnamedFile(
    in directory: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor {
    let path = directory.path.isEmpty ? "." : directory.path
    let place = directory.directory.map { FileLocation(path, in: $0) } ?? FileLocation(path)
    let descriptor = try Self.call(.createUnnamedFile, Self.path(of: directory)) {
      place.withPlatformPath {
        openat($0, $1, O_RDWR | O_CLOEXEC | UTI_O_TMPFILE, permissions.rawValue)
      }
    }
    return FileDescriptor(rawValue: descriptor)
  }

  /// Names an unnamed file with linkat(2) through `/proc`, which needs no privilege.
  package func linkUnnamedFile(
    _ file: FileDescriptor, to location: FileLocation
  ) throws(FileStoreError) {
    try Self.call(.link, Self.path(of: location)) {
      location.withPlatformPath {
        linkat(AT_FDCWD, "/proc/self/fd/\(file.rawValue)", $0, $1, AT_SYMLINK_FOLLOW)
      }
    }
  }

  /// Closes a file with one close(2); on Linux an interrupted call also closes the descriptor.
  package func close(_ file: FileDescriptor) throws(FileStoreError) {
    guard UTIPlatform.close(file.rawValue) != 0, errno != EINTR else { return }
    let number = errno
    throw FileStoreError(
      .close, path: FilePath("/proc/self/fd/\(file.rawValue)"), errno: Errno(rawValue: number))
  }

  /// Reads bytes with pread(2).
  package func read(
    from file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileStoreError) -> Int {
    try Self.call(.read, Self.path(of: file)) {
      pread(file.rawValue, buffer.baseAddress, min(buffer.count, Self.mostAtOnce), Int(offset))
    }
  }

  /// Writes bytes with pwrite(2).
  package func write(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int64
  ) throws(FileStoreError) -> Int {
    try Self.call(.write, Self.path(of: file)) {
      pwrite(file.rawValue, bytes.baseAddress, min(bytes.count, Self.mostAtOnce), Int(offset))
    }
  }

  /// Linux transfers at most 0x7ffff000 bytes, and less keeps calls interruptible.
  private static let mostAtOnce = 1 << 30

  /// Changes the size of a file with ftruncate(2).
  package func truncate(_ file: FileDescriptor, to size: Int64) throws(FileStoreError) {
    try Self.call(.truncate, Self.path(of: file)) { ftruncate(file.rawValue, Int(size)) }
  }

  /// Reserves space with fallocate(2).
  package func reserve(_ size: Int64, for file: FileDescriptor) throws(FileStoreError) {
    try Self.call(.reserve, Self.path(of: file)) { uti_reserve(file.rawValue, size) }
  }

  /// Shares the blocks of another file with ioctl(FICLONE).
  package func clone(
    _ source: FileDescriptor, to destination: FileDescriptor
  ) throws(FileStoreError) {
    try Self.call(.clone, Self.path(of: source)) {
      uti_clone(destination.rawValue, source.rawValue)
    }
  }

  /// Copies within the kernel with copy_file_range(2).
  package func copyRange(
    of source: FileDescriptor, to destination: FileDescriptor, at offset: Int64, count: Int
  ) throws(FileStoreError) -> Int {
    try Self.call(.clone, Self.path(of: source)) {
      uti_copy_range(source.rawValue, destination.rawValue, offset, count)
    }
  }

  /// Flushes to disk with fsync(2).
  package func synchronize(_ file: FileDescriptor) throws(FileStoreError) {
    try Self.call(.synchronize, Self.path(of: file)) { fsync(file.rawValue) }
  }

  /// Locks with flock(2), which also works on directories.
  package func lock(_ file: FileDescriptor, _ mode: FileLockMode) throws(FileStoreError) -> Bool {
    let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    do {
      try Self.call(.lock, Self.path(of: file)) { flock(file.rawValue, operation) }
      return true
    } catch  where error.errno == .wouldBlock {
      return false
    }
  }

  /// Unlocks with flock(2), which also releases the lock of inherited copies in other processes.
  package func unlock(_ file: FileDescriptor) throws(FileStoreError) {
    try Self.call(.lock, Self.path(of: file)) { flock(file.rawValue, LOCK_UN) }
  }

  /// Requests a lease, which the system grants only if no process can write the file.
  ///
  /// Network file systems also refuse leases for other reasons, with the same error.
  package func hasWriter(_ file: FileDescriptor) -> Bool? {
    switch uti_has_writer(file.rawValue) {
    case 0: false
    case 1: FileSystemKind(of: file).isOfOtherMachines ? nil : true
    default: nil
    }
  }
}
