public import Foundation
internal import Synchronization
package import UTIFoundationBridge
internal import UTIPlatform

extension Document {
  /// Asynchronous calls and calls of this document pass on their isolation, a call on the main
  /// queue continues there, and any other in the isolation of the last asynchronous call.
  package func makeOperation(
    progress: OperationProgress? = nil, isAutosave: Bool = false, isClosing: Bool = false
  ) -> DocumentOperation {
    let context = callerContext
    // Later work of the document itself, such as autosaving, uses this isolation too.
    if DocumentOperation.current == nil, case .main = context { record.owner = context }
    return DocumentOperation(
      self, context: context, progress: progress, isAutosave: isAutosave, isClosing: isClosing)
  }

  var callerContext: ResumptionContext {
    if livesOnMainActor { return .main }
    if let current = DocumentOperation.current, current.document == ObjectIdentifier(self) {
      return current.context
    }
    if MainQueue.isCurrent { return .main }
    if case .actor(let actor)? = record.owner { return .actor(actor) }
    return .queue(environment.callbackQueue)
  }

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
          operation.run { call(resumption.resume) }
        }
      }, onCancel: { operation.cancel() }, isolation: isolation)
  }

  /// Throws the document's error, or `failed-without-error` if an override fails without one;
  /// `call` runs in the caller's isolation.
  func succeeding(
    _ purpose: DocumentError.Operation, savingType: String? = nil,
    isolation: isolated (any Actor)? = #isolation, _ call: () async -> Bool
  ) async throws {
    let operation = makeAsynchronousOperation(isolation, savingType: savingType)
    let success = await withTaskCancellationHandler(
      operation: {
        await OperationScope.$current.withValue(
          OperationScope.current.with(operation),
          operation: {
            // A closure is isolated only if it mentions the isolation.
            _ = isolation
            return await call()
          }, isolation: isolation)
      }, onCancel: { operation.cancel() }, isolation: isolation)
    guard !success else { return }
    throw operation.error ?? failedWithoutError(purpose)
  }

  /// Returns the error of an override that fails without one.
  func failedWithoutError(_ purpose: DocumentError.Operation) -> DocumentError {
    DocumentError(
      .failedWithoutError, purpose, url: fileURL,
      message: "\(type(of: self)) reported a failure without an error",
      remedy: "call handleError(_:userInteractionPermitted:) if the override fails")
  }

  /// Calls a function with a completion handler that is not overridable as a throwing function.
  package func completing(
    _ purpose: DocumentError.Operation, isolation: isolated (any Actor)? = #isolation,
    _ call: (@escaping @Sendable (Bool) -> Void) -> Void
  ) async throws {
    try await succeeding(purpose) {
      _ = isolation
      return await calling(call)
    }
  }

  /// A call without isolation inside another one, such as from an override that declares none,
  /// continues in the isolation of the other one.
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

extension Document {
  package var types: ItemTypes { ItemTypes(registry: environment.registry ?? .current) }

  package func accessFilesLater(_ body: @escaping @Sendable (Document) -> Void) {
    let document = UncheckedSendableBox(self)
    performAsynchronousFileAccess { body(document.value) }
  }

  /// Does work on the queue of file access, but does not wait for pending operations.
  package func afterFileAccess<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      fileAccess.perform { continuation.resume(returning: work()) }
    }
  }

  /// An access of an operation starts at once, any other after the pending operations (rule A7).
  func startFileAccess(_ block: @escaping () -> Void) {
    guard DocumentOperation.current?.document != ObjectIdentifier(self) else {
      return fileAccess.perform(block)
    }
    operations.begin(makeOperation()) { [self] in
      fileAccess.perform(block)
      operations.end()
    }
  }
}

extension DocumentOperation {
  package convenience init(
    _ document: Document, context: ResumptionContext, progress: OperationProgress? = nil,
    isAutosave: Bool = false, savingType: String? = nil, hostedSave: UInt? = nil,
    yieldsToEdits: Bool = false, isOwn: Bool = false, isClosing: Bool = false,
    isOfEnd: Bool = false
  ) {
    self.init(
      of: ObjectIdentifier(document), context: context,
      livesOnMainActor: document.livesOnMainActor, isolationWork: document.isolationWork,
      progress: progress, isAutosave: isAutosave, savingType: savingType, hostedSave: hostedSave,
      yieldsToEdits: yieldsToEdits, isOwn: isOwn, isClosing: isClosing,
      isOfEnd: isOfEnd)
  }
}

