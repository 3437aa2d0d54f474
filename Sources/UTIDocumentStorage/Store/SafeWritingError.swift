public import SystemPackage
internal import UTIPlatform

/// An error that explains the failure of a save.
public struct SafeWritingError: Error, Sendable {
  /// The kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind, such as `already-exists`.
    public let rawValue: String

    /// Creates a code from its stable name.
    ///
    /// - Parameter rawValue: the name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The operation creates a new item, but an item of this name exists.
    public static let alreadyExists = Code(rawValue: "already-exists")
    /// The item to replace no longer exists.
    public static let vanished = Code(rawValue: "vanished")
    /// The item to replace is not the expected one.
    public static let changedOnDisk = Code(rawValue: "changed-on-disk")
    /// Another process holds the lock of the item, which must be overwritten in place.
    public static let inUse = Code(rawValue: "in-use")
    /// The item is neither a file nor a directory.
    public static let specialFile = Code(rawValue: "special-file")
    /// The permissions of the item forbid writing.
    public static let notWritable = Code(rawValue: "not-writable")
    /// The item is immutable or append-only.
    public static let immutable = Code(rawValue: "immutable")
    /// The path names no item that can be written.
    public static let invalidPath = Code(rawValue: "invalid-path")
    /// The symbolic links form a loop.
    public static let symbolicLinkLoop = Code(rawValue: "symbolic-link-loop")
    /// A parent directory of the item is missing.
    public static let missingDirectory = Code(rawValue: "missing-directory")
    /// The code that writes the new item threw an error.
    public static let writerFailed = Code(rawValue: "writer-failed")
    /// The code that writes the new item created neither a file nor a directory.
    public static let nothingWritten = Code(rawValue: "nothing-written")
    /// A system call failed; see the error number.
    public static let systemCall = Code(rawValue: "system-call")
  }

  /// The kind of failure.
  public let code: Code
  /// The path of the save, as the caller passed it.
  public let path: FilePath
  /// The failed call, with its path and error; nil for failures that no call reported.
  package let failure: FileStoreError?
  /// The error that the writer of the new item threw.
  public let underlyingError: (any Error)?
  /// A Boolean value that indicates whether the old item, or its absence, is as before the save.
  public internal(set) var isOriginalIntact = true
  /// The location of the complete old bytes if the old item is not intact.
  ///
  /// Opening the document again restores them.
  public internal(set) var recoveryPath: FilePath?
  /// True if the operation was a rename, which writes nothing.
  package internal(set) var isMove: Bool

  package init(
    _ code: Code, path: FilePath, failure: FileStoreError? = nil,
    underlyingError: (any Error)? = nil, isMove: Bool = false
  ) {
    self.code = code
    self.path = path
    self.failure = failure
    self.underlyingError = underlyingError
    self.isMove = isMove
  }

  /// The error number of the system; nil for failures that no call reported.
  public var errno: Errno? { failure?.errno }
}

extension SafeWritingError: CustomStringConvertible {
  /// The error in the form `path: failure: reason; remedy`.
  public var description: String { "\(path): \(message); \(remedy)" }

  /// The failure and its reason, without the path and the remedy.
  package var message: String { message(failing: isMove ? "not renamed" : "not saved") }

  /// `failing` describes the failed operation.
  package func message(failing: String) -> String {
    let problem = problem(failing)
    guard let recoveryPath else { return problem }
    return "\(problem); the old contents are in \(recoveryPath)"
  }

  private func problem(_ failing: String) -> String {
    switch code {
    case .alreadyExists: return "\(failing), because there is an item of this name"
    case .vanished: return "\(failing), because the item is gone"
    case .changedOnDisk: return "\(failing), because another process has changed it"
    case .inUse: return "\(failing), because another program has it locked"
    case .specialFile: return "\(failing), because it is neither a file nor a directory"
    case .notWritable: return "\(failing), because its permissions forbid writing"
    case .immutable: return "\(failing), because it is immutable or append-only"
    case .invalidPath: return "\(failing), because the path names no item"
    case .symbolicLinkLoop: return "\(failing), because its symbolic links lead in a circle"
    case .missingDirectory: return "\(failing), because a directory on the way is missing"
    case .nothingWritten: return "\(failing), because neither a file nor a directory was written"
    case .writerFailed:
      return "\(failing), because writing failed: \(underlyingError.map { "\($0)" } ?? "unknown")"
    default: break
    }
    guard let failure else { return "\(failing)" }
    // The path of an unnamed file, as /proc shows it.
    if failure.path.string.hasSuffix(" (deleted)") { return "\(failing): \(failure.errno)" }
    // Internal paths of a save do not help the user.
    guard !failure.path.components.contains(where: SavingDirectory.isSavingDirectory) else {
      let directory = path.removingLastComponent().orWorkingDirectory
      return "\(failing): cannot write in \(directory): \(failure.errno.description)"
    }
    return "\(failing): \(failure)"
  }

  /// The action that corrects the problem.
  public var remedy: String {
    switch code {
    case .alreadyExists where isMove: return "choose another name"
    case .vanished where isMove: return "check its location, or save it under the new name"
    case .alreadyExists: return "choose another name, or replace the item on purpose"
    case .vanished: return "save it as a new item"
    case .changedOnDisk: return "compare both versions, then keep one or both"
    case .inUse: return "try again, or save under another name"
    case .specialFile, .invalidPath: return "choose another place"
    case .notWritable: return "make it writable, or save under another name"
    case .immutable: return "remove the attribute with chattr, or save under another name"
    case .symbolicLinkLoop: return "correct one of the links"
    case .missingDirectory: return "make the directory first"
    case .nothingWritten: return "write a file or a directory at the path that was given"
    default: break
    }
    return Self.remedy(for: errno)
  }

  package static func remedy(for errno: Errno?) -> String {
    switch errno {
    case .noSpace?: return "free space on the file system, or save elsewhere"
    case .diskQuotaExceeded?: return "free space within the quota, or save elsewhere"
    case .ioError?: return "save elsewhere and check the disk"
    case .readOnlyFileSystem?: return "save elsewhere, the file system is read-only"
    case .permissionDenied?, .notPermitted?: return "ask for permission, or save elsewhere"
    case .fileNameTooLong?: return "choose a shorter name"
    case .resourceBusy?: return "save elsewhere, the item is in use as a mount"
    default: return "check the item and its file system"
    }
  }
}

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
