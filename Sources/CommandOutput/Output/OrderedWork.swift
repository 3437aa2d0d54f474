import CSystemCalls
import Dispatch
import Synchronization

/// Work on all cores whose results are taken in the order of what they answer.
///
/// Each core takes the next input when it is done with one. Whoever has the result that is next hands it
/// on, with all behind it that wait; so no core waits for another but where one result keeps many others
/// waiting, and one core alone works without any other thread.
package final class OrderedWork<Input: Sendable, Result: Sendable>: Sendable {
  private let intake = Mutex(Intake())
  private let outlet = Mutex(Outlet())
  private let coreCount = max(1, Int(uti_core_count()))
  /// For the inputs that are being answered, and the results that wait for one before them.
  private let room: DispatchSemaphore

  /// The inputs and results of one core that there is room for.
  private static var roomOfCore: Int { 32 }

  /// The inputs that were given out.
  private struct Intake {
    var count = 0
    var hasEnded = false
  }

  /// The results that wait for one before them, by the number of their input.
  private struct Outlet {
    var next = 0
    var waiting: [Int: Result] = [:]
    var hasEnded = false
  }

  private init() {
    room = DispatchSemaphore(value: coreCount * Self.roomOfCore)
  }

  /// Works until there are no more inputs, or no more results are wanted.
  ///
  /// - Parameters:
  ///   - next: gives the next input; called by one core at a time.
  ///   - worker: makes what a core keeps from one input to the next.
  ///   - answer: makes the result of an input; called by all cores at once.
  ///   - take: takes the next result, and says whether another one is wanted; called by one core at a
  ///     time.
  package static func run<Worker>(
    next: () -> Input?, worker: @Sendable () -> Worker,
    answer: @Sendable (inout Worker, Input) -> Result, take: (Result) -> Bool
  ) {
    withoutActuallyEscaping(next) { next in
      withoutActuallyEscaping(take) { take in
        // Unsafe, because the compiler does not see that it is called with a lock held.
        nonisolated(unsafe) let next = next
        // The same.
        nonisolated(unsafe) let take = take
        let queue = OrderedWork()
        DispatchQueue.concurrentPerform(iterations: queue.coreCount) { _ in
          var worker = worker()
          while let (number, input) = queue.input(from: next) {
            queue.add(answer(&worker, input), number, to: take)
          }
        }
      }
    }
  }

  /// The next input with its number; nil when there is none, or nothing more is wanted.
  private func input(from next: @escaping () -> Input?) -> (number: Int, input: Input)? {
    room.wait()
    // Called with the lock of the intake held.
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

  /// Adds the result of an input, and hands on all that now have their turn.
  private func add(_ result: Result, _ number: Int, to take: @escaping (Result) -> Bool) {
    // Called with the lock of the outlet held.
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
