internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UTIFileCoordination
internal import UTIPlatform

/// The operations of one document, one at a time in the order of their calls.
package final class OperationLine: Sendable {
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

  /// Runs at once if no operation is in progress, else in its caller's isolation;
  /// `waitsForClosing`: it must not come between the save and the end of an earlier closing.
  package func begin(
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
      operation.run(work)
    }
  }

  func end() {
    let next = line.withLock { $0.end() }
    if let next { start(next.operation, overtakes: next.overtakes) }
  }

  var isIdle: Bool { line.withLock { $0.queue.isIdle } }

  var isAlone: Bool { line.withLock { $0.running.count == 1 && $0.queue.hasNoWaiting } }

  /// Ends an operation, or the one around a part, whose code ends the process and does not return.
  func abandon(_ operation: DocumentOperation) {
    let next = line.withLock { line -> (operation: Waiting, overtakes: Bool)? in
      guard let current = line.running.last, operation.isPart(of: current) else { return nil }
      if operation.isClosing { line.queue.abandonClosings() }
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

/// The queue that reads and writes the files of one document, one access at a time.
package final class FileAccessQueue: Sendable {
  private let blocks = SerialWork()
  /// The queue of a save for a reader while the first queue waits in a coordinated access.
  private let overtaking = SerialWork()

  func perform(_ block: @escaping () -> Void) {
    let block = UncheckedSendableBox(block)
    let queue = DocumentOperation.current?.isOvertaking == true ? overtaking : blocks
    queue.perform { block.value() }
  }
}

/// Work that the threads of file access do one piece at a time.
private final class SerialWork: Sendable {
  private struct State: Sendable {
    var isRunning = false
    var pending: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  func perform(_ block: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.pending.append(block)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { WorkerPool.files.perform { self.run() } }
  }

  private func run() {
    while let block = next() { block() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      state.isRunning = !state.pending.isEmpty
      return state.isRunning ? state.pending.removeFirst() : nil
    }
  }
}

/// The work of a document's operations that waits for its isolation.
///
/// If the isolation does not serve its queue, for example because the main thread waits in
/// `readLine`, the next edit runs the work before it is registered, because it is in the same
/// isolation.
package final class IsolationWork: Sendable {
  /// One piece of work, which runs once.
  final class Piece: Sendable {
    private let work: Mutex<UncheckedSendableBox<() -> Void>?>

    fileprivate init(_ work: @escaping () -> Void) { self.work = Mutex(UncheckedSendableBox(work)) }

    /// Runs the work, unless it has run or runs.
    func run() {
      let work = work.withLock { work in
        defer { work = nil }
        return work
      }
      work?.value()
    }

    fileprivate var isWaiting: Bool { work.withLock { $0 != nil } }
  }

  private struct State: Sendable {
    var pieces: [Piece] = []
    var isInEdit = false
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// Adds work; the caller passes it to the isolation.
  func add(_ work: @escaping () -> Void) -> Piece {
    let piece = Piece(work)
    let isInEdit = state.withLock { state in
      // The isolation has run the pieces at the beginning.
      state.pieces.removeFirst(state.pieces.prefix { !$0.isWaiting }.count)
      state.pieces.append(piece)
      return state.isInEdit
    }
    if isInEdit { arrival.signal() }
    return piece
  }

  var isWaiting: Bool { state.withLock { $0.pieces.contains(where: \.isWaiting) } }

  /// True if the caller may be an edit that runs the work, and not the queue of the isolation.
  var isInEdit: Bool { state.withLock { $0.isInEdit } }

  /// ``runAll()`` may be called during the edit's work in the isolation.
  func withinEdit(_ body: () -> Void) {
    let isNested = state.withLock { state in
      defer { state.isInEdit = true }
      return state.isInEdit
    }
    guard !isNested else { return }
    body()
    state.withLock { $0.isInEdit = false }
  }

  /// Runs the waiting work in its order, in the isolation.
  func runAll() {
    while let piece = takeFirst() { piece.run() }
  }

  /// Runs the work that arrives, until a condition holds or time is up.
  func runAll(until deadline: DispatchTime, _ isOver: () -> Bool) {
    runAll()
    while !isOver(), DispatchTime.now() < deadline {
      // The condition may hold without another piece of work.
      _ = arrival.wait(timeout: min(deadline, .now() + .milliseconds(20)))
      runAll()
    }
  }

  private func takeFirst() -> Piece? {
    state.withLock { state in
      let piece = state.pieces.first { $0.isWaiting }
      state.pieces.removeAll { !$0.isWaiting }
      return piece
    }
  }
}

/// The isolation in which an operation continues after its file access.
package enum ResumptionContext: Sendable {
  /// The main queue, which is the main actor.
  case main
  case actor(any Actor)
  /// Work cannot be sent to a plain thread.
  case queue(DispatchQueue)

  init(isolation: (any Actor)?, callbackQueue: DispatchQueue) {
    switch isolation {
    case nil: self = .queue(callbackQueue)
    case .some(let actor) where actor === MainActor.shared: self = .main
    case .some(let actor): self = .actor(actor)
    }
  }

  /// Runs the work later; `isPostponable`: not while the main thread waits in the program's code.
  package func perform(isPostponable: Bool = false, _ work: @escaping () -> Void) {
    let work = UncheckedSendableBox(work)
    switch self {
    case .main: MainQueue.perform(isPostponable: isPostponable) { work.value() }
    case .queue(let queue): queue.async { work.value() }
    case .actor(let actor): Task { await Self.perform(work, isolation: actor) }
    }
  }

  /// Must be called on threads of file access, for which no thread waits.
  package func performAndWait<Result>(_ work: @escaping () throws -> Result) throws -> Result {
    try Self.performAndWait(work) { perform($0) }
  }

  /// `perform` runs its argument in the context, later.
  static func performAndWait<Result>(
    _ work: @escaping () throws -> Result, _ perform: (@escaping () -> Void) -> Void
  ) throws -> Result {
    let outcome = Outcome<Result>()
    let done = DispatchSemaphore(value: 0)
    perform {
      outcome.result = Swift.Result { try work() }
      done.signal()
    }
    done.wait()
    guard let result = outcome.result else { throw CancellationError() }
    return try result.get()
  }

  private static func perform(
    _ work: UncheckedSendableBox<() -> Void>, isolation: isolated any Actor
  ) async {
    work.value()
  }

  private final class Outcome<Value> {
    var result: Swift.Result<Value, any Error>?
  }
}
