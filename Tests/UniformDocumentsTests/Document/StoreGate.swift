import Foundation
import StorageTestSupport
import Synchronization

/// A store that stops a call in its middle while a test looks around.
final class StoreGate: Sendable {
  private let reached = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)
  private let count = Mutex(0)
  private let call: Int
  private let isMeant: @Sendable (StoreCall) -> Bool

  /// Stops one of the calls that are meant, counted from 1.
  init(call: Int = 1, where isMeant: @escaping @Sendable (StoreCall) -> Bool) {
    self.call = call
    self.isMeant = isMeant
  }

  private func pass(_ call: StoreCall) {
    guard isMeant(call) else { return }
    let isHere = count.withLock { count in
      count += 1
      return count == self.call
    }
    guard isHere else { return }
    reached.signal()
    opened.wait()
  }

  /// Waits without blocking the main queue.
  func arrival() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        self.reached.wait()
        continuation.resume()
      }
    }
  }

  func open() { opened.signal() }

  var store: InterposedFileStore {
    .failing { call, _ in
      self.pass(call)
      return nil
    }
  }
}
