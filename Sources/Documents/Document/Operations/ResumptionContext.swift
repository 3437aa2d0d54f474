internal import Dispatch
internal import Foundation
internal import UTIPlatform

/// Where an operation goes on when its file access is over: where it was called from, as far as
/// that has a name.
enum ResumptionContext: Sendable {
  /// The main queue, which is the main actor.
  case main
  /// The actor whose isolation an asynchronous function was called in.
  case actor(any Actor)
  /// A queue. A plain thread has no name that work could be sent to.
  case queue(DispatchQueue)

  /// The context of an asynchronous caller.
  init(isolation: (any Actor)?, callbackQueue: DispatchQueue) {
    switch isolation {
    case nil: self = .queue(callbackQueue)
    case .some(let actor) where actor === MainActor.shared: self = .main
    case .some(let actor): self = .actor(actor)
    }
  }

  /// Does work there, later.
  func perform(_ work: @escaping () -> Void) {
    let work = UncheckedSendableBox(work)
    switch self {
    case .main: MainQueueWork.shared.add(work)
    case .queue(let queue): queue.async { work.value() }
    case .actor(let actor): Task { await Self.perform(work, isolation: actor) }
    }
  }

  /// Does work there and waits for it; for the threads of file access only, which nobody waits for.
  func performAndWait<Result>(_ work: @escaping () throws -> Result) throws -> Result {
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

/// The main queue, which on Linux need not be served by the main thread.
enum MainQueue {
  private static let mark = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller runs on it.
  ///
  /// An asynchronous `main` ends the main thread at its first suspension, and any thread may serve
  /// the queue from then on.
  static var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true
  }
}
