public import SystemPackage

/// Why an item was not saved.
public struct SafeWritingError: Error, Sendable {
  /// The kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind, such as `already-exists`.
    public let rawValue: String

    /// Makes a code from its stable name.
    ///
    /// - Parameter rawValue: the name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A new item was to be made where there is one.
    public static let alreadyExists = Code(rawValue: "already-exists")
    /// The item to replace is gone.
    public static let vanished = Code(rawValue: "vanished")
    /// The item to replace is not the one that was expected.
    public static let changedOnDisk = Code(rawValue: "changed-on-disk")
    /// Somebody else holds the lock of the item, which has to be overwritten in place.
    public static let inUse = Code(rawValue: "in-use")
    /// The item is no file and no directory.
    public static let specialFile = Code(rawValue: "special-file")
    /// The permissions of the item forbid writing.
    public static let notWritable = Code(rawValue: "not-writable")
    /// The item is immutable or may only grow.
    public static let immutable = Code(rawValue: "immutable")
    /// The path names no item that can be written.
    public static let invalidPath = Code(rawValue: "invalid-path")
    /// The symbolic links lead in a circle.
    public static let symbolicLinkLoop = Code(rawValue: "symbolic-link-loop")
    /// A directory on the way to the item is missing.
    public static let missingDirectory = Code(rawValue: "missing-directory")
    /// What should have written the new item failed.
    public static let writerFailed = Code(rawValue: "writer-failed")
    /// What should have written the new item wrote nothing, or no file and no directory.
    public static let nothingWritten = Code(rawValue: "nothing-written")
    /// A call of the operating system failed; see the error number.
    public static let systemCall = Code(rawValue: "system-call")
  }

  /// The kind of failure.
  public let code: Code
  /// The path that was to be saved to, as it was given.
  public let path: FilePath
  /// What was tried on which path with what result; nil for failures that no call reported.
  public let failure: FileStoreError?
  /// What the writer of the new item threw.
  public let underlyingError: (any Error)?
  /// Whether the old item, or the absence of one, is as it was before the save.
  public internal(set) var isOriginalIntact = true
  /// Where the complete old bytes are, when the old item is not intact; opening the document again
  /// restores them.
  public internal(set) var recoveryPath: FilePath?
  /// Whether the item was to get another name, and nothing was to be written.
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

  /// The error number of the operating system; nil for failures that no call reported.
  public var errno: Errno? { failure?.errno }
}
