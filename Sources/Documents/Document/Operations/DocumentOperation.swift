internal import Dispatch
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
  private let status = Mutex(Status())

  private struct Status: Sendable {
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
  }

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

/// Operations of one document, one at a time in the order of their calls.
final class OperationLine: Sendable {
  private struct Waiting: Sendable {
    let operation: DocumentOperation
    let work: UncheckedSendableBox<() -> Void>
  }

  private struct Line: Sendable {
    /// The operation under way.
    var current: DocumentOperation?
    var waiting: [Waiting] = []
    var closings = 0
    /// What waits for the end of all closings.
    var postponed: [Waiting] = []

    mutating func takeNext() -> Waiting? {
      guard !waiting.isEmpty else {
        current = nil
        return nil
      }
      let next = waiting.removeFirst()
      current = next.operation
      return next
    }
  }

  private let line = Mutex(Line())

  /// Starts an operation at once when no other is under way, else where its caller is when the ones
  /// before it have ended.
  ///
  /// - Parameter waitsForClosing: whether it must not come between the saving and the end of a
  ///   closing that was called for earlier.
  func begin(
    _ operation: DocumentOperation, waitsForClosing: Bool = false, _ work: @escaping () -> Void
  ) {
    let entry = Waiting(operation: operation, work: UncheckedSendableBox(work))
    let startsNow = line.withLock { line in
      if waitsForClosing, line.closings > 0 {
        line.postponed.append(entry)
        return false
      }
      guard line.current == nil else {
        line.waiting.append(entry)
        return false
      }
      line.current = operation
      return true
    }
    guard startsNow else { return }
    if operation.isElsewhere {
      operation.resume(work)
    } else {
      DocumentOperation.$current.withValue(operation) { work() }
    }
  }

  /// Ends the operation under way.
  func end() {
    let next = line.withLock { $0.takeNext() }
    if let next { next.operation.resume(next.work.value) }
  }

  /// A Boolean value that indicates whether no operation is under way or waits.
  var isIdle: Bool { line.withLock { $0.current == nil && $0.postponed.isEmpty } }

  /// Ends an operation whose code does not return, because it ends the process.
  ///
  /// - Parameter operation: The operation, or a part of it.
  func abandon(_ operation: DocumentOperation) {
    let next = line.withLock { line -> Waiting? in
      guard let current = line.current, operation.isPart(of: current) else { return nil }
      return line.takeNext()
    }
    if let next { next.operation.resume(next.work.value) }
  }

  /// Notes that a closing has begun, which leaves the line to the save that it asks for.
  func beginClosing() { line.withLock { $0.closings += 1 } }

  /// Notes that a closing has ended, one way or the other.
  func endClosing() {
    let next = line.withLock { line -> Waiting? in
      line.closings -= 1
      guard line.closings == 0 else { return nil }
      line.waiting += line.postponed
      line.postponed = []
      return line.current == nil ? line.takeNext() : nil
    }
    if let next { next.operation.resume(next.work.value) }
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

  func perform(_ block: @escaping () -> Void) {
    let block = UncheckedSendableBox(block)
    queue.async { block.value() }
  }
}
