import Synchronization
internal import UTIPlatform

/// Work on all cores whose results are taken in the order of their inputs.
///
/// Each core takes the next input when it has finished one. The core with the next result in order
/// passes it on, together with all results that wait for it. So no core waits for another unless
/// one result delays many others, and a single core works without any other thread.
package final class OrderedWork<Input: Sendable, Result: Sendable>: Sendable {
  private let intake = Mutex(Intake())
  private let outlet = Mutex(Outlet())
  private let coreCount = Threads.coreCount
  /// A semaphore that limits the current inputs and the waiting results.
  private let room: CountingSemaphore

  /// The limit of inputs and results for each core.
  private static var roomOfCore: Int { 32 }

  /// The inputs that have been taken.
  private struct Intake {
    var count = 0
    var hasEnded = false
  }

  /// The results that wait for an earlier one, by the number of their input.
  private struct Outlet {
    var next = 0
    var waiting: [Int: Result] = [:]
    var hasEnded = false
  }

  private init() {
    room = CountingSemaphore(coreCount * Self.roomOfCore)
  }

  /// Works until there are no more inputs, or the results are no longer needed.
  ///
  /// - Parameters:
  ///   - next: returns the next input; called by one core at a time.
  ///   - worker: makes the state that a core keeps from one input to the next.
  ///   - answer: makes the result of an input; called by all cores concurrently.
  ///   - take: takes the next result, and returns whether another one is needed; called by one core
  ///     at a time.
  package static func run<Worker>(
    next: () -> Input?, worker: @Sendable () -> Worker,
    answer: @Sendable (inout Worker, Input) -> Result, take: (Result) -> Bool
  ) {
    withoutActuallyEscaping(next) { next in
      withoutActuallyEscaping(take) { take in
        // Unsafe, because the compiler cannot see that it is called with a lock held.
        nonisolated(unsafe) let next = next
        // Unsafe for the same reason.
        nonisolated(unsafe) let take = take
        let queue = OrderedWork()
        Threads.run(queue.coreCount) { _ in
          var worker = worker()
          while let (number, input) = queue.input(from: next) {
            queue.add(answer(&worker, input), number, to: take)
          }
        }
      }
    }
  }

  /// Returns the next input with its number; nil when there is none, or when no more are needed.
  private func input(from next: @escaping () -> Input?) -> (number: Int, input: Input)? {
    room.wait()
    // Unsafe, because it is called with the lock of the intake held.
    nonisolated(unsafe) let next = next
    let given: (Int, Input)? = intake.withLock { intake in
      guard !intake.hasEnded, let input = next() else {
        intake.hasEnded = true
        return nil
      }
      defer { intake.count += 1 }
      return (intake.count, input)
    }
    if given == nil { room.signal() }
    return given
  }

  /// Adds the result of an input, and passes on all results that are next in order.
  private func add(_ result: Result, _ number: Int, to take: @escaping (Result) -> Bool) {
    // Unsafe, because it is called with the lock of the outlet held.
    nonisolated(unsafe) let take = take
    let hasEnded = outlet.withLock { outlet in
      outlet.waiting[number] = result
      while let result = outlet.waiting.removeValue(forKey: outlet.next) {
        outlet.next += 1
        room.signal()
        if !outlet.hasEnded { outlet.hasEnded = !take(result) }
      }
      return outlet.hasEnded
    }
    if hasEnded { intake.withLock { $0.hasEnded = true } }
  }
}
