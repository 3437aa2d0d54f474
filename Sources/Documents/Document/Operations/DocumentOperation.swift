internal import Dispatch
internal import FileCoordination
internal import Foundation
internal import Synchronization
internal import UTIPlatform

/// One call of opening, saving, closing and the like, and where its caller is.
///
/// A completion handler says only whether an operation succeeded, and an override between caller and
/// document may pass on nothing else. What more there is to know travels here: the operation of an
/// asynchronous call is a task-local value while the overridable form of the call runs, so that the
/// innermost operation finds where to return and whom to tell the error.
final class DocumentOperation: Sendable {
  @TaskLocal static var current: DocumentOperation?

  let document: ObjectIdentifier
  let context: ResumptionContext
  private let livesOnMainActor: Bool
  private let parent: DocumentOperation?
  /// Where the operation tells how far it has come; nil when nobody wants to know.
  let progress: OperationProgress?
  /// Whether the document saves by itself, and nobody has asked for it.
  let isAutosave: Bool
  /// The identifier of the type that somebody has asked to save as.
  let savingType: String?
  /// What the save is to an ``NSDocument``; nil when nobody has said.
  let hostedSave: NSDocument.SaveOperationType?
  /// Whether the document reads its item again by itself, which must not take away an edit.
  let yieldsToEdits: Bool
  /// The coordinated access that the document saves for; nil if none has asked for it.
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
    hostedSave: NSDocument.SaveOperationType? = nil, yieldsToEdits: Bool = false
  ) {
    self.progress = progress
    self.document = ObjectIdentifier(document)
    self.context = document.livesOnMainActor ? .main : context
    livesOnMainActor = document.livesOnMainActor
    let current = Self.current
    parent = current?.document == self.document ? current : nil
    self.isAutosave = isAutosave || parent?.isAutosave == true
    self.savingType = savingType ?? parent?.savingType
    self.hostedSave = hostedSave ?? parent?.hostedSave
    self.yieldsToEdits = yieldsToEdits || parent?.yieldsToEdits == true
    served = ServedAccess.current ?? parent?.served
  }

  /// A Boolean value that indicates whether the operation runs while another one of the document waits.
  var isOvertaking: Bool { status.withLock { $0.isOvertaking } || parent?.isOvertaking == true }

  fileprivate func noteOvertaking() { status.withLock { $0.isOvertaking = true } }

  /// The error that the operation, or one that it called for, has failed with.
  var error: (any Error)? { status.withLock { $0.error } }

  /// Whether what was read is loaded, and counts as the saved state already.
  var hasLoaded: Bool {
    get { status.withLock { $0.hasLoaded } }
    set { status.withLock { $0.hasLoaded = newValue } }
  }

  /// Tells everybody up to the asynchronous caller why the operation fails.
  func fail(_ error: any Error) {
    status.withLock { $0.error = error }
    parent?.fail(error)
  }

  /// Asks the operation to stop before it has changed anything.
  ///
  /// - Parameter reason: what the operation is to fail with.
  func cancel(_ reason: any Error = CancellationError()) {
    let handler = status.withLock { status in
      if status.cancellation == nil { status.cancellation = reason }
      return status.cancellationHandler
    }
    handler?.value()
  }

  /// Says what ends a waiting of the operation; nil when it waits no more.
  func whenCancelled(_ handler: UncheckedSendableBox<() -> Void>?) {
    let isCancelled = status.withLock { status in
      status.cancellationHandler = handler
      return status.cancellation != nil
    }
    parent?.whenCancelled(handler)
    if isCancelled { handler?.value() }
  }

  /// Why nobody wants the result any more: what the operation is to fail with.
  ///
  /// A progress that is called off says so at once, and calls its handler some time later.
  var cancellation: (any Error)? {
    if let reason = status.withLock({ $0.cancellation }) ?? parent?.cancellation { return reason }
    return progress?.isCancelled == true ? CocoaError(.userCancelled) : nil
  }

  var isCancelled: Bool { cancellation != nil }

  func checkCancellation() throws {
    if let cancellation { throw cancellation }
  }

  /// Whether the operation belongs to the main actor, and was called for elsewhere.
  ///
  /// Only documents of the main actor are; any other goes on where it was called.
  fileprivate var isElsewhere: Bool {
    guard livesOnMainActor, case .main = context else { return false }
    return !MainQueue.isCurrent
  }

  /// Returns a Boolean value that indicates whether the operation is another one, or was called for by it.
  func isPart(of other: DocumentOperation) -> Bool {
    self === other || parent?.isPart(of: other) == true
  }

  /// Goes on where the caller is, as this operation.
  func resume(_ work: @escaping () -> Void) {
    context.perform { Self.$current.withValue(self) { work() } }
  }

  /// Does work where the caller is, as this operation, and waits for it.
  func resumeAndWait<Result>(_ work: @escaping () throws -> Result) throws -> Result {
    try context.performAndWait { try Self.$current.withValue(self) { try work() } }
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
    /// The identity of the document, which the first operation brings.
    var document: ObjectIdentifier?
    /// The operations whose code runs: one, or one that another one overtakes, and that one.
    var running: [DocumentOperation] = []

    mutating func end() -> (operation: Waiting, overtakes: Bool)? {
      running.removeLast()
      let next = queue.end { [document] in OperationLine.change(document, $0) }
      if let next { running.append(next.operation.operation) }
      return next
    }
  }

  private let line = Mutex(Line())

  /// Starts an operation at once if none is under way, and otherwise where its caller is, after the
  /// operations before it.
  ///
  /// - Parameter waitsForClosing: A Boolean value that indicates whether the operation must not come
  ///   between the save and the end of an earlier closing.
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

  /// Ends the operation under way.
  func end() {
    let next = line.withLock { $0.end() }
    if let next { start(next.operation, overtakes: next.overtakes) }
  }

  /// A Boolean value that indicates whether no operation is under way or waits.
  var isIdle: Bool { line.withLock { $0.queue.isIdle } }

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

  /// Notes that the operation under way waits in a coordinated access.
  func noteWaiting() {
    let next = line.withLock { line in
      let next = line.queue.noteWaiting { [document = line.document] in Self.change(document, $0) }
      if let next { line.running.append(next.operation) }
      return next
    }
    if let next { start(next, overtakes: true) }
  }

  /// Notes that a closing has begun, which leaves the line to the save that it asks for.
  func beginClosing() { line.withLock { $0.queue.beginClosing() } }

  /// Notes that a closing has ended, one way or the other.
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

  /// Notes that a save for a reader waits for the operation under way, or no longer does.
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
  /// Does something with the files, through the overridable function.
  func accessFilesLater(_ body: @escaping @Sendable (Document) -> Void) {
    let document = UncheckedSendableBox(self)
    performAsynchronousFileAccess { body(document.value) }
  }

  /// Starts an access to the files: one that belongs to an operation at once, any other when the
  /// operations that were called for before it have come to their own (rule A7).
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

/// What files of one document are read and written on, one access at a time.
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
