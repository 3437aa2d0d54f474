internal import Dispatch
internal import Synchronization
internal import UTIPlatform

/// What an asynchronous function gives, for threads that may wait for it.
final class Eventual<Value>: Sendable {
  private let outcome = Mutex<Result<UncheckedSendableBox<Value>, any Error>?>(nil)
  private let isOver = DispatchSemaphore(value: 0)

  /// Runs a function on the main actor, at once as far as it goes without waiting.
  @MainActor init(_ body: @escaping @MainActor () async throws -> Value) {
    Task.immediate { @MainActor in
      do { settle(.success(UncheckedSendableBox(try await body()))) } catch {
        settle(.failure(error))
      }
    }
  }

  /// Runs a function on no actor.
  init(elsewhere body: @escaping @Sendable () async throws -> UncheckedSendableBox<Value>) {
    Task.detached {
      do { self.settle(.success(try await body())) } catch { self.settle(.failure(error)) }
    }
  }

  private func settle(_ result: Result<UncheckedSendableBox<Value>, any Error>) {
    outcome.withLock { $0 = result }
    isOver.signal()
  }

  /// What the function has given; nil while it waits for something.
  var value: Value? {
    get throws { try outcome.withLock { $0 }?.get().value }
  }

  /// Waits for the function; for the threads of file access only, which nobody waits for.
  func wait() throws -> Value {
    isOver.wait()
    isOver.signal()
    guard let value = try value else { throw CancellationError() }
    return value
  }
}
