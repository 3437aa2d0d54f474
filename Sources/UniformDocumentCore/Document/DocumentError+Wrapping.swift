internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UniformFoundationAdditions

extension DocumentError {
  /// The item and the document that an error is about.
  struct Subject {
    let url: URL
    let itemName: String
    let hasUnsavedChanges: Bool
    let className: String
  }

  /// A `DocumentError` of a document is returned as it is.
  static func wrapping(
    _ error: any Error, _ operation: Operation, _ subject: Subject
  ) -> any Error {
    let (itemName, url) = (subject.itemName, subject.url)
    let unsaved: UnsavedContents = subject.hasUnsavedChanges ? .inMemory : .none
    switch error {
    case let error as DocumentError where error.operation == .access:
      if let saving = error.underlyingError as? SafeWritingError {
        return wrapping(saving, operation, subject)
      }
      // It names the part of a package by its path in the package.
      let failure = (error.underlyingError as? FileStoreError).map { "\($0)" }
      return DocumentError(
        error.code, operation, url: url, errno: error.errno, unsavedContents: unsaved,
        underlyingError: error.underlyingError ?? error,
        message: "\(itemName): \(failure ?? "\(error.place): \(error.message)")",
        remedy: error.errno.map { remedy(for: $0, operation) } ?? error.remedy)
    case var error as DocumentError:
      if error.operation == .coordinate { error.unsavedContents = unsaved }
      return error
    case let error as UnusablePath:
      return DocumentError(error, operation, unsavedContents: unsaved)
    case let error as SafeWritingError where error.underlyingError != nil:
      return wrapping(error.underlyingError ?? error, operation, subject)
    case let error as SafeWritingError:
      let isUnknown = error.code == .vanished && operation == .rename
      return DocumentError(
        isUnknown ? .noSuchFile : code(of: error), operation, url: url, errno: error.errno,
        isOriginalIntact: error.isOriginalIntact, unsavedContents: unsaved, underlyingError: error,
        message: "\(itemName): \(message(of: error, operation))",
        remedy: remedy(of: error, operation))
    case let error as FileStoreError:
      return wrapping(DocumentError(error), operation, subject)
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
