internal import Foundation
internal import SystemPackage
public import UTIFoundationBridge
internal import UniformFoundationAdditions

extension Document {
  func beginHandlingError(_ error: any Error) {
    record.withValues { $0.errorsInHandling.append(error) }
    handleError(error, userInteractionPermitted: true)
  }

  func endHandlingError(recovered: Bool) {
    record.withValues { values in
      if !values.errorsInHandling.isEmpty { values.errorsInHandling.removeFirst() }
    }
  }

  /// Ends the handling of errors that the user has not answered yet, because the program ends.
  ///
  /// Calls ``userInteractionNoLongerPermitted(forError:)`` for each of them.
  public func withdrawUserInteraction() {
    for error in record.withValues({ $0.errorsInHandling }) {
      userInteractionNoLongerPermitted(forError: error)
    }
  }

  package func missingOverride(_ function: String, _ operation: DocumentError.Operation)
    -> DocumentError
  {
    guard fileURL.isFileURL else { return unsupportedScheme(of: fileURL, operation) }
    return DocumentError(
      .notOverridden, operation, url: fileURL,
      unsavedContents: operation == .save && hasUnsavedChanges ? .inMemory : .none,
      message: "\(type(of: self)) does not override \(function)", remedy: "override it")
  }

  package func unsupportedScheme(of url: URL, _ operation: DocumentError.Operation) -> DocumentError
  {
    DocumentError(
      .schemeNotSupported, operation, url: url,
      unsavedContents: operation == .save && hasUnsavedChanges ? .inMemory : .none,
      message: "\(type(of: self)) does not support URLs of scheme \(url.scheme ?? "(none)")",
      remedy: "override read(from:) and save(to:for:completionHandler:)")
  }

  /// The user can no longer be asked (rule H4).
  func reportLostChanges() {
    autosaver.cancel()
    let (url, isLost, autosaved) = record.withValues {
      ($0.fileURL, $0.changes.hasUnsavedChanges || undoActivity.isRecording, $0.autosaved)
    }
    guard isLost else { return }
    // The end of the process has reported the document.
    if autosaved != nil, ProcessEnd.shared.hasReported(ObjectIdentifier(self)) { return }
    let place = autosaved.flatMap { try? FilePath(of: $0.url) }
    environment.report(
      DocumentError(
        .changesLost, .close, url: url, unsavedContents: place.map { .file($0) } ?? .none,
        message: "a document was deallocated with unsaved changes"
          + (place.map { ", which are kept in \($0)" } ?? ""),
        remedy: "close documents before you release them"))
  }
}

extension DocumentError {
  package static func wrapping(
    _ error: any Error, _ operation: Operation, _ document: Document, url: URL? = nil
  ) -> any Error {
    let name = url.map { $0 == document.fileURL ? document.localizedName : $0.itemName }
    let subject = Subject(
      url: url ?? document.fileURL, itemName: name ?? document.localizedName,
      hasUnsavedChanges: operation != .open && document.hasUnsavedChanges,
      className: "\(type(of: document))")
    return wrapping(error, operation, subject)
  }
}

extension Document {
  /// The problem of the open document, with the user's choices; nil if none is known.
  public var problem: DocumentProblem? { observed(\.problem, record.withValues { $0.problem }) }

  /// The error of the ``problem``, also if it occurred earlier or no operation has failed yet.
  package var problemError: DocumentError? {
    let (problem, latest, obstacle) = record.withValues {
      ($0.problem, $0.latestError, $0.obstacle)
    }
    return switch problem?.kind {
    case nil: nil
    case .notWritable: obstacle
    case .conflict:
      latest
        ?? error(.changedOnDisk, "was changed by another process", "choose the changes to keep")
    case .deleted: latest ?? error(.deleted, "was deleted", "save it again")
    case .inTrash: latest ?? error(.inTrash, "is in the trash", "save it elsewhere")
    case .failed: latest ?? error(.failedWithoutError, "could not be saved", "save it again")
    }
  }

  private func error(
    _ code: DocumentError.Code, _ message: String, _ remedy: String
  ) -> DocumentError {
    DocumentError(
      code, .save, url: fileURL, unsavedContents: hasUnsavedChanges ? .inMemory : .none,
      message: "\(localizedName) \(message)", remedy: remedy)
  }

  /// The reason why the document cannot be saved at its location, such as a read-only item; nil if
  /// none is known.
  ///
  /// It is determined when the document is opened, so that the user knows it before the first edit.
  /// Edits are still possible. They are autosaved to the recovery location and can be saved under
  /// another name.
  public var savingObstacle: DocumentError? {
    observed(\.savingObstacle, record.withValues { $0.obstacle })
  }

  /// Runs on the queue of file access.
  package func lookForObstacle() {
    guard fileURL.isFileURL, !isDraft, let path = try? FilePath(of: fileURL) else { return }
    let writer = SafeWriter(store: environment.store, options: environment.writingOptions)
    let obstacle = writer.obstacle(toOverwriting: path)
      .flatMap { DocumentError.wrapping($0, .save, self) as? DocumentError }
    record.withValues { $0.obstacle = obstacle }
  }
}

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
