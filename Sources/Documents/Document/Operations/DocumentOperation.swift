internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UTIFileCoordination
internal import UTIPlatform

/// One call of an operation such as opening, saving or closing, with the isolation of its caller.
///
/// A completion handler reports only success or failure, and an override between caller and
/// document may pass on nothing else. The operation carries the rest. It is a task-local value
/// while the overridable form of an asynchronous call runs. The innermost operation thus finds the
/// isolation to return to and the caller that receives the error.
final class DocumentOperation: Sendable {
  @TaskLocal static var current: DocumentOperation?

  let document: ObjectIdentifier
  let context: ResumptionContext
  private let livesOnMainActor: Bool
  private let isolationWork: IsolationWork
  private let parent: DocumentOperation?
  /// The progress of the operation; nil if the caller does not need it.
  let progress: OperationProgress?
  /// True if the document saves without a request by the user.
  let isAutosave: Bool
  /// True if the document itself has started the operation, so that no handler of the program waits
  /// for it.
  let isOwn: Bool
  /// The identifier of the requested type of a save.
  let savingType: String?
  /// The kind of save of an ``NSDocument``; nil if it is not set.
  let hostedSave: NSDocumentSaveOperationType?
  /// True if the document reads its item again by itself, which must not discard an edit.
  let yieldsToEdits: Bool
  /// The coordinated access that the document saves for; nil if there is none.
  let served: CoordinationState.Number?
  private let status = Mutex(Status())

  private struct Status: Sendable {
    var isOvertaking = false
    var error: (any Error)?
    var hasLoaded = false
    var cancellation: (any Error)?
    var cancellationHandler: UncheckedSendableBox<() -> Void>?
  }

  init(
    _ document: Document, context: ResumptionContext, progress: OperationProgress? = nil,
    isAutosave: Bool = false, savingType: String? = nil,
    hostedSave: NSDocumentSaveOperationType? = nil, yieldsToEdits: Bool = false,
    isOwn: Bool = false
  ) {
    self.progress = progress
    isolationWork = document.isolationWork
    self.document = ObjectIdentifier(document)
    self.context = document.livesOnMainActor ? .main : context
    livesOnMainActor = document.livesOnMainActor
    let current = Self.current
    parent = current?.document == self.document ? current : nil
    self.isAutosave = isAutosave || parent?.isAutosave == true
    self.isOwn = isOwn || parent?.isOwn == true
    self.savingType = savingType ?? parent?.savingType
    self.hostedSave = hostedSave ?? parent?.hostedSave
    self.yieldsToEdits = yieldsToEdits || parent?.yieldsToEdits == true
    served = ServedAccess.current ?? parent?.served
  }

  /// True if the operation runs while another one of the document waits.
  var isOvertaking: Bool { status.withLock { $0.isOvertaking } || parent?.isOvertaking == true }

  fileprivate func noteOvertaking() { status.withLock { $0.isOvertaking = true } }

  /// The error of the operation or of an operation within it.
  var error: (any Error)? { status.withLock { $0.error } }

  /// True if the contents are loaded, and count as the saved state.
  var hasLoaded: Bool {
    get { status.withLock { $0.hasLoaded } }
    set { status.withLock { $0.hasLoaded = newValue } }
  }

  /// Sets the error of this operation and of all operations around it.
  func fail(_ error: any Error) {
    status.withLock { $0.error = error }
    parent?.fail(error)
  }

  /// Cancels the operation if it has not changed anything yet.
  ///
  /// - Parameter reason: the error that the operation fails with.
  func cancel(_ reason: any Error = CancellationError()) {
    let handler = status.withLock { status in
      if status.cancellation == nil { status.cancellation = reason }
      return status.cancellationHandler
    }
    handler?.value()
  }

  /// Sets the handler that ends a wait of the operation; nil when it no longer waits.
  func whenCancelled(_ handler: UncheckedSendableBox<() -> Void>?) {
    let isCancelled = status.withLock { status in
      status.cancellationHandler = handler
      return status.cancellation != nil
    }
    parent?.whenCancelled(handler)
    if isCancelled { handler?.value() }
  }

  /// The error that the operation fails with because it is cancelled; nil if it is not.
  ///
  /// A cancelled progress reports it at once, and calls its handler some time later.
  var cancellation: (any Error)? {
    if let reason = status.withLock({ $0.cancellation }) ?? parent?.cancellation { return reason }
    return progress?.isCancelled == true ? CocoaError(.userCancelled) : nil
  }

  var isCancelled: Bool { cancellation != nil }

  func checkCancellation() throws {
    if let cancellation { throw cancellation }
  }

  /// True if the operation belongs to the main actor and was called elsewhere.
  ///
  /// This can be true only for documents of the main actor. Any other operation continues in the
  /// caller's isolation.
  fileprivate var isElsewhere: Bool {
    guard livesOnMainActor, case .main = context else { return false }
    return !MainQueue.isCurrent
  }

  /// Returns true if the operation is another one, or is called by it.
  func isPart(of other: DocumentOperation) -> Bool {
    self === other || parent?.isPart(of: other) == true
  }

  /// Continues in the caller's isolation, as this operation.
  ///
  /// An edit of the document runs the work if the isolation does not serve its queue.
  func resume(_ work: @escaping () -> Void) {
    let piece = isolationWork.add { Self.$current.withValue(self) { work() } }
    context.perform { piece.run() }
  }

  /// Runs work in the caller's isolation, as this operation, and waits for it.
  func resumeAndWait<Result>(_ work: @escaping () throws -> Result) throws -> Result {
    try ResumptionContext.performAndWait(work, resume)
  }

