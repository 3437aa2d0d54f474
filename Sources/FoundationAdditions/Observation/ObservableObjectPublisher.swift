internal import Synchronization

/// Tells whoever listens that an object is about to change.
///
/// It is the small part of Combine's publisher that documents need.
public final class ObservableObjectPublisher: Sendable {
  private struct State: Sendable {
    var listeners: [(number: Int, receive: @Sendable (()) -> Void)] = []
    var newest = 0
    var sendings = 0
  }

  private let state = Mutex(State())

  /// Makes a publisher that nobody listens to.
  public init() {}

  /// Tells everybody, in the order they came, on the thread of the caller.
  public func send() {
    let listeners = state.withLock { state in
      if !state.listeners.isEmpty { state.sendings += 1 }
      return state.listeners
    }
    guard !listeners.isEmpty else { return }
    for listener in listeners { listener.receive(()) }
    state.withLock { $0.sendings -= 1 }
  }

  /// Whether somebody is being told, so that the object still has its old values.
  package var isSending: Bool { state.withLock { $0.sendings > 0 } }

  /// Listens until the subscription is given up.
  ///
  /// - Parameter receiveValue: is called before each change, where that happens.
  /// - Returns: what has to be kept for as long as somebody listens.
  @preconcurrency
  public func sink(receiveValue: @escaping @Sendable (()) -> Void) -> Subscription {
    let number = state.withLock { state in
      state.newest += 1
      state.listeners.append((state.newest, receiveValue))
      return state.newest
    }
    return Subscription(self, number)
  }

  /// Listening to a publisher, which ends with this object.
  public final class Subscription: Sendable {
    private let publisher: ObservableObjectPublisher
    private let number: Int

    init(_ publisher: ObservableObjectPublisher, _ number: Int) {
      self.publisher = publisher
      self.number = number
    }

    deinit { cancel() }

    /// Listens no more.
    public func cancel() { publisher.cancel(number) }
  }

  private func cancel(_ number: Int) {
    state.withLock { state in state.listeners.removeAll { $0.number == number } }
  }
}
