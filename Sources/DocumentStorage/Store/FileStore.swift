public import SystemPackage
public import UTIPlatform

/// Every change to a file system that saving makes, and the reading that it takes to decide on it.
///
/// Saving goes through this protocol alone, so that a test can record every step, fail any of
/// them, and rebuild what a disk may hold after a crash. ``SystemFileStore`` is the one that works.
///
/// Each operation is one system call. All throw ``FileStoreError`` with the error number of that
/// call; where nothing else is said, nothing has changed then. No operation follows a symbolic link
/// in the last component of a location, and none reports `EINTR`: an interrupted call is repeated.
public protocol FileStore: Sendable {
  // MARK: Names

  /// The status of an item.
  func status(of location: FileLocation) throws(FileStoreError) -> FileStatus

  /// Where a symbolic link leads.
  func destinationOfSymbolicLink(at location: FileLocation) throws(FileStoreError) -> FilePath

  /// Asks whether the process may change the contents of an item, and throws where it may not.
  func checkWriteAccess(to location: FileLocation) throws(FileStoreError)

  /// Makes an empty directory. `permissions` pass through the mask of the process.
  func createDirectory(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError)

  /// Makes a symbolic link.
  func createSymbolicLink(
    at location: FileLocation, to destination: FilePath
  ) throws(FileStoreError)

  /// Gives an item another name, which must be free.
  func link(_ location: FileLocation, to newLocation: FileLocation) throws(FileStoreError)

  /// Renames an item. `EINVAL` or `ENOSYS` where the file system lacks the mode.
  func rename(
    _ location: FileLocation, to newLocation: FileLocation, _ mode: RenameMode
  ) throws(FileStoreError)

  /// Removes the name of an item that is no directory.
  func removeFile(at location: FileLocation) throws(FileStoreError)

  /// Removes an empty directory.
  func removeDirectory(at location: FileLocation) throws(FileStoreError)

  // MARK: Open files

  /// Opens an item that exists, without waiting for another process and without handing it to
  /// child processes.
  func open(_ location: FileLocation, for access: FileAccess) throws(FileStoreError)
    -> FileDescriptor

  /// Makes a file, whose name must be free, and opens it for reading and writing.
  /// `permissions` pass through the mask of the process.
  func createFile(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor

  /// Makes a file without a name on the file system of a directory and opens it for reading and
  /// writing; it vanishes with its descriptor unless ``linkUnnamedFile(_:to:)`` names it.
  func createUnnamedFile(
    in directory: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor

  /// Gives a file without a name one, which must be free.
  func linkUnnamedFile(
    _ file: FileDescriptor, to location: FileLocation
  ) throws(FileStoreError)

  /// Closes a file. The descriptor is gone even where an error is thrown.
  func close(_ file: FileDescriptor) throws(FileStoreError)

  /// The status of an open file or directory.
  func status(of file: FileDescriptor) throws(FileStoreError) -> FileStatus

  /// The names in an open directory, `.` and `..` left out, in no order.
  func names(in directory: FileDescriptor) throws(FileStoreError) -> [FilePath.Component]

  /// The names in an open directory that begin with a text, in no order.
  func names(
    in directory: FileDescriptor, beginningWith prefix: String
  ) throws(FileStoreError) -> [FilePath.Component]

  /// The items of an open directory, `.` and `..` left out, in no order.
  func items(in directory: FileDescriptor) throws(FileStoreError) -> [ListedItem]

  // MARK: Contents

  /// Reads bytes, possibly fewer than fit; 0 at the end of the file.
  func read(
    from file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileStoreError) -> Int

  /// Writes bytes, possibly fewer than given, at least one.
  func write(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int64
  ) throws(FileStoreError) -> Int

  /// Cuts a file or fills it up with zeros.
  func truncate(_ file: FileDescriptor, to size: Int64) throws(FileStoreError)

  /// Reserves space behind the end of a file without changing its size.
  func reserve(_ size: Int64, for file: FileDescriptor) throws(FileStoreError)

  /// Lets an empty file share the blocks of another.
  func clone(
    _ source: FileDescriptor, to destination: FileDescriptor
  ) throws(FileStoreError)

  /// Copies bytes of a file to the same place in another within the system, which shares blocks where
  /// it can.
  ///
  /// - Returns: how many, possibly fewer than asked for; 0 at the end of the file.
  func copyRange(
    of source: FileDescriptor, to destination: FileDescriptor, at offset: Int64, count: Int
  ) throws(FileStoreError) -> Int

  /// Waits until the contents of a file, or the names in a directory, are on the disk.
  ///
  /// After an error the contents may be lost although a second call succeeds: the file must be
  /// written anew.
  func synchronize(_ file: FileDescriptor) throws(FileStoreError)

  // MARK: Attributes

  /// Changes the permissions; the mask of the process plays no part.
  func setPermissions(
    _ permissions: FilePermissions, of file: FileDescriptor
  ) throws(FileStoreError)

  /// Changes the owner, the group or both; nil leaves one as it is.
  func setOwner(
    _ owner: UInt32?, group: UInt32?, of file: FileDescriptor
  ) throws(FileStoreError)

  /// Changes when the contents were last modified.
  func setModificationTime(_ time: FileTime, of file: FileDescriptor) throws(FileStoreError)

  /// The names of the extended attributes.
  func extendedAttributeNames(of file: FileDescriptor) throws(FileStoreError) -> [String]

  /// The value of an extended attribute.
  func extendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError) -> [UInt8]

  /// Sets an extended attribute, whether there is one of the name or not.
  func setExtendedAttribute(
    _ name: String, to value: [UInt8], of file: FileDescriptor
  ) throws(FileStoreError)

  /// Removes an extended attribute.
  func removeExtendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError)

