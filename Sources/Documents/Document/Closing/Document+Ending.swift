internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension Document {
  /// Ends an operation that succeeded.
  func finish(_ operation: DocumentOperation, _ completionHandler: (@Sendable (Bool) -> Void)?) {
    operations.end()
    operation.answer(true, completionHandler)
  }

  /// Ends an operation that failed: the same error goes to the caller, to `handleError` and to the
  /// stream of states (rule O5).
  ///
  /// A cancellation is not a failure and needs no handling.
  ///
  /// - Parameters:
  ///   - url: the item of the error; nil for the document's own.
  ///   - keepsState: whether the document itself has no problem.
  ///   - state: changes the state.
  func fail(
    _ operation: DocumentOperation, _ purpose: DocumentError.Operation, _ error: any Error,
    _ completionHandler: (@Sendable (Bool) -> Void)?, at url: URL? = nil, keepsState: Bool = false,
    state: (inout State) -> Void = { _ in }
  ) {
    let isCancelled = operation.isCancelled && Self.isCancellation(error)
    let error =
      isCancelled
      ? operation.cancellation ?? error : DocumentError.wrapping(error, purpose, self, url: url)
    operation.fail(error)
    let isConflict = purpose == .save && (error as? DocumentError)?.code == .changedOnDisk
    // An autosave finds the same conflict repeatedly.
    let isKnown =
      operation.isAutosave
      && (isConflict && record.state.contains(.inConflict) || isKnownDeletion(error))
    changeState(error: isCancelled || isKnown ? nil : error) {
      state(&$0)
      guard !isCancelled, purpose == .save || purpose == .revert else { return }
      // A failure to load other contents does not affect the item.
      if !keepsState { $0.insert(.savingError) }
      if isConflict { $0.insert(.inConflict) }
    }
    if !isCancelled, !isKnown { beginHandlingError(error) }
    notifyOfVersions()
    operations.end()
    operation.answer(false, completionHandler)
  }

  /// Returns true if the deletion of the item has already been reported.
  private func isKnownDeletion(_ error: any Error) -> Bool {
    let code = (error as? DocumentError)?.code
    return record.withValues { $0.deletion != nil && code != nil && $0.latestError?.code == code }
  }

  /// Returns true if an error is a cancellation, by the task of the caller or through the progress.
  private static func isCancellation(_ error: any Error) -> Bool {
    switch error {
    case is CancellationError, CocoaError.userCancelled: true
    case let error as FileStoreError: error.errno == .canceled
    case let error as FileWrapperError: error.errno == .canceled
    case let error as SafeWritingError:
      error.errno == .canceled || error.underlyingError.map(isCancellation) ?? false
    case let error as DocumentError: error.underlyingError.map(isCancellation) ?? false
    default: false
    }
  }
}
