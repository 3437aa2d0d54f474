internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UTIFileCoordination
internal import UTIPlatform

/// One call of an operation such as opening or saving, with the isolation and error of its caller,
/// which overrides between caller and document may not pass on.
///
/// It is current (``OperationScope``) while the overridable form of an asynchronous call runs.
package final class DocumentOperation: Sendable {
  package let document: ObjectIdentifier
  let context: ResumptionContext
  private let livesOnMainActor: Bool
  private let isolationWork: IsolationWork
  private let parent: DocumentOperation?
  package let progress: OperationProgress?
  package let isAutosave: Bool
  let isClosing: Bool
  /// The document itself has started the operation, so that no handler of the program waits for it.
  let isOwn: Bool
  /// True for the save of the end of the process, and its parts.
  let isOfEnd: Bool
  package let savingType: String?
  /// The number of the kind of save that another class of documents asks for; nil if it is not set.
  package let hostedSave: UInt?
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
    of document: ObjectIdentifier, context: ResumptionContext, livesOnMainActor: Bool,
    isolationWork: IsolationWork, progress: OperationProgress? = nil,
    isAutosave: Bool = false, savingType: String? = nil,
    hostedSave: UInt? = nil, yieldsToEdits: Bool = false,
    isOwn: Bool = false, isClosing: Bool = false, isOfEnd: Bool = false
  ) {
    self.progress = progress
    self.isolationWork = isolationWork
    self.document = document
    self.context = livesOnMainActor ? .main : context
    self.livesOnMainActor = livesOnMainActor
    let current = Self.current
    parent = current?.document == self.document ? current : nil
    self.isAutosave = isAutosave || parent?.isAutosave == true
    self.isOwn = isOwn || parent?.isOwn == true
    self.isOfEnd = isOfEnd || parent?.isOfEnd == true
    self.isClosing = isClosing || parent?.isClosing == true
    self.savingType = savingType ?? parent?.savingType
    self.hostedSave = hostedSave ?? parent?.hostedSave
    self.yieldsToEdits = yieldsToEdits || parent?.yieldsToEdits == true
    served = ServedAccess.current ?? parent?.served
  }

  /// True if the operation runs while another one of the document waits.
  var isOvertaking: Bool { status.withLock { $0.isOvertaking } || parent?.isOvertaking == true }

  func noteOvertaking() { status.withLock { $0.isOvertaking = true } }

  package var error: (any Error)? { status.withLock { $0.error } }

  var hasLoaded: Bool {
    get { status.withLock { $0.hasLoaded } }
    set { status.withLock { $0.hasLoaded = newValue } }
  }

  /// Sets the error of this operation and of all operations around it.
  package func fail(_ error: any Error) {
    status.withLock { $0.error = error }
    parent?.fail(error)
  }

  /// Has no effect if the operation has changed anything; `reason` becomes its error.
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

  /// A cancelled progress reports it at once, and calls its handler some time later.
  var cancellation: (any Error)? {
    if let reason = status.withLock({ $0.cancellation }) ?? parent?.cancellation { return reason }
    return progress?.isCancelled == true ? CocoaError(.userCancelled) : nil
  }

  var isCancelled: Bool { cancellation != nil }

  package func checkCancellation() throws {
    if let cancellation { throw cancellation }
  }

  /// True only for documents of the main actor; other operations continue in the caller's
  /// isolation.
  var isElsewhere: Bool {
    guard livesOnMainActor, case .main = context else { return false }
    return !MainQueue.isCurrent
  }

  func isPart(of other: DocumentOperation) -> Bool {
    self === other || parent?.isPart(of: other) == true
  }

  /// An edit of the document runs the work if the isolation does not serve its queue.
  func resume(_ work: @escaping () -> Void) {
    let piece = isolationWork.add { self.run(work) }
    // The program does not expect other contents after a wait between two uses of the document.
    context.perform(isPostponable: yieldsToEdits) { piece.run() }
  }

  /// Runs work in the caller's isolation, as this operation, and waits for it.
  package func resumeAndWait<Result>(_ work: @escaping () throws -> Result) throws -> Result {
    try ResumptionContext.performAndWait(work, resume)
  }

  /// Calls it on the isolation's queue: a handler does not expect to run in the middle of an edit
  /// or of a wait.
  func answer(_ success: Bool, _ completionHandler: (@Sendable (Bool) -> Void)?) {
    guard let completionHandler else { return }
    guard !isOwn, isolationWork.isInEdit || isInWait else { return completionHandler(success) }
    context.perform(isPostponable: true) { self.run { completionHandler(success) } }
  }

  /// True if the caller is the main thread, which waits in the program's code.
  private var isInWait: Bool {
    if case .main = context { MainQueue.isWaiting && MainQueue.isCurrent } else { false }
  }
}

