internal import Dispatch
internal import Synchronization
internal import UTIPlatform

/// The result of an asynchronous function, for threads that may wait for it.
final class BlockingResult<Value>: Sendable {
  private let outcome = Mutex<Result<UncheckedSendableBox<Value>, any Error>?>(nil)
  private let isOver = DispatchSemaphore(value: 0)

  /// Runs a function on the main actor, immediately until it first suspends.
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

  /// The result of the function; nil until it has ended.
  var value: Value? {
    get throws { try outcome.withLock { $0 }?.get().value }
  }

  /// Waits for the function; only for the threads of file access, for which no thread waits.
  func wait() throws -> Value {
    isOver.wait()
    isOver.signal()
    guard let value = try value else { throw CancellationError() }
    return value
  }
}
