import Foundation
import Testing
import UniformDocuments

/// The small part of Combine that documents need.
@Suite struct ObservableObjects {
  private final class Counter: ObservableObject {
    @Published var count = 0
    @Published(initialValue: "") var name: String
  }

  private final class Sender: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    @Published var count = 0
  }

  private final class Received: @unchecked Sendable {
    var values: [Int] = []
  }

  @Test("A change is announced before it happens, to every subscriber")
  func announcing() {
    let (counter, received) = (Counter(), Received())
    nonisolated(unsafe) let observed = counter
    let first = counter.objectWillChange.sink { _ in received.values.append(observed.count) }
    let second = counter.objectWillChange.sink { received.values.append(-1) }
    counter.count = 1
    #expect(received.values == [0, -1])
    second.cancel()
    counter.count = 2
    counter.name = "two"
    #expect(received.values == [0, -1, 1, 2])
    first.cancel()
    counter.count = 3
    #expect(received.values.count == 4 && counter.count == 3)
  }

  @Test("A subscription ends when its token is released")
  func subscriptions() {
    let (counter, received) = (Counter(), Received())
    do {
      let subscription = counter.objectWillChange.sink { _ in received.values.append(0) }
      withExtendedLifetime(subscription) { counter.count = 1 }
    }
    counter.count = 2
    #expect(received.values.count == 1)
  }

  @Test("An object always has the same publisher, and a class may provide its own")
  func publishers() {
    let (counter, sender) = (Counter(), Sender())
    #expect(counter.objectWillChange === counter.objectWillChange)
    #expect(counter.objectWillChange !== Counter().objectWillChange)
    let received = Received()
    let subscription = sender.objectWillChange.sink { _ in received.values.append(1) }
    sender.count = 1
    #expect(received.values == [1])
    subscription.cancel()
  }

  @Test("Released objects leave no publisher for later objects")
  func reusedAddresses() {
    var listening: [ObservableObjectPublisher.Subscription] = []
    let received = Received()
    for _ in 0..<1_000 {
      let counter = Counter()
      #expect(received.values.isEmpty)
      listening.append(counter.objectWillChange.sink { _ in received.values.append(0) })
    }
    Counter().count = 1
    #expect(received.values.isEmpty)
  }
}
