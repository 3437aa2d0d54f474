public import SystemPackage

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
  public let failure: FileStoreError?
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
