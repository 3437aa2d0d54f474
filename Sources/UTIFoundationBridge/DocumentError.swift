public import Foundation
public import SystemPackage

/// An error of an operation on a document or on its files, with the state of the user's changes.
public struct DocumentError: Error, Sendable {
  /// The kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind, such as `changed-on-disk`.
    public let rawValue: String

    /// Creates a code from its stable name.
    ///
    /// - Parameter rawValue: the name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no item at the location, or it is a broken link.
    public static let noSuchFile = Code(rawValue: "no-such-file")
    /// The permissions do not allow it.
    public static let noPermission = Code(rawValue: "no-permission")
    /// The item is a device, a named pipe or a socket.
    public static let specialFile = Code(rawValue: "special-file")
    /// The item is a directory and its name is a name of a file, or vice versa.
    public static let wrongKind = Code(rawValue: "wrong-kind")
    /// The item changed repeatedly while it was read, or before it was read completely.
    public static let changedWhileReading = Code(rawValue: "changed-while-reading")
    /// The item is not the one that was last read or written.
    public static let changedOnDisk = Code(rawValue: "changed-on-disk")
    /// The item was deleted, and the document was notified.
    public static let deleted = Code(rawValue: "deleted")
    /// There already is an item at the location of a new one.
    public static let fileExists = Code(rawValue: "file-exists")
    /// The document is not open.
    public static let notOpen = Code(rawValue: "not-open")
    /// The class neither reads nor writes URLs of this scheme.
    public static let schemeNotSupported = Code(rawValue: "scheme-not-supported")
    /// The class does not override a function that the operation needs.
    public static let notOverridden = Code(rawValue: "not-overridden")
    /// The contents are neither `Data` nor a `FileWrapper`.
    public static let contentsNotWritable = Code(rawValue: "contents-not-writable")
    /// The document does not write the type.
    public static let typeNotWritable = Code(rawValue: "type-not-writable")
    /// The item has a type that may not be chosen here.
    public static let typeNotAllowed = Code(rawValue: "type-not-allowed")
    /// A function of the document class threw the underlying error.
    public static let documentClass = Code(rawValue: "document-class")
    /// An override reported failure and gave no reason.
    public static let failedWithoutError = Code(rawValue: "failed-without-error")
    /// A package exceeds a limit on the number, size or depth of its items.
    public static let limitExceeded = Code(rawValue: "limit-exceeded")
    /// The document has changes that would be lost.
    public static let hasChanges = Code(rawValue: "has-changes")
    /// The text cannot be the name of an item.
    public static let invalidName = Code(rawValue: "invalid-name")
    /// Contents of a save that a crash interrupted were recovered.
    public static let contentsRecovered = Code(rawValue: "contents-recovered")
    /// A document was released with changes that were never saved.
    public static let changesLost = Code(rawValue: "changes-lost")
    /// The item is in the trash, where documents do not autosave.
    public static let inTrash = Code(rawValue: "in-trash")
    /// A file presenter did not answer and was ignored.
    public static let presenterUnresponsive = Code(rawValue: "presenter-unresponsive")
    /// A file presenter of another process refused an access to the item.
    public static let presenterRefused = Code(rawValue: "presenter-refused")
    /// An access would wait for itself, through other accesses and presenters.
    public static let circularWait = Code(rawValue: "circular-wait")
    /// Another process accesses the item, and was stopped.
    public static let processStopped = Code(rawValue: "process-stopped")
    /// There is no location for the locks that coordinate processes.
    public static let coordinationUnavailable = Code(rawValue: "coordination-unavailable")
    /// The system does not report changes of the item, so they are noticed late.
    public static let watchingLimited = Code(rawValue: "watching-limited")
    /// The list of recent documents cannot be read or written; documents are not affected.
    public static let recentDocumentsUnavailable = Code(rawValue: "recent-documents-unavailable")
    /// The document is a draft, and the user must choose a location.
    public static let noPlace = Code(rawValue: "no-place")
    /// A directory for the user's state is ignored, because other users can access it.
    public static let noPrivatePlace = Code(rawValue: "no-private-place")
    /// The contents of a document differ from its item, and no change was registered.
    public static let unregisteredChange = Code(rawValue: "unregistered-change")
    /// The document was saved because the program ended.
    public static let savedAtEnd = Code(rawValue: "saved-at-end")
    /// An autosave is overdue, because the document's isolation does not serve its queue.
    public static let autosaveOverdue = Code(rawValue: "autosave-overdue")
    /// The document's changes were autosaved because the program ended.
    public static let keptAtEnd = Code(rawValue: "kept-at-end")
    /// The operating system reported an error; see the error number.
    public static let system = Code(rawValue: "system")
  }

  /// The operation that failed.
  public enum Operation: String, Hashable, Sendable {
    /// Opening.
    case open
    /// Saving, including autosaving.
    case save
    /// Writing a copy to another location.
    case export
    /// Reading again.
    case revert
    /// Closing.
    case close
    /// Renaming, and moving to another directory.
    case rename
    /// Creating a second document from the first.
    case duplicate
    /// Adding it to the recent documents.
    case noteRecent = "note recent"
    /// Coordinating an access with other processes and threads.
    case coordinate
    /// Saving because the program ends.
    case end
    /// Reading or writing a file wrapper.
    case access
  }

  /// The location of changes that could not be saved.
  public enum UnsavedContents: Hashable, Sendable {
    /// There are no such changes.
    case none
    /// The changes are in the document, which still has unsaved changes.
    case inMemory
    /// The changes are in a file.
    case file(FilePath)
  }

  /// The kind of failure.
  public let code: Code
  /// The operation that failed.
  public let operation: Operation
  /// The item of the operation.
  public let url: URL
  /// The error number of the operating system, if a system call failed.
  public let errno: Errno?
  /// A Boolean value that indicates whether the item is unchanged.
  public let isOriginalIntact: Bool
  /// The location of changes that could not be saved.
  public package(set) var unsavedContents: UnsavedContents
  /// The underlying error.
  public let underlyingError: (any Error)?
  /// The failure, in a sentence.
  public let message: String
  /// The action that corrects the problem.
  public let remedy: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: the kind of failure.
  ///   - operation: the operation that failed.
  ///   - url: the item of the operation.
  ///   - errno: the error number of the operating system.
  ///   - isOriginalIntact: whether the item is unchanged.
  ///   - unsavedContents: the location of changes that could not be saved.
  ///   - underlyingError: the underlying error.
  ///   - message: the failure, in a sentence.
  ///   - remedy: the action that corrects it.
  public init(
    _ code: Code, _ operation: Operation, url: URL, errno: Errno? = nil,
    isOriginalIntact: Bool = true, unsavedContents: UnsavedContents = .none,
    underlyingError: (any Error)? = nil, message: String, remedy: String
  ) {
    self.code = code
    self.operation = operation
    self.url = url
    self.errno = errno
    self.isOriginalIntact = isOriginalIntact
    self.unsavedContents = unsavedContents
    self.underlyingError = underlyingError
    self.message = message
    self.remedy = remedy
  }
}

