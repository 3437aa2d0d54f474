public import SystemPackage

/// A system call that failed: which, on what, and why.
public struct FileStoreError: Error, Hashable, Sendable {
  /// What was tried.
  public enum Operation: String, Hashable, Sendable, CaseIterable {
    /// Reading the status of an item.
    case readStatus = "read the status"
    /// Reading where a symbolic link leads.
    case readSymbolicLink = "read the symbolic link"
    /// Listing a directory.
    case list = "list"
    /// Asking whether an item may be written.
    case checkAccess = "check the permission to write"
    /// Opening an item.
    case open = "open"
    /// Closing a file.
    case close = "close"
    /// Making a file that must not exist yet.
    case createFile = "create"
    /// Making a file that has no name yet.
    case createUnnamedFile = "create an unnamed file in"
    /// Making a directory.
    case createDirectory = "create the directory"
    /// Making a symbolic link.
    case createSymbolicLink = "create the symbolic link"
    /// Giving an item another name beside the first.
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
    /// Waiting until contents or names are on the disk.
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
    /// Using a directory of the user's that others must not reach into, which they can.
    case keepPrivate = "keep others out of"

    /// What could not be done, in a sentence that has named the item.
    package var phrase: String {
      switch self {
      case .readStatus: "read its status"
      case .readSymbolicLink: "read where it leads"
      case .checkAccess: "get permission to write it"
      case .createDirectory, .createSymbolicLink: rawValue
      default: rawValue + " it"
      }
    }
  }

  /// What was tried.
  public let operation: Operation
  /// The path it was tried on.
  public let path: FilePath
  /// The error number of the operating system.
  public let errno: Errno

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - operation: what was tried.
  ///   - path: the path it was tried on.
  ///   - errno: the error number of the operating system.
  public init(_ operation: Operation, path: FilePath, errno: Errno) {
    self.operation = operation
    self.path = path
    self.errno = errno
  }
}

extension FileStoreError: CustomStringConvertible {
  /// The error in the form `path: cannot do what was tried: reason`.
  public var description: String {
    "\(path): cannot \(operation.phrase): \(errno.description)"
  }
}
