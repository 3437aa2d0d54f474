internal import Synchronization
internal import UTIFoundationBridge

extension Document {
  /// Creates the operation of a call.
  ///
  /// The operation continues in the isolation of its call. An asynchronous call, and a call that
  /// this document makes itself, pass on their isolation. A call on the main queue continues there.
  /// Any other call continues in the isolation of the last asynchronous call.
  func makeOperation(
    progress: OperationProgress? = nil, isAutosave: Bool = false
  ) -> DocumentOperation {
    let context = callerContext
    // Later work of the document itself, such as autosaving, uses this isolation too.
    if DocumentOperation.current == nil, case .main = context { record.owner = context }
    return DocumentOperation(self, context: context, progress: progress, isAutosave: isAutosave)
  }

  /// The isolation of the caller, as far as it is known.
  var callerContext: ResumptionContext {
    if livesOnMainActor { return .main }
    if let current = DocumentOperation.current, current.document == ObjectIdentifier(self) {
      return current.context
    }
    if MainQueue.isCurrent { return .main }
    if case .actor(let actor)? = record.owner { return .actor(actor) }
    return .queue(environment.callbackQueue)
  }

  /// Calls a function with a completion handler as an asynchronous function.
  ///
  /// - Parameter call: calls the overridable form with a completion handler, in the isolation of
  ///   the caller.
  /// - Returns: the argument of the completion handler.
  ///
  /// The isolation is a parameter, and not inherited by `nonisolated(nonsending)`: with the
  /// compiler of Swift 6.3, such a function continues in another isolation after a cancellation
  /// handler.
  func calling(
    isolation: isolated (any Actor)? = #isolation,
    _ call: (@escaping @Sendable (Bool) -> Void) -> Void
  ) async -> Bool {
    let operation = makeAsynchronousOperation(isolation)
    return await withTaskCancellationHandler(
      operation: {
        await withCheckedContinuation(isolation: isolation) { continuation in
          let resumption = SingleResumption(continuation)
          DocumentOperation.$current.withValue(operation) { call(resumption.resume) }
        }
      }, onCancel: { operation.cancel() }, isolation: isolation)
  }

  /// Calls a function that returns only whether it succeeded as a throwing function, without losing
  /// its error.
  ///
  /// - Parameters:
  ///   - savingType: the identifier of the type to save as; nil if it is not requested.
  ///   - call: calls the overridable form, in the isolation of the caller.
  /// - Throws: the error of the document; if an override fails without an error,
  ///   `failed-without-error`.
  func succeeding(
    _ purpose: DocumentError.Operation, savingType: String? = nil,
    isolation: isolated (any Actor)? = #isolation, _ call: () async -> Bool
  ) async throws {
    let operation = makeAsynchronousOperation(isolation, savingType: savingType)
    let success = await withTaskCancellationHandler(
      operation: {
        await DocumentOperation.$current.withValue(
          operation,
          operation: {
            // A closure is isolated only if it mentions the isolation.
            _ = isolation
            return await call()
          }, isolation: isolation)
      }, onCancel: { operation.cancel() }, isolation: isolation)
    guard !success else { return }
    throw operation.error
      ?? DocumentError(
        .failedWithoutError, purpose, url: fileURL,
        message: "\(type(of: self)) reported a failure without an error",
        remedy: "call handleError(_:userInteractionPermitted:) if the override fails")
  }

  /// Calls a function with a completion handler that is not overridable as a throwing function.
  func completing(
    _ purpose: DocumentError.Operation, isolation: isolated (any Actor)? = #isolation,
    _ call: (@escaping @Sendable (Bool) -> Void) -> Void
  ) async throws {
    try await succeeding(purpose) {
      _ = isolation
      return await calling(call)
    }
  }

  /// Creates the operation of an asynchronous call, as a part of the operation around it.
  ///
  /// A call without isolation inside another one, such as from an override that does not declare
  /// its isolation, continues in the isolation of the other one.
  private func makeAsynchronousOperation(
    _ isolation: (any Actor)?, savingType: String? = nil
  ) -> DocumentOperation {
    let current = DocumentOperation.current
    let context: ResumptionContext =
      if livesOnMainActor {
        .main
      } else if isolation == nil, let current, current.document == ObjectIdentifier(self) {
        current.context
      } else {
        ResumptionContext(isolation: isolation, callbackQueue: environment.callbackQueue)
      }
    record.owner = context
    return DocumentOperation(self, context: context, savingType: savingType)
  }
}

/// A continuation for a completion handler that an override may call twice.
private final class SingleResumption: Sendable {
  private let continuation: Mutex<CheckedContinuation<Bool, Never>?>

  init(_ continuation: CheckedContinuation<Bool, Never>) {
    self.continuation = Mutex(continuation)
  }

  @Sendable func resume(_ success: Bool) {
    continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }?.resume(returning: success)
  }
}