extension DocumentError: CustomStringConvertible, LocalizedError {
  /// The error in the form `path: error: message; remedy`, with `note` if nothing is lost.
  public var description: String { "\(place): \(severity): \(message); \(remedy)" }

  private var severity: String {
    [.savedAtEnd, .keptAtEnd, .unregisteredChange].contains(code) ? "note" : "error"
  }

  /// The message, for Foundation.
  public var errorDescription: String? { message }

  /// The remedy, for Foundation.
  public var recoverySuggestion: String? { remedy }

  package var place: String {
    // Bytes that are not text are visible only in the URL.
    (try? FilePath(of: url))?.text ?? url.absoluteString
  }
}

extension DocumentError {
  package init(
    _ error: UnusablePath, _ operation: Operation = .access,
    unsavedContents: UnsavedContents = .none
  ) {
    switch error {
    case .noFile(let url):
      self.init(
        .schemeNotSupported, operation, url: url, unsavedContents: unsavedContents,
        underlyingError: error, message: "the URL is not a file URL",
        remedy: "use a URL with the scheme file")
    case .nullByte(let url):
      self.init(
        .invalidName, operation, url: url, unsavedContents: unsavedContents,
        underlyingError: error, message: "the URL has a null byte, which no path can have",
        remedy: "remove %00 from the URL")
    }
  }
}
