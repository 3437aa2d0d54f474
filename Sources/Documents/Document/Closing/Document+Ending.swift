internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension Document {
  /// Ends an operation that succeeded.
  func finish(_ operation: DocumentOperation, _ completionHandler: (@Sendable (Bool) -> Void)?) {
    operations.end()
    completionHandler?(true)
  }

  /// Ends an operation that failed: the same error goes to the caller, to `handleError` and to the
  /// stream of states (rule O5).
  ///
  /// Cancelling is no failure, and nobody needs to handle it.
  ///
  /// - Parameters:
  ///   - url: the item at fault; nil for the document's own.
  ///   - keepsState: whether nothing is wrong with the document itself.
  ///   - state: what becomes of the state.
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
    // Whoever saves by itself finds the same conflict again and again.
    let isKnown =
      operation.isAutosave
      && (isConflict && record.state.contains(.inConflict) || isKnownDeletion(error))
    changeState(error: isCancelled || isKnown ? nil : error) {
      state(&$0)
      guard !isCancelled, purpose == .save || purpose == .revert else { return }
      // What was to be taken over from elsewhere has nothing to do with the item.
      if !keepsState { $0.insert(.savingError) }
      if isConflict { $0.insert(.inConflict) }
    }
    if !isCancelled, !isKnown { beginHandlingError(error) }
    tellOfVersions()
    operations.end()
    completionHandler?(false)
  }

  /// Whether people have been told already that the item is gone.
  private func isKnownDeletion(_ error: any Error) -> Bool {
    let code = (error as? DocumentError)?.code
    return record.withValues { $0.deletion != nil && code != nil && $0.latestError?.code == code }
  }

  /// Whether an error is one of those that an operation fails with that was called off, by the task
  /// of its caller or by somebody who watched its progress.
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
