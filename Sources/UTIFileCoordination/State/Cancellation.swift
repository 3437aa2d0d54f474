internal import CUTISystemCalls
internal import Synchronization
internal import UTIPlatform

/// The cancellation of the accesses of a coordinator, for threads that wait in several ways.
final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var wakers: Set<CInt> = []
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      for waker in state.wakers { _ = uti_wake(waker) }
    }
    CoordinationMonitor.shared.signal()
  }

  /// Calls a function with a descriptor that becomes readable on cancellation.
  func withWaker<Result>(_ body: (CInt) throws -> Result) rethrows -> Result {
    let waker = uti_make_waker()
    state.withLock { state in
      state.wakers.insert(waker)
      if state.isCancelled { _ = uti_wake(waker) }
    }
    defer {
      state.withLock { _ = $0.wakers.remove(waker) }
      _ = close(waker)
    }
    return try body(waker)
  }
}
