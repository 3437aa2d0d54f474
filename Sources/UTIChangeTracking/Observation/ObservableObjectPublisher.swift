internal import Synchronization

/// A publisher that notifies listeners before an object changes.
///
/// It is the small part of Combine's publisher that documents need.
public final class ObservableObjectPublisher: Sendable {
  private struct State: Sendable {
    var listeners: [(number: Int, receive: @Sendable (()) -> Void)] = []
    var newest = 0
    var sendings = 0
  }

  private let state = Mutex(State())

  /// Creates a publisher without listeners.
  public init() {}

  /// Notifies all listeners in the order of their subscription, on the thread of the caller.
  public func send() {
    let listeners = state.withLock { state in
      state.sendings += 1
      return state.listeners
    }
    for listener in listeners { listener.receive(()) }
    state.withLock { $0.sendings -= 1 }
  }

  /// True if a notification is in progress, before the object changes.
  package var isSending: Bool { state.withLock { $0.sendings > 0 } }

  /// Adds a listener until the subscription is cancelled.
  ///
  /// - Parameter receiveValue: a function that is called before each change, on the thread of the
  ///   change.
  /// - Returns: the subscription, which must be kept while the listener is needed.
  @preconcurrency
  public func sink(receiveValue: @escaping @Sendable (()) -> Void) -> Subscription {
    let number = state.withLock { state in
      state.newest += 1
      state.listeners.append((state.newest, receiveValue))
      return state.newest
    }
    return Subscription(self, number)
  }

  /// A subscription to a publisher, which ends with this object.
  public final class Subscription: Sendable {
    private let publisher: ObservableObjectPublisher
    private let number: Int

    init(_ publisher: ObservableObjectPublisher, _ number: Int) {
      self.publisher = publisher
      self.number = number
    }

    deinit { cancel() }

    /// Ends the subscription.
    public func cancel() { publisher.cancel(number) }
  }

  private func cancel(_ number: Int) {
    state.withLock { state in state.listeners.removeAll { $0.number == number } }
  }
}