/// A part of an operation in progress, such as a read or a save, which the default of an overridable
/// function looks up.
package protocol OperationPart: AnyObject, Sendable {}

/// The operation in progress on the current thread or task, with its parts: the code of a document
/// class runs between the function that starts it and the default that carries it out.
package struct OperationScope: Sendable {
  // This is the only task-local value of documents. The functions in between have the signatures of
  // UIDocument and NSDocument, and a class may override them and call super. No parameter can carry
  // the operation through them.
  @TaskLocal package static var current = OperationScope()

  private(set) package var operation: DocumentOperation?
  private var parts: [any OperationPart] = []

  package init() {}

  package func with(_ operation: DocumentOperation?) -> OperationScope {
    var scope = self
    scope.operation = operation
    return scope
  }

  /// Returns the scope with a part, which replaces one of the same type.
  fileprivate func with<Part: OperationPart>(_ part: Part?, of type: Part.Type) -> OperationScope {
    var scope = self
    scope.parts.removeAll { $0 is Part }
    if let part { scope.parts.append(part) }
    return scope
  }

  package static func run<Result>(
    _ operation: DocumentOperation?, _ work: () throws -> Result
  ) rethrows -> Result {
    try $current.withValue(current.with(operation), operation: work)
  }

  fileprivate func part<Part: OperationPart>(of type: Part.Type) -> Part? {
    for case let part as Part in parts { return part }
    return nil
  }
}

extension DocumentOperation {
  package static var current: DocumentOperation? { OperationScope.current.operation }

  package func run<Result>(_ work: () throws -> Result) rethrows -> Result {
    try OperationScope.run(self, work)
  }
}

extension OperationPart {
  package static var current: Self? { OperationScope.current.part(of: Self.self) }

  package func run<Result>(_ work: () throws -> Result) rethrows -> Result {
    try Self.run(self, work)
  }

  /// Nil for no part of the type.
  package static func run<Result>(_ part: Self?, _ work: () throws -> Result) rethrows -> Result {
    try OperationScope.$current.withValue(
      OperationScope.current.with(part, of: Self.self), operation: work)
  }
}

/// The progress of an operation, reported above a threshold of size.
package final class OperationProgress: Sendable {
  private struct State: Sendable {
    var progress: UncheckedSendableBox<Progress>?
    var isOver = false
    var show: (@Sendable (UncheckedSendableBox<Progress>) -> Void)?
    var cancel: (@Sendable () -> Void)?
  }

  /// The number of units of a progress without a number of bytes.
  private static let parts: Int64 = 1000

  private let threshold: Int
  private let state = Mutex(State())

  /// The progress is reported above this number of bytes.
  init(threshold: Int) { self.threshold = threshold }

  func prepare(
    show: @escaping @Sendable (UncheckedSendableBox<Progress>) -> Void,
    cancel: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      state.show = show
      state.cancel = cancel
    }
  }

  /// Nil for an unknown number of bytes, which is always reported because the user waits.
  func begin(total: Int?) {
    let (begun, show) = state.withLock { state -> (UncheckedSendableBox<Progress>?, State) in
      guard !state.isOver, total.map({ $0 >= threshold }) ?? true || state.progress != nil else {
        return (nil, state)
      }
      if let known = state.progress {
        if let total { known.value.totalUnitCount = Int64(total) }
        return (nil, state)
      }
      let made = UncheckedSendableBox(Progress(totalUnitCount: Int64(total ?? -1)))
      state.progress = made
      return (made, state)
    }
    guard let begun else { return }
    begun.value.cancellationHandler = show.cancel
    show.show?(begun)
  }

  func advance(by count: Int) {
    state.withLock { $0.progress }?.value.completedUnitCount += Int64(count)
  }

  /// Reports the completed part of work that has no number of bytes, from 0 to 1.
  package func report(_ fraction: Double) {
    begin(total: nil)
    guard let progress = state.withLock({ $0.progress })?.value else { return }
    progress.totalUnitCount = Self.parts
    progress.completedUnitCount = Int64(fraction * Double(Self.parts))
  }

  /// Returns whether the progress was reported.
  func end() -> Bool {
    let progress = state.withLock { state in
      state.isOver = true
      return state.progress
    }
    progress?.value.cancellationHandler = nil
    return progress != nil
  }

  var isCancelled: Bool { state.withLock { $0.progress }?.value.isCancelled == true }

  var isOver: Bool { state.withLock { $0.isOver } }
}
