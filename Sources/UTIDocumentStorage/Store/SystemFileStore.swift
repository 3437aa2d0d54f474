internal import CUTISystemCalls
package import SystemPackage
package import UTIPlatform

/// The file systems of the machine.
///
/// Each operation is the system call of its name, repeated if a signal interrupts it.
package struct SystemFileStore: FileStore {
  /// Creates the store; all values are equal.
  package init() {}

  package static let currentDirectory = AT_FDCWD

  /// Repeats a call that a signal interrupts; throws an error for `path` if it returns -1.
  @discardableResult
  package static func call<Result: FixedWidthInteger>(
    _ operation: FileStoreError.Operation, _ path: @autoclosure () -> FilePath,
    _ body: () -> Result
  ) throws(FileStoreError) -> Result {
    while true {
      let result = body()
      if result != -1 { return result }
      let number = errno
      if number == EINTR { continue }
      throw FileStoreError(operation, path: path(), errno: Errno(rawValue: number))
    }
  }

  /// Returns the path of an open file for messages, if the system knows it.
  package static func path(of file: FileDescriptor) -> FilePath { FilePath(of: file) }

  /// Returns the path of a location for messages.
  package static func path(of location: FileLocation) -> FilePath {
    guard let directory = location.directory, location.path.isRelative else {
      return location.path
    }
    return path(of: directory).pushing(location.path)
  }

  /// Returns the destination of a symbolic link.
  package func destinationOfSymbolicLink(
    at location: FileLocation
  ) throws(FileStoreError) -> FilePath {
    guard let path = location.withPlatformPath({ FilePath(destinationOf: $1, in: $0) }) else {
      let number = errno
      throw FileStoreError(
        .readSymbolicLink, path: Self.path(of: location), errno: Errno(rawValue: number))
    }
    return path
  }
}

extension FileLocation {
  /// Calls a function with the arguments of the `*at` system calls.
  package func withPlatformPath<Result>(_ body: (Int32, UnsafePointer<CChar>) -> Result) -> Result {
    path.withPlatformString {
      body(directory?.rawValue ?? SystemFileStore.currentDirectory, $0)
    }
  }
}

extension SystemFileStore {
  /// Changes the permissions with fchmod(2).
  package func setPermissions(
    _ permissions: FilePermissions, of file: FileDescriptor
  ) throws(FileStoreError) {
    try Self.call(.setPermissions, Self.path(of: file)) {
      fchmod(file.rawValue, permissions.rawValue)
    }
  }

  /// Changes the owner and the group with fchown(2).
  package func setOwner(
    _ owner: UInt32?, group: UInt32?, of file: FileDescriptor
  ) throws(FileStoreError) {
    // The value -1 leaves an owner unchanged, here in an unsigned type.
    try Self.call(.setOwner, Self.path(of: file)) {
      fchown(file.rawValue, owner ?? .max, group ?? .max)
    }
  }

