public import SystemPackage
public import UTIPlatform

// File values of stores, which importers of this module see as part of it.
@_exported public import struct UTIPlatform.FileIdentity
@_exported public import enum UTIPlatform.FileKind
@_exported public import enum UTIPlatform.FileName
@_exported public import struct UTIPlatform.FileStatus
@_exported public import struct UTIPlatform.FileTime

/// The file system operations of saving: all changes, and the reads that decide on them.
///
/// Saving uses only this protocol, so that a test can record each step, make any step fail, and
/// rebuild the possible disk contents after a crash. ``SystemFileStore`` is the implementation for
/// real file systems.
///
/// Each operation is one system call. All throw ``FileStoreError`` with the error number of that
/// call; unless documented otherwise, nothing has changed then. No operation follows a symbolic
/// link in the last component of a location, and none reports `EINTR`: an interrupted call is
/// repeated.
package protocol FileStore: Sendable {
  // MARK: Names

  /// Returns the status of an item.
  func status(of location: FileLocation) throws(FileStoreError) -> FileStatus

  /// Returns the destination of a symbolic link.
  func destinationOfSymbolicLink(at location: FileLocation) throws(FileStoreError) -> FilePath

  /// Throws an error if the process may not change the contents of an item.
  func checkWriteAccess(to location: FileLocation) throws(FileStoreError)

  /// Creates an empty directory; the mask of the process applies to `permissions`.
  func createDirectory(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError)

  /// Creates a symbolic link.
  func createSymbolicLink(
    at location: FileLocation, to destination: FilePath
  ) throws(FileStoreError)

  /// Gives an item another name, which must be free.
  func link(_ location: FileLocation, to newLocation: FileLocation) throws(FileStoreError)

  /// Renames an item; throws `EINVAL` or `ENOSYS` if the file system lacks the mode.
  func rename(
    _ location: FileLocation, to newLocation: FileLocation, _ mode: RenameMode
  ) throws(FileStoreError)

  /// Removes the name of an item that is not a directory.
  func removeFile(at location: FileLocation) throws(FileStoreError)

  /// Removes an empty directory.
  func removeDirectory(at location: FileLocation) throws(FileStoreError)

  // MARK: Open files

  /// Opens an existing item, without waiting for another process.
  ///
  /// Child processes do not inherit the descriptor.
  func open(_ location: FileLocation, for access: FileAccess) throws(FileStoreError)
    -> FileDescriptor

  /// Creates a file with a free name and opens it for reading and writing.
  ///
  /// The mask of the process applies to `permissions`.
  func createFile(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor

  /// Creates an unnamed file on the file system of a directory and opens it for reading and
  /// writing.
  ///
  /// The file vanishes with its descriptor unless ``linkUnnamedFile(_:to:)`` names it.
  func createUnnamedFile(
    in directory: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor

  /// Gives an unnamed file a name, which must be free.
  func linkUnnamedFile(_ file: FileDescriptor, to location: FileLocation) throws(FileStoreError)

  /// Closes a file. The descriptor is invalid even if an error is thrown.
  func close(_ file: FileDescriptor) throws(FileStoreError)

  /// Returns the status of an open file or directory.
  func status(of file: FileDescriptor) throws(FileStoreError) -> FileStatus

  /// Returns the names in an open directory without `.` and `..`, in no order.
  func names(in directory: FileDescriptor) throws(FileStoreError) -> [FilePath.Component]

  /// Returns the names in an open directory that begin with a text, in no order.
  func names(
    in directory: FileDescriptor, beginningWith prefix: String
  ) throws(FileStoreError) -> [FilePath.Component]

  /// Returns the items in an open directory without `.` and `..`, in no order.
  func items(in directory: FileDescriptor) throws(FileStoreError) -> [ListedItem]

  // MARK: Contents

  /// Reads bytes, possibly fewer than fit, and returns their number; 0 at the end of the file.
  func read(
    from file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileStoreError) -> Int

  /// Writes at least one byte, possibly fewer than given, and returns the number.
  func write(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int64
  ) throws(FileStoreError) -> Int

  /// Truncates a file, or extends it with zeros.
  func truncate(_ file: FileDescriptor, to size: Int64) throws(FileStoreError)

  /// Reserves space after the end of a file without a change of its size.
  func reserve(_ size: Int64, for file: FileDescriptor) throws(FileStoreError)

  /// Makes an empty file share the blocks of another.
  func clone(_ source: FileDescriptor, to destination: FileDescriptor) throws(FileStoreError)

  /// Copies bytes within the kernel to the same offset of another file, with shared blocks if
  /// possible.
  ///
  /// - Returns: the number of bytes, possibly fewer than requested; 0 at the end of the file.
  func copyRange(
    of source: FileDescriptor, to destination: FileDescriptor, at offset: Int64, count: Int
  ) throws(FileStoreError) -> Int

  /// Flushes the contents of a file, or the names in a directory, to disk.
  ///
  /// After an error, the contents may be lost even if a second call succeeds. The file must be
  /// written again.
  func synchronize(_ file: FileDescriptor) throws(FileStoreError)

  // MARK: Attributes

  /// Changes the permissions; the mask of the process is ignored.
  func setPermissions(
    _ permissions: FilePermissions, of file: FileDescriptor
  ) throws(FileStoreError)

  /// Changes the owner, the group or both; nil leaves a value unchanged.
  func setOwner(_ owner: UInt32?, group: UInt32?, of file: FileDescriptor) throws(FileStoreError)

  /// Changes the time of the last change of the contents.
  func setModificationTime(_ time: FileTime, of file: FileDescriptor) throws(FileStoreError)

  /// Returns the names of the extended attributes.
  func extendedAttributeNames(of file: FileDescriptor) throws(FileStoreError) -> [String]

  /// Returns the value of an extended attribute.
  func extendedAttribute(_ name: String, of file: FileDescriptor) throws(FileStoreError) -> [UInt8]

  /// Sets an extended attribute, which may exist.
  func setExtendedAttribute(
    _ name: String, to value: [UInt8], of file: FileDescriptor
  ) throws(FileStoreError)

  /// Removes an extended attribute.
  func removeExtendedAttribute(_ name: String, of file: FileDescriptor) throws(FileStoreError)

  // MARK: Locks

  /// Locks an open file or directory until it is closed; never waits.
  ///
  /// The lock excludes other descriptors in this process and in other processes that lock the item.
  ///
  /// - Returns: false if another descriptor holds the lock.
  func lock(_ file: FileDescriptor, _ mode: FileLockMode) throws(FileStoreError) -> Bool

  /// Releases the lock of an open file or directory at once.
  ///
  /// Closing releases the lock only after each process that is being started has closed its copy of
  /// the descriptor.
  func unlock(_ file: FileDescriptor) throws(FileStoreError)

  /// Returns whether any process has a file open or mapped for writing.
  ///
  /// - Parameter file: the file, open for reading.
  /// - Returns: nil if this is unknown. Network file systems do not report it, and no file system
  ///   reports it for files of other users.
  func hasWriter(_ file: FileDescriptor) -> Bool?
}

extension FileStore {
  /// Returns the names in an open directory, without inode numbers and kinds.
  package func items(in directory: FileDescriptor) throws(FileStoreError) -> [ListedItem] {
    try names(in: directory).map { ListedItem(name: $0, inode: nil, kind: nil) }
  }

  /// Throws an error, because the default implementation cannot copy within the kernel.
  package func copyRange(
    of source: FileDescriptor, to destination: FileDescriptor, at offset: Int64, count: Int
  ) throws(FileStoreError) -> Int {
    throw FileStoreError(.clone, path: FilePath(), errno: .notSupported)
  }

  /// Returns nil, because the default implementation cannot find writers.
  package func hasWriter(_ file: FileDescriptor) -> Bool? { nil }

  /// Returns the names in an open directory that begin with a text, selected from all names.
  package func names(
    in directory: FileDescriptor, beginningWith prefix: String
  ) throws(FileStoreError) -> [FilePath.Component] {
    try names(in: directory).filter { $0.string.hasPrefix(prefix) }
  }
}

/// The exclusiveness of a lock.
package enum FileLockMode: Hashable, Sendable {
  /// Other holders may share the lock.
  case shared
  /// The lock has one holder.
  case exclusive
}

/// The handling of an item that already has the new name of a rename.
package enum RenameMode: Hashable, Sendable {
  /// The rename replaces it in one step.
  case replacing
  /// The rename fails with `EEXIST`.
  case exclusively
  /// The rename gives it the old name in the same step.
  case exchanging
}

/// The purpose of opening a file.
package enum FileAccess: Hashable, Sendable {
  /// Reading the contents of a file, or listing and flushing a directory.
  case reading
  /// Reading and writing the contents of a file.
  case writing
  /// Using a directory only as the start of locations, which needs no permission to read it.
  case naming
}

extension FileStore {
  package func contents(of location: FileLocation) throws(FileStoreError) -> [UInt8] {
    try withOpen(location, for: .reading) { file throws(FileStoreError) -> [UInt8] in
      try contents(of: file)
    }
  }

  private func contents(of file: FileDescriptor) throws(FileStoreError) -> [UInt8] {
    var contents: [UInt8] = []
    var offset: Int64 = 0
    while true {
      let piece = try piece(of: file, at: offset)
      if piece.isEmpty { return contents }
      contents += piece
      offset += Int64(piece.count)
    }
  }

  /// Returns the bytes of a file from an offset, at most 64 KiB; empty at the end of the file.
  private func piece(of file: FileDescriptor, at offset: Int64) throws(FileStoreError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    return Array(buffer[..<(try fill(buffer, from: file, at: offset))])
  }

  /// False for other items than files.
  package func hasEqualBytes(
    _ one: FileLocation, _ other: FileLocation
  ) throws(FileStoreError) -> Bool {
    let first = try status(of: one)
    let second = try status(of: other)
    guard first.kind == .regular, second.kind == .regular, first.size == second.size else {
      return false
    }
    return try isMixture(one, of: other, and: other)
  }

  /// Allows zeros after the end of the first file, because a crash during an overwrite can leave
  /// them.
  func isMixture(
    _ location: FileLocation, of old: FileLocation, and new: FileLocation
  ) throws(FileStoreError) -> Bool {
    guard try status(of: location).kind == .regular, try status(of: old).kind == .regular,
      try status(of: new).kind == .regular
    else { return false }
    return try withOpen(location, for: .reading) { file throws(FileStoreError) -> Bool in
      try withOpen(old, for: .reading) { old throws(FileStoreError) -> Bool in
        try withOpen(new, for: .reading) { new throws(FileStoreError) -> Bool in
          try isMixture(file, of: old, and: new)
        }
      }
    }
  }

  private func isMixture(
    _ file: FileDescriptor, of old: FileDescriptor, and new: FileDescriptor
  ) throws(FileStoreError) -> Bool {
    var offset: Int64 = 0
    while true {
      let present = try piece(of: file, at: offset)
      if present.isEmpty { return true }
      let before = try piece(of: old, at: offset)
      let after = try piece(of: new, at: offset)
      guard present.count <= max(before.count, after.count) else { return false }
      for (index, byte) in present.enumerated() {
        let isOld = index < before.count ? byte == before[index] : byte == 0
        let isNew = index < after.count && byte == after[index]
        guard isOld || isNew else { return false }
      }
      offset += Int64(present.count)
    }
  }

  /// Works on all file systems: a file gets a second name and loses the first, because linking
  /// never replaces an item.
  ///
  /// - Throws: `EEXIST` if the name exists.
  package func renameExclusively(
    _ location: FileLocation, to newLocation: FileLocation, kind: FileKind
  ) throws(FileStoreError) -> SaveStrategy {
    do throws(FileStoreError) {
      try rename(location, to: newLocation, .exclusively)
      return .createExclusively
    } catch  where [.invalidArgument, .noFunction, .notSupported].contains(error.errno) {
      if kind == .regular, try linkInstead(location, newLocation) { return .linkExclusively }
    }
    guard try statusIfPresent(of: newLocation) == nil else {
      throw FileStoreError(.rename, path: newLocation.path, errno: .fileExists)
    }
    // A directory can only replace an empty directory.
    try rename(location, to: newLocation, .replacing)
    return .replace
  }

  private func linkInstead(
    _ location: FileLocation, _ newLocation: FileLocation
  ) throws(FileStoreError) -> Bool {
    do throws(FileStoreError) {
      try link(location, to: newLocation)
    } catch  where Self.refusesLinks(error.errno) {
      return false
    }
    do throws(FileStoreError) {
      try removeFile(at: location)
    } catch {
      try? removeFile(at: newLocation)
      throw error
    }
    return true
  }

  /// Some file systems cannot do this, in particular network file systems; that is not a failure of
  /// a save.
  @discardableResult
  package func synchronizeNames(
    in directory: FileDescriptor
  ) throws(FileStoreError) -> SaveDurability {
    do throws(FileStoreError) {
      try synchronize(directory)
      return .full
    } catch  where Self.cannotFlush(error.errno) || error.errno == .badFileDescriptor {
      return .contentsOnly(error.errno)
    }
  }

  package static func cannotFlush(_ errno: Errno) -> Bool {
    [.invalidArgument, .notSupported, .noFunction].contains(errno)
  }

  /// Returns the error number of a file system that cannot flush.
  @discardableResult
  package func flush(_ file: FileDescriptor) throws(FileStoreError) -> Errno? {
    do throws(FileStoreError) {
      try synchronize(file)
      return nil
    } catch  where Self.cannotFlush(error.errno) {
      return error.errno
    }
  }
}

/// A path relative to an open directory, or an independent path.
///
/// A location in an open directory stays valid during several operations, even if another process
/// renames a parent of the directory or replaces it by a symbolic link.
package struct FileLocation: Hashable, Sendable {
  /// The open directory that `path` is relative to; nil for the current directory of the process.
  package let directory: FileDescriptor?
  /// The relative path; empty for the directory itself.
  package let path: FilePath

  /// Creates a location from a path.
  ///
  /// - Parameter path: the path, absolute or relative to the current directory of the process.
  package init(_ path: FilePath) {
    directory = nil
    self.path = path
  }

  /// Creates a location in an open directory.
  ///
  /// - Parameters:
  ///   - path: the path relative to the directory, in most cases a single name.
  ///   - directory: the directory, which must stay open while the location is used.
  package init(_ path: FilePath, in directory: FileDescriptor) {
    self.directory = directory
    self.path = path
  }

  package init(_ name: FilePath.Component, in directory: FileDescriptor) {
    self.init(FilePath(name: name), in: directory)
  }

  package func appending(_ name: FilePath.Component) -> FileLocation {
    FileLocation(path.appending(name), from: directory)
  }

  package func appending(_ rest: FilePath) -> FileLocation {
    rest.isEmpty ? self : FileLocation(path.pushing(rest), from: directory)
  }

  private init(_ path: FilePath, from directory: FileDescriptor?) {
    self.directory = directory
    self.path = path
  }
}

/// Attributes that a save sets on the new item before it replaces the old one.
///
/// Attributes that are nil or absent come from the replaced item. For a new item, they are those
/// that its writer set.
public struct FileAttributes: Hashable, Sendable {
  /// The permissions.
  public var permissions: FilePermissions?
  /// The user identifier of the owner.
  public var owner: UInt32?
  /// The identifier of the group.
  public var group: UInt32?
  /// The time of the last modification of the contents.
  public var modificationTime: FileTime?
  /// Extended attributes by name, such as `user.mime_type`; an empty value counts as a value.
  public var extendedAttributes: [String: [UInt8]]

  /// Creates attributes.
  ///
  /// - Parameters:
  ///   - permissions: the permissions.
  ///   - owner: the user identifier of the owner.
  ///   - group: the identifier of the group.
  ///   - modificationTime: the time of the last change of the contents.
  ///   - extendedAttributes: extended attributes by name.
  public init(
    permissions: FilePermissions? = nil, owner: UInt32? = nil, group: UInt32? = nil,
    modificationTime: FileTime? = nil, extendedAttributes: [String: [UInt8]] = [:]
  ) {
    self.permissions = permissions
    self.owner = owner
    self.group = group
    self.modificationTime = modificationTime
    self.extendedAttributes = extendedAttributes
  }
}
