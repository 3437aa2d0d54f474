internal import FoundationAdditions
internal import Synchronization

extension Document {
  /// The operation of a call that was made just now.
  ///
  /// Inside an asynchronous call, or one that this document made itself, it goes on where that
  /// does; on the main queue, there; elsewhere where the document was last called asynchronously.
  func makeOperation(
    progress: OperationProgress? = nil, isAutosave: Bool = false
  ) -> DocumentOperation {
    let context = callerContext
    // What the document does by itself later, such as autosaving, it does there too.
    if DocumentOperation.current == nil, case .main = context { record.owner = context }
    return DocumentOperation(self, context: context, progress: progress, isAutosave: isAutosave)
  }

  /// Where the caller is, as far as can be told.
  var callerContext: ResumptionContext {
    if livesOnMainActor { return .main }
    if let current = DocumentOperation.current, current.document == ObjectIdentifier(self) {
      return current.context
    }
    if MainQueue.isCurrent { return .main }
    if case .actor(let actor)? = record.owner { return .actor(actor) }
    return .queue(environment.callbackQueue)
  }

  /// Makes an asynchronous call out of one with a completion handler.
  ///
  /// - Parameter call: calls the overridable form with a completion handler, in the isolation of the
  ///   caller.
  /// - Returns: what the completion handler was told.
  ///
  /// The isolation is a parameter, and not inherited by `nonisolated(nonsending)`: in the compiler of
  /// Swift 6.3 a function of that kind goes on elsewhere after waiting for a cancellation handler.
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

  /// Makes a throwing call out of one that says only whether it succeeded, without losing its error.
  ///
  /// - Parameters:
  ///   - savingType: the identifier of the type to save as; nil when nobody has said.
  ///   - call: calls the overridable form, in the isolation of the caller.
  /// - Throws: the error that the document failed with; when an override reports failure and no
  ///   error, one that says so.
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
            // What a closure does not mention does not isolate it.
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

  /// The same for a call with a completion handler that nobody overrides.
  func completing(
    _ purpose: DocumentError.Operation, isolation: isolated (any Actor)? = #isolation,
    _ call: (@escaping @Sendable (Bool) -> Void) -> Void
  ) async throws {
    try await succeeding(purpose) {
      _ = isolation
      return await calling(call)
    }
  }

  /// The operation of an asynchronous call, which is a part of the one that it was made in.
  ///
  /// A call from nowhere inside another, as an override that says nothing of its isolation makes it,
  /// goes on where the other does.
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
