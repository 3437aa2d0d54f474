internal import CUTISystemCalls
package import SystemPackage
package import UTIPlatform

extension SystemFileStore {
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
