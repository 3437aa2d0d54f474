internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

extension Document {
  /// Passes an error to the document class and keeps it until it is handled.
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

  func missingOverride(_ function: String, _ operation: DocumentError.Operation) -> DocumentError {
    guard fileURL.isFileURL else { return unsupportedScheme(of: fileURL, operation) }
    return DocumentError(
      .notOverridden, operation, url: fileURL,
      unsavedContents: operation == .save && hasUnsavedChanges ? .inMemory : .none,
      message: "\(type(of: self)) does not override \(function)", remedy: "override it")
  }

  func unsupportedScheme(of url: URL, _ operation: DocumentError.Operation) -> DocumentError {
    DocumentError(
      .schemeNotSupported, operation, url: url,
      unsavedContents: operation == .save && hasUnsavedChanges ? .inMemory : .none,
      message: "\(type(of: self)) does not support URLs of scheme \(url.scheme ?? "(none)")",
      remedy: "override read(from:) and save(to:for:completionHandler:)")
  }

  /// Reports that changes are lost with the document, because the user can no longer be asked (rule
  /// H4).
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
