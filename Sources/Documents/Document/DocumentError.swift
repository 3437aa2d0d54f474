public import Foundation
internal import FoundationAdditions
public import SystemPackage

/// Why an operation on a document failed, and what has become of the user's work.
public struct DocumentError: Error, Sendable {
  /// The kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind, such as `changed-on-disk`.
    public let rawValue: String

    /// Makes a code from its stable name.
    ///
    /// - Parameter rawValue: the name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no item at the place, or a link there leads nowhere.
    public static let noSuchFile = Code(rawValue: "no-such-file")
    /// The permissions forbid it.
    public static let noPermission = Code(rawValue: "no-permission")
    /// The item is a device, a named pipe or a socket.
    public static let specialFile = Code(rawValue: "special-file")
    /// The item is a directory, and its name is that of a file, or the other way round.
    public static let wrongKind = Code(rawValue: "wrong-kind")
    /// The item was changed while it was read, again and again or before all of it was read.
    public static let changedWhileReading = Code(rawValue: "changed-while-reading")
    /// The item is not the one that was last read or written.
    public static let changedOnDisk = Code(rawValue: "changed-on-disk")
    /// The item was deleted, and the document was told so.
    public static let deleted = Code(rawValue: "deleted")
    /// There is an item where a new one was to be made.
    public static let fileExists = Code(rawValue: "file-exists")
    /// The document is not open.
    public static let notOpen = Code(rawValue: "not-open")
    /// Nothing in the class reads or writes URLs of this scheme.
    public static let schemeNotSupported = Code(rawValue: "scheme-not-supported")
    /// The class overrides none of the functions that would know how.
    public static let notOverridden = Code(rawValue: "not-overridden")
    /// The contents are neither `Data` nor a `FileWrapper`.
    public static let contentsNotWritable = Code(rawValue: "contents-not-writable")
    /// The document does not write the type.
    public static let typeNotWritable = Code(rawValue: "type-not-writable")
    /// The item is of a type that may not be chosen here.
    public static let typeNotAllowed = Code(rawValue: "type-not-allowed")
    /// A function of the document class threw the underlying error.
    public static let documentClass = Code(rawValue: "document-class")
    /// An override reported failure and gave no reason.
    public static let failedWithoutError = Code(rawValue: "failed-without-error")
    /// A package has more items, or larger or deeper ones, than are read.
    public static let limitExceeded = Code(rawValue: "limit-exceeded")
    /// The document has changes that would be lost.
    public static let hasChanges = Code(rawValue: "has-changes")
    /// The text cannot be the name of an item.
    public static let invalidName = Code(rawValue: "invalid-name")
    /// A save that a crash had ended left contents that no item has; they were kept.
    public static let contentsRecovered = Code(rawValue: "contents-recovered")
    /// A document went away with changes that were never saved.
    public static let changesLost = Code(rawValue: "changes-lost")
    /// The item is in the trash, where no document saves by itself.
    public static let inTrash = Code(rawValue: "in-trash")
    /// A file presenter has not answered, and was passed over.
    public static let presenterUnresponsive = Code(rawValue: "presenter-unresponsive")
    /// A file presenter of another process does not let somebody access the item.
    public static let presenterRefused = Code(rawValue: "presenter-refused")
    /// There is no place where processes could agree on who accesses an item.
    public static let coordinationUnavailable = Code(rawValue: "coordination-unavailable")
    /// The system does not tell of changes of the item, which are noticed late.
    public static let watchingLimited = Code(rawValue: "watching-limited")
    /// The list of recent documents cannot be read or written; documents themselves can.
    public static let recentDocumentsUnavailable = Code(rawValue: "recent-documents-unavailable")
    /// The document has no place yet, and somebody has to choose one.
    public static let noPlace = Code(rawValue: "no-place")
    /// A directory for the user's state is not used, because other users can reach it.
    public static let noPrivatePlace = Code(rawValue: "no-private-place")
    /// The contents of a document differ from those of its item, and no change was registered.
    public static let unregisteredChange = Code(rawValue: "unregistered-change")
    /// The program ended before it had saved the document, which was saved then.
    public static let savedAtEnd = Code(rawValue: "saved-at-end")
    /// The program ended before it had saved the document, whose changes were autosaved then.
    public static let keptAtEnd = Code(rawValue: "kept-at-end")
    /// The operating system refused; see the error number.
    public static let system = Code(rawValue: "system")
  }

  /// What was under way.
  public enum Operation: String, Hashable, Sendable {
    /// Opening.
    case open
    /// Saving, autosaving included.
    case save
    /// Writing a copy elsewhere.
    case export
    /// Reading again.
    case revert
    /// Closing.
    case close
    /// Renaming, and moving to another directory.
    case rename
    /// Making a second document of the first.
    case duplicate
    /// Noting it among the recent documents.
    case noteRecent = "note recent"
    /// Agreeing with others on who accesses an item.
    case coordinate
    /// Saving because the program ends.
    case end
  }

  /// Where changes are that could not be saved.
  public enum UnsavedContents: Hashable, Sendable {
    /// There are none.
    case none
    /// In the document, which still counts as changed.
    case inMemory
    /// In a file.
    case file(FilePath)
  }

  /// The kind of failure.
  public let code: Code
  /// What was under way.
  public let operation: Operation
  /// The item it was about.
  public let url: URL
  /// The error number of the operating system, where a call of it failed.
  public let errno: Errno?
  /// Whether the item is as it was before.
  public let isOriginalIntact: Bool
  /// Where changes are that could not be saved.
  public let unsavedContents: UnsavedContents
  /// The error behind this one.
  public let underlyingError: (any Error)?
  /// What went wrong, in a sentence.
  public let message: String
  /// The action that corrects the problem.
  public let remedy: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: the kind of failure.
  ///   - operation: what was under way.
  ///   - url: the item it was about.
  ///   - errno: the error number of the operating system.
  ///   - isOriginalIntact: whether the item is as it was before.
  ///   - unsavedContents: where changes are that could not be saved.
  ///   - underlyingError: the error behind this one.
  ///   - message: what went wrong, in a sentence.
  ///   - remedy: what to do about it.
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

extension DocumentError {
  /// Returns the error of a save whose changes a file has.
  func keeping(changesIn path: FilePath) -> DocumentError {
    DocumentError(
      code, operation, url: url, errno: errno, isOriginalIntact: isOriginalIntact,
      unsavedContents: .file(path), underlyingError: underlyingError, message: message,
      remedy: remedy)
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

  private var place: String {
    // Bytes that are no text can be seen in the URL only.
    (try? FilePath(of: url))?.text ?? url.absoluteString
  }
}

extension DocumentError: DescribedFailure {
  package var codeName: String { code.rawValue }
}