  // MARK: Locks

  /// Locks an open file or directory until it is closed, against other descriptors in this and
  /// every other process that asks; never waits.
  ///
  /// - Returns: false where somebody else holds the lock.
  func lock(_ file: FileDescriptor, _ mode: FileLockMode) throws(FileStoreError) -> Bool

  /// Whether any process has a file open for writing, or mapped so.
  ///
  /// - Parameter file: the file, open for reading.
  /// - Returns: nil where that cannot be told: file systems of other machines do not say it, and none
  ///   says it of other users' files.
  func hasWriter(_ file: FileDescriptor) -> Bool?
}

extension FileStore {
  /// The names in an open directory, without numbers and kinds.
  public func items(in directory: FileDescriptor) throws(FileStoreError) -> [ListedItem] {
    try names(in: directory).map { ListedItem(name: $0, inode: nil, kind: nil) }
  }

  /// Cannot copy within the system; bytes are read and written then.
  public func copyRange(
    of source: FileDescriptor, to destination: FileDescriptor, at offset: Int64, count: Int
  ) throws(FileStoreError) -> Int {
    throw FileStoreError(.clone, path: FilePath(), errno: .notSupported)
  }

  /// Cannot tell.
  public func hasWriter(_ file: FileDescriptor) -> Bool? { nil }

  /// The names in an open directory that begin with a text, from among all.
  public func names(
    in directory: FileDescriptor, beginningWith prefix: String
  ) throws(FileStoreError) -> [FilePath.Component] {
    try names(in: directory).filter { $0.string.hasPrefix(prefix) }
  }
}

/// Who else may hold a lock.
public enum FileLockMode: Hashable, Sendable {
  /// Whoever wants it shared too.
  case shared
  /// Nobody.
  case exclusive
}

/// What renaming does with an item that has the new name.
public enum RenameMode: Hashable, Sendable {
  /// Replaces it in one step.
  case replacing
  /// Fails with `EEXIST`.
  case exclusively
  /// Gives it the old name in the same step.
  case exchanging
}

/// What a file is opened for.
public enum FileAccess: Hashable, Sendable {
  /// Reading the contents of a file, or listing and synchronizing a directory.
  case reading
  /// Reading and writing the contents of a file.
  case writing
  /// Only being where locations start from; needs no permission to read the directory.
  case naming
}