/// A continuation for a completion handler that an override may call twice.
final class SingleResumption: Sendable {
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

extension Document {
  func makeReportingOperation() -> DocumentOperation {
    let progress = OperationProgress(threshold: environment.progressThreshold)
    let operation = makeOperation(progress: progress)
    let document = WeakDocument(self)
    // The operation owns its progress, which owns the following closures.
    progress.prepare(
      show: { [weak operation, weak progress] shown in
        operation?.resume {
          // The operation may have ended before it is shown.
          guard progress?.isOver == false, let document = document.document else { return }
          document.record.withValues { $0.progress = shown }
          document.changeState(.init(inserted: .progressAvailable))
        }
      }, cancel: { [weak operation] in operation?.cancel(CocoaError(.userCancelled)) })
    return operation
  }

  /// Works on the queue of file access; `completion` runs in the caller's isolation, after the
  /// progress has ended.
  func accessFiles<Result>(
    as operation: DocumentOperation, _ work: @escaping () throws -> Result,
    then completion: @escaping (Swift.Result<Result, any Error>) -> Void
  ) {
    let (work, completion) = (UncheckedSendableBox(work), UncheckedSendableBox(completion))
    accessFilesLater { document in
      let result = Swift.Result { try work.value() }
      operation.resume {
        if operation.progress?.end() == true {
          document.record.withValues { $0.progress = nil }
          document.changeState(.init(removed: .progressAvailable))
        }
        completion.value(result)
      }
    }
  }
}

extension DocumentOperation {
  var transfer: ByteProgress {
    ByteProgress(
      advance: { [progress] count in
        progress?.advance(by: count)
        ProcessEnd.shared.noteProgress()
      },
      isCancelled: { [self] in isCancelled })
  }
}

// The primary interface. Each function calls the asynchronous one with UIDocument's name, which
// calls the one with a completion handler, so that an override of either is used.

extension Document {
  /// Reads the document's item; does nothing if the document is open.
  ///
  /// - Throws: ``DocumentError``, or `CancellationError` if the task was cancelled before the
  ///   contents were loaded; the document stays closed.
  public nonisolated(nonsending) func openContents() async throws {
    try await succeeding(.open) { await open() }
  }

  /// Writes the document, even if it has no changes.
  ///
  /// - Parameters:
  ///   - url: the destination; an extension that suits the type is appended if it has none.
  ///   - saveOperation: whether to create an item, which never replaces one, or to overwrite it.
  /// - Throws: ``DocumentError``, or `CancellationError` if the task was cancelled before the new
  ///   item was at its location. The change state, URL and item are then unchanged.
  public nonisolated(nonsending) func saveContents(
    to url: URL, for saveOperation: SaveOperation
  ) async throws {
    try await succeeding(.save) { await save(to: url, for: saveOperation) }
  }

  /// Writes the document as another type, which it keeps.
  ///
  /// - Parameters:
  ///   - url: the destination; an extension that suits the type is appended if it has none.
  ///   - typeName: the identifier of the type, which the class must be able to write.
  ///   - saveOperation: whether to create an item, which never replaces one, or to overwrite it. A
  ///     document that is overwritten in place gets a name that suits the type.
  /// - Throws: the errors of ``saveContents(to:for:)``.
  public nonisolated(nonsending) func save(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperation
  ) async throws {
    try await succeeding(.save, savingType: typeName) { await save(to: url, for: saveOperation) }
  }

  /// Saves if there are unsaved changes.
  ///
  /// - Throws: the errors of ``saveContents(to:for:)``; also if an override declines.
  public nonisolated(nonsending) func autosaveContents() async throws {
    try await succeeding(.save) { await autosave() }
  }

  /// Reads the document again and discards all changes.
  ///
  /// - Parameter url: the item to read; it becomes the document's location.
  /// - Throws: ``DocumentError`` or `CancellationError`; the document is then unchanged.
  public nonisolated(nonsending) func revertContents(to url: URL) async throws {
    try await succeeding(.revert) { await revert(toContentsOf: url) }
  }

  /// Saves if necessary, then closes.
  ///
  /// - Throws: the errors of ``saveContents(to:for:)``; the document then stays open.
  public nonisolated(nonsending) func saveAndClose() async throws {
    try await succeeding(.close) { await close() }
  }
}
