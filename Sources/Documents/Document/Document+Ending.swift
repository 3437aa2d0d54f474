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
  /// - Parameter state: what becomes of the state.
  func fail(
    _ operation: DocumentOperation, _ purpose: DocumentError.Operation, _ error: any Error,
    _ completionHandler: (@Sendable (Bool) -> Void)?,
    state: (inout State) -> Void = { _ in }
  ) {
    let error = DocumentError.wrapping(error, purpose, self)
    let isCancelled = error is CancellationError
    operation.fail(error)
    changeState(error: isCancelled ? nil : error) {
      state(&$0)
      if !isCancelled, purpose == .save || purpose == .revert { $0.insert(.savingError) }
    }
    if !isCancelled { beginHandlingError(error) }
    operations.end()
    completionHandler?(false)
  }
}