  /// Calls a completion handler in the caller's isolation, on its queue.
  ///
  /// A handler of the program does not expect to run in the middle of an edit.
  func answer(_ success: Bool, _ completionHandler: (@Sendable (Bool) -> Void)?) {
    guard let completionHandler else { return }
    guard !isOwn, isolationWork.isInEdit else { return completionHandler(success) }
    context.perform { Self.$current.withValue(self) { completionHandler(success) } }
  }
}

/// The operations of one document, one at a time in the order of their calls.
final class OperationLine: Sendable {
  private struct Waiting: Sendable {
    let operation: DocumentOperation
    let work: UncheckedSendableBox<() -> Void>
  }

  private struct Line: Sendable {
    var queue = OperationQueueState<Waiting>()
    /// The identity of the document, which the first operation sets.
    var document: ObjectIdentifier?
    /// The running operations: one, or one and the operation that overtakes it.
    var running: [DocumentOperation] = []

    mutating func end() -> (operation: Waiting, overtakes: Bool)? {
      running.removeLast()
      let next = queue.end { [document] in OperationLine.change(document, $0) }
      if let next { running.append(next.operation.operation) }
      return next
    }
  }

  private let line = Mutex(Line())

  /// Starts an operation at once if none is in progress, and otherwise in its caller's isolation,
  /// after the operations before it.
  ///
  /// - Parameter waitsForClosing: A Boolean value that indicates whether the operation must not
  ///   come between the save and the end of an earlier closing.
  func begin(
    _ operation: DocumentOperation, waitsForClosing: Bool = false, _ work: @escaping () -> Void
  ) {
    let entry = Waiting(operation: operation, work: UncheckedSendableBox(work))
    let admission = line.withLock { line in
      line.document = operation.document
      let admission = line.queue.begin(
        entry, isForReader: operation.served != nil, waitsForClosing: waitsForClosing,
        { Self.change(operation.document, $0) })
      if admission != .waits { line.running.append(operation) }
      if admission == .waits, operation.served != nil { Self.noteNeed(operation, true) }
      return admission
    }
    switch admission {
    case .waits: return
    case .overtakes: operation.noteOvertaking()
    case .starts: break
    }
    if operation.isElsewhere {
      operation.resume(work)
    } else {
      DocumentOperation.$current.withValue(operation) { work() }
    }
  }

  /// Ends the current operation.
  func end() {
    let next = line.withLock { $0.end() }
    if let next { start(next.operation, overtakes: next.overtakes) }
  }

  /// True if no operation is in progress or waits.
  var isIdle: Bool { line.withLock { $0.queue.isIdle } }

  /// True if one operation is in progress and none waits.
  var isAlone: Bool { line.withLock { $0.running.count == 1 && $0.queue.hasNoWaiting } }

  /// Ends an operation whose code does not return, because it ends the process.
  ///
  /// - Parameter operation: The operation, or a part of it.
  func abandon(_ operation: DocumentOperation) {
    let next = line.withLock { line -> (operation: Waiting, overtakes: Bool)? in
      guard let current = line.running.last, operation.isPart(of: current) else { return nil }
      return line.end()
    }
    if let next { start(next.operation, overtakes: next.overtakes) }
  }

  /// Notes that the current operation waits in a coordinated access.
  func noteWaiting() {
    let next = line.withLock { line in
      let next = line.queue.noteWaiting { [document = line.document] in Self.change(document, $0) }
      if let next { line.running.append(next.operation) }
      return next
    }
    if let next { start(next, overtakes: true) }
  }

  /// Notes that closing has begun; the save that it calls may then start.
  func beginClosing() { line.withLock { $0.queue.beginClosing() } }

  /// Notes that closing has ended, with or without success.
  func endClosing() {
    let next = line.withLock { line in
      let next = line.queue.endClosing()
      if let next { line.running.append(next.operation) }
      return next
    }
    if let next { start(next, overtakes: false) }
  }

  private func start(_ next: Waiting, overtakes: Bool) {
    if next.operation.served != nil { Self.noteNeed(next.operation, false) }
    if overtakes { next.operation.noteOvertaking() }
    next.operation.resume(next.work.value)
  }

  private static func change(
    _ document: ObjectIdentifier?, _ overtaking: OperationQueueState<Waiting>.Overtaking
  ) -> Bool {
    guard let document else { return false }
    return CoordinationMonitor.shared.withState { $0.change(document, overtaking) }
  }

  /// Notes whether a save for a reader waits for the current operation.
  private static func noteNeed(_ operation: DocumentOperation, _ isNeeded: Bool) {
    let (document, executor) = (operation.document, Executor.operations(operation.document))
    CoordinationMonitor.shared.withState { state in
      if isNeeded {
        state.noteNeed(document, of: executor)
      } else {
        state.endNeed(document, of: executor)
      }
    }
  }
}

extension Document {
  /// Accesses the files through the overridable function.
  func accessFilesLater(_ body: @escaping @Sendable (Document) -> Void) {
    let document = UncheckedSendableBox(self)
    performAsynchronousFileAccess { body(document.value) }
  }

  /// Starts an access to the files.
  ///
  /// An access that belongs to an operation starts at once; any other starts after the pending
  /// operations (rule A7).
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

/// The queue that reads and writes the files of one document, one access at a time.
final class FileAccessQueue: Sendable {
  private let queue = DispatchQueue(label: "Document.fileAccess", qos: .userInitiated)
  /// The queue of a save for a reader while the first queue waits in a coordinated access.
  private let overtaking = DispatchQueue(
    label: "Document.fileAccess.overtaking", qos: .userInitiated)

  func perform(_ block: @escaping () -> Void) {
    let block = UncheckedSendableBox(block)
    let queue = DocumentOperation.current?.isOvertaking == true ? overtaking : queue
    queue.async { block.value() }
  }
}
