internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UTIFileCoordination
internal import UTIPlatform

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
