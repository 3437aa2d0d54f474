internal import Synchronization

/// The streams of a model's values or events, which end with the model.
final class ModelStreams<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    var next = 0
  }

  private let policy: AsyncStream<Element>.Continuation.BufferingPolicy
  private let state = Mutex(State())

  /// Creates the streams.
  ///
  /// - Parameter policy: the buffering for a slow reader.
  init(_ policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded) {
    self.policy = policy
  }

  /// Returns a stream that begins with an element, if there is one already.
  func makeStream(beginning element: Element? = nil) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: policy)
    if let element { continuation.yield(element) }
    let number = state.withLock { state in
      state.next += 1
      state.continuations[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  func yield(_ element: Element) {
    for continuation in state.withLock({ Array($0.continuations.values) }) {
      continuation.yield(element)
    }
  }

  deinit {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.finish() }
  }
}
