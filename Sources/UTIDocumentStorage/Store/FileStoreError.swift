package import SystemPackage

/// A failed system call: the operation, the path and the error number.
package struct FileStoreError: Error, Hashable, Sendable {
  /// The operation that failed.
  package enum Operation: String, Hashable, Sendable, CaseIterable {
    /// Reading the status of an item.
    case readStatus = "read the status"
    /// Reading the destination of a symbolic link.
    case readSymbolicLink = "read the symbolic link"
    /// Listing a directory.
    case list = "list"
    /// Checking whether an item may be written.
    case checkAccess = "check the permission to write"
    /// Opening an item.
    case open = "open"
    /// Closing a file.
    case close = "close"
    /// Creating a file that must not exist yet.
    case createFile = "create"
    /// Creating an unnamed file.
    case createUnnamedFile = "create an unnamed file in"
    /// Creating a directory.
    case createDirectory = "create the directory"
    /// Creating a symbolic link.
    case createSymbolicLink = "create the symbolic link"
    /// Giving an item a second name.
    case link = "link"
    /// Renaming, replacing or exchanging.
    case rename = "rename"
    /// Removing a name or an empty directory.
    case remove = "remove"
    /// Reading contents.
    case read = "read"
    /// Writing contents.
    case write = "write"
    /// Changing the size of a file.
    case truncate = "change the size of"
    /// Reserving space for a file.
    case reserve = "reserve space for"
    /// Sharing the blocks of another file.
    case clone = "clone"
    /// Flushing contents or names to disk.
    case synchronize = "synchronize"
    /// Changing the permissions.
    case setPermissions = "change the permissions of"
    /// Changing the owner or the group.
    case setOwner = "change the owner of"
    /// Changing the times.
    case setTimes = "change the times of"
    /// Reading extended attributes.
    case readAttribute = "read the extended attributes of"
    /// Setting or removing an extended attribute.
    case writeAttribute = "change the extended attributes of"
    /// Locking a file or directory.
    case lock = "lock"
    /// Using a private directory that other users can change.
    case keepPrivate = "keep others out of"

    /// The failed operation, for a sentence that has named the item.
    package var phrase: String {
      switch self {
      case .readStatus: "read its status"
      case .readSymbolicLink: "read the target of the link"
      case .checkAccess: "get permission to write it"
      case .createDirectory, .createSymbolicLink: rawValue
      default: rawValue + " it"
      }
    }
  }

  /// The operation that failed.
  package let operation: Operation
  /// The path of the operation.
  package let path: FilePath
  /// The error number of the system.
  package let errno: Errno

  package init(_ operation: Operation, path: FilePath, errno: Errno) {
    self.operation = operation
    self.path = path
    self.errno = errno
  }
}

extension FileStoreError: CustomStringConvertible {
  /// The error in the form `path: cannot operation: reason`.
  package var description: String {
    "\(path): cannot \(operation.phrase): \(errno.description)"
  }
}
