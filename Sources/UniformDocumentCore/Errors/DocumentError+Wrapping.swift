internal import Foundation
internal import SystemPackage
package import UTIFoundationBridge
internal import UniformFoundationAdditions

extension DocumentError {
  /// The item and the document that an error is about.
  struct Subject {
    let url: URL
    let itemName: String
    let hasUnsavedChanges: Bool
    let className: String
  }

  /// A `DocumentError` is returned as it is.
  static func wrapping(
    _ error: any Error, _ operation: Operation, _ subject: Subject
  ) -> any Error {
    let (itemName, url) = (subject.itemName, subject.url)
    let unsaved: UnsavedContents = subject.hasUnsavedChanges ? .inMemory : .none
    switch error {
    case is DocumentError:
      return error
    case let error as FileCoordinationError:
      return DocumentError(error, unsavedContents: unsaved)
    case let error as UnusablePath:
      return DocumentError(error, operation, unsavedContents: unsaved)
    case let error as SafeWritingError where error.underlyingError != nil:
      return wrapping(error.underlyingError ?? error, operation, subject)
    case let error as SafeWritingError:
      return DocumentError(
        code(of: error, operation), operation, url: url, errno: error.errno,
        isOriginalIntact: error.isOriginalIntact, unsavedContents: unsaved, underlyingError: error,
        message: "\(itemName): \(message(of: error, operation))",
        remedy: remedy(of: error, operation))
    case let error as FileStoreError:
      return DocumentError(
        code(of: error.errno), operation, url: url, errno: error.errno, unsavedContents: unsaved,
        underlyingError: error, message: "\(itemName): \(error)",
        remedy: remedy(for: error.errno, operation))
    case let error as FileWrapperError:
      if case .saving(let error) = error.reason {
        return wrapping(error, operation, subject)
      }
      let remedy = error.errno.map { Self.remedy(for: $0, operation) } ?? error.remedy
      return DocumentError(
        code(of: error), operation, url: url, errno: error.errno, unsavedContents: unsaved,
        underlyingError: error, message: "\(itemName): \(error.problem)",
        remedy: remedy)
    default:
      return DocumentError(
        .documentClass, operation, url: url, unsavedContents: unsaved, underlyingError: error,
        message: "\(itemName): \(subject.className) failed: \(error)",
        remedy: "see the underlying error")
    }
  }

  private static func message(of error: SafeWritingError, _ operation: Operation) -> String {
    operation == .export ? error.message(failing: "not exported") : error.message
  }

  private static func remedy(of error: SafeWritingError, _ operation: Operation) -> String {
    guard error.code == .changedOnDisk else { return error.remedy }
    return
      "compare both versions; then take the other with revertContents(to:), save this one under "
      + "another name, or save it with overwritesChangesOnDisk"
  }

  /// The error for a failure of file coordination, with the same code, message and remedy.
  init(_ error: FileCoordinationError, unsavedContents: UnsavedContents = .none) {
    self.init(
      Code(rawValue: error.code.rawValue), .coordinate, url: error.url, errno: error.errno,
      unsavedContents: unsavedContents, underlyingError: error.underlyingError,
      message: error.message, remedy: error.remedy)
  }

  package init(
    _ error: UnusablePath, _ operation: Operation, unsavedContents: UnsavedContents = .none
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

  private static func code(of error: SafeWritingError, _ operation: Operation) -> Code {
    switch error.code {
    case .alreadyExists: .fileExists
    case .vanished: operation == .rename ? .noSuchFile : .deleted
    case .changedOnDisk: .changedOnDisk
    case .specialFile: .specialFile
    case .notWritable, .immutable: .noPermission
    case .missingDirectory: .noSuchFile
    default: error.errno.map(code(of:)) ?? .system
    }
  }

  private static func code(of error: FileWrapperError) -> Code {
    switch error.reason {
    case .systemCall(let error): code(of: error.errno)
    case .changedSinceRead: .changedWhileReading
    case .specialFile: .specialFile
    case .tooDeep, .tooManyItems, .tooLarge: .limitExceeded
    case .invalidFilename: .invalidName
    case .notAFileURL: .schemeNotSupported
    case .saving, .invalidSerialization: .documentClass
    }
  }

  private static func code(of errno: Errno) -> Code {
    switch errno {
    case .noSuchFileOrDirectory, .notDirectory: .noSuchFile
    case .permissionDenied, .notPermitted, .readOnlyFileSystem: .noPermission
    case .fileExists: .fileExists
    default: .system
    }
  }

  private static func remedy(for errno: Errno, _ operation: Operation) -> String {
    switch errno {
    case .noSuchFileOrDirectory, .notDirectory: "check the path"
    case .fileExists: "choose another name"
    case .permissionDenied, .notPermitted:
      operation == .open || operation == .revert
        ? "ask for permission" : SafeWritingError.remedy(for: errno)
    default: SafeWritingError.remedy(for: errno)
    }
  }
}
