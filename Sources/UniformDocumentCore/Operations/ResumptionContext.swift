internal import Dispatch
internal import Foundation
internal import UTIFileCoordination
internal import UTIPlatform

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
