import Dispatch
import Synchronization
import Testing
import UTIFileCoordination
import UTIPlatform

/// Threads for work that may wait.
@Suite struct WorkerPoolTests {
  private static let placeCount = 3

  /// The work that is in progress, and the greatest number of pieces at a time.
  private final class Count: Sendable {
    private let state = Mutex((now: 0, most: 0))

    func within(_ body: () -> Void) {
      state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
      body()
      state.withLock { $0.now -= 1 }
    }

    var most: Int { state.withLock { $0.most } }
  }

  private static func time() -> DispatchTime { .now() + .seconds(60) }

  @Test func `Work that makes progress has the places and no more`() {
    let pool = WorkerPool(named: "test-places", placeCount: Self.placeCount)
    let (count, group) = (Count(), DispatchGroup())
    for _ in 0..<3_000 {
      group.enter()
      pool.perform {
        count.within { usleep(100) }
        group.leave()
      }
    }
    #expect(group.wait(timeout: Self.time()) == .success)
    #expect(count.most > 1)
    // On a busy machine a thread may have no core for the time after which another one begins.
    #expect(count.most <= Self.placeCount + 3, "\(count.most)")
  }

  @Test(arguments: [false, true])
  func `Work begins though all other work waits for it`(isAnnounced: Bool) {
    let pool = WorkerPool(named: "test-waits", placeCount: Self.placeCount)
    let (group, free) = (DispatchGroup(), DispatchSemaphore(value: 0))
    let waitCount = 4 * Self.placeCount
    let begin = MonotonicTime.now
    for _ in 0..<waitCount {
      group.enter()
      pool.perform {
        if isAnnounced { WorkerPool.waiting { free.wait() } } else { free.wait() }
        group.leave()
      }
    }
    group.enter()
    pool.perform {
      for _ in 0..<waitCount { free.signal() }
      group.leave()
    }
    #expect(group.wait(timeout: Self.time()) == .success)
    // Work that says nothing is passed over piece by piece.
    let passed = isAnnounced ? 0 : waitCount - Self.placeCount
    #expect(MonotonicTime.now - begin >= .milliseconds(100) * passed)
  }

  @Test func `Work begins in the order of its calls`() {
    let pool = WorkerPool(named: "test-order", placeCount: 1)
    let order = Mutex<[Int]>([])
    let group = DispatchGroup()
    for number in 0..<2_500 {
      group.enter()
      pool.perform {
        order.withLock { $0.append(number) }
        group.leave()
      }
    }
    #expect(group.wait(timeout: Self.time()) == .success)
    // A second thread may begin if the first has no core for a while.
    let sorted = order.withLock { $0 }
    #expect(sorted.sorted() == Array(0..<2_500))
    #expect(zip(sorted, 0...).allSatisfy { abs($0 - $1) <= 2 })
  }
}