  /// Changes the modification time with futimens(3).
  package func setModificationTime(
    _ time: FileTime, of file: FileDescriptor
  ) throws(FileStoreError) {
    let times = [
      timespec(tv_sec: 0, tv_nsec: UTI_UTIME_OMIT),
      timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds)),
    ]
    try Self.call(.setTimes, Self.path(of: file)) { futimens(file.rawValue, times) }
  }

  /// Returns the names of the extended attributes with flistxattr(2); empty if the file system has
  /// none.
  package func extendedAttributeNames(of file: FileDescriptor) throws(FileStoreError) -> [String] {
    do {
      let bytes = try Self.growingBuffer(.readAttribute, file) {
        uti_flistxattr(file.rawValue, $0?.assumingMemoryBound(to: CChar.self), $1)
      }
      return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    } catch  where error.errno == .notSupported {
      return []
    }
  }

  /// Returns the value of an extended attribute with fgetxattr(2).
  package func extendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError) -> [UInt8] {
    try Self.growingBuffer(.readAttribute, file) { uti_fgetxattr(file.rawValue, name, $0, $1) }
  }

  /// Sets an extended attribute with fsetxattr(2).
  package func setExtendedAttribute(
    _ name: String, to value: [UInt8], of file: FileDescriptor
  ) throws(FileStoreError) {
    try Self.call(.writeAttribute, Self.path(of: file)) {
      uti_fsetxattr(file.rawValue, name, value, value.count)
    }
  }

  /// Removes an extended attribute with fremovexattr(2).
  package func removeExtendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError) {
    try Self.call(.writeAttribute, Self.path(of: file)) {
      uti_fremovexattr(file.rawValue, name)
    }
  }

  /// Reads the size, then the bytes, and repeats this if they have grown in between.
  private static func growingBuffer(
    _ operation: FileStoreError.Operation, _ file: FileDescriptor,
    _ body: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(FileStoreError) -> [UInt8] {
    var bytes: [UInt8]?
    while bytes == nil {
      let size = try call(operation, path(of: file)) { body(nil, 0) }
      bytes = try filled([UInt8](repeating: 0, count: size), operation, file, body)
    }
    return bytes ?? []
  }

  /// Nil if the bytes no longer fit.
  private static func filled(
    _ buffer: [UInt8], _ operation: FileStoreError.Operation, _ file: FileDescriptor,
    _ body: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(FileStoreError) -> [UInt8]? {
    guard !buffer.isEmpty else { return buffer }
    var bytes = buffer
    do throws(FileStoreError) {
      let count = try call(operation, path(of: file)) {
        bytes.withUnsafeMutableBytes { body($0.baseAddress, $0.count) }
      }
      return Array(bytes.prefix(count))
    } catch  where error.errno == .outOfRange {
      return nil
    }
  }

  /// Creates an empty directory with mkdirat(2).
  package func createDirectory(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) {
    try Self.call(.createDirectory, Self.path(of: location)) {
      location.withPlatformPath { mkdirat($0, $1, permissions.rawValue) }
    }
  }

  /// Creates a symbolic link with symlinkat(2).
  package func createSymbolicLink(
    at location: FileLocation, to destination: FilePath
  ) throws(FileStoreError) {
    try Self.call(.createSymbolicLink, Self.path(of: location)) {
      destination.withPlatformString { destination in
        location.withPlatformPath { symlinkat(destination, $0, $1) }
      }
    }
  }

  /// Gives an item another name with linkat(2).
  package func link(_ location: FileLocation, to newLocation: FileLocation) throws(FileStoreError) {
    try Self.call(.link, Self.path(of: location)) {
      location.withPlatformPath { directory, path in
        newLocation.withPlatformPath { linkat(directory, path, $0, $1, 0) }
      }
    }
  }

  /// Renames an item with renameat2(2), or with renameat(2) for replacement.
  ///
  /// Every file system supports renameat(2).
  package func rename(
    _ location: FileLocation, to newLocation: FileLocation, _ mode: RenameMode
  ) throws(FileStoreError) {
    try Self.call(.rename, Self.path(of: location)) {
      location.withPlatformPath { directory, path in
        newLocation.withPlatformPath { newDirectory, newPath in
          switch mode {
          case .replacing:
            renameat(directory, path, newDirectory, newPath)
          case .exclusively:
            uti_renameat2(directory, path, newDirectory, newPath, UTI_RENAME_NOREPLACE)
          case .exchanging:
            uti_renameat2(directory, path, newDirectory, newPath, UTI_RENAME_EXCHANGE)
          }
        }
      }
    }
  }

  /// Removes the name of an item that is not a directory with unlinkat(2).
  package func removeFile(at location: FileLocation) throws(FileStoreError) {
    try Self.call(.remove, Self.path(of: location)) {
      location.withPlatformPath { unlinkat($0, $1, 0) }
    }
  }

  /// Removes an empty directory with unlinkat(2).
  package func removeDirectory(at location: FileLocation) throws(FileStoreError) {
    try Self.call(.remove, Self.path(of: location)) {
      location.withPlatformPath { unlinkat($0, $1, AT_REMOVEDIR) }
    }
  }

  /// Reads the status of an item with statx(2).
  package func status(of location: FileLocation) throws(FileStoreError) -> FileStatus {
    do throws(Errno) {
      return try location.withPlatformPath { directory, path in
        Result { () throws(Errno) in
          try FileStatus(of: path, in: directory, followsLinks: false)
        }
      }.get()
    } catch {
      throw FileStoreError(.readStatus, path: Self.path(of: location), errno: error)
    }
  }

  /// Reads the status of an open file or directory with statx(2).
  package func status(of file: FileDescriptor) throws(FileStoreError) -> FileStatus {
    do throws(Errno) {
      return try FileStatus(of: file)
    } catch {
      throw FileStoreError(.readStatus, path: Self.path(of: file), errno: error)
    }
  }

  /// Checks with faccessat(2) whether the effective user may change the contents.
  package func checkWriteAccess(to location: FileLocation) throws(FileStoreError) {
    try Self.call(.checkAccess, Self.path(of: location)) {
      location.withPlatformPath { faccessat($0, $1, W_OK, AT_EACCESS) }
    }
  }

  /// Returns the names in an open directory with readdir(3), on a separate descriptor.
  package func names(in directory: FileDescriptor) throws(FileStoreError) -> [FilePath.Component] {
    try names(in: directory, beginningWith: "")
  }

  /// Returns the items in an open directory with readdir(3), on a separate descriptor.
  package func items(in directory: FileDescriptor) throws(FileStoreError) -> [ListedItem] {
    do throws(Errno) {
      var entries = try DirectoryEntries(directory.rawValue)
      var items: [ListedItem] = []
      while let entry = try entries.next() {
        guard let name = FilePath.Component(platformString: entry.platformString) else { continue }
        items.append(ListedItem(name: name, inode: entry.inode, kind: entry.kind))
      }
      return items
    } catch {
      throw FileStoreError(.list, path: Self.path(of: directory), errno: error)
    }
  }

  /// Returns the names that begin with a text, with readdir(3).
  ///
  /// Each open of a document searches for names that few directories have, so other names are
  /// skipped before components are created.
  package func names(
    in directory: FileDescriptor, beginningWith prefix: String
  ) throws(FileStoreError) -> [FilePath.Component] {
    do throws(Errno) {
      var entries = try DirectoryEntries(directory.rawValue)
      return try entries.names(beginningWith: prefix)
    } catch {
      throw FileStoreError(.list, path: Self.path(of: directory), errno: error)
    }
  }
}

/// An entry of a directory, as its listing reports it.
///
/// A listing costs a few system calls for a directory, and a status costs one for each item. The
/// inode number and the kind are hints: a mount point reports the item below the mount, and some
/// file systems report other numbers in the status of an item.
package struct ListedItem: Hashable, Sendable {
  /// The name of the item.
  package var name: FilePath.Component
  /// The inode number of the item; nil if the listing does not contain it.
  package var inode: UInt64?
  /// The kind of the item; nil if the listing does not contain it.
  package var kind: FileKind?

  /// Creates an item, for stores that a program implements.
  ///
  /// - Parameters:
  ///   - name: the name of the item.
  ///   - inode: the inode number of the item; nil if it is not known.
  ///   - kind: the kind of the item; nil if it is not known.
  package init(name: FilePath.Component, inode: UInt64?, kind: FileKind?) {
    self.name = name
    self.inode = inode
    self.kind = kind
  }
}

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
