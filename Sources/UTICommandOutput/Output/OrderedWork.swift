import Synchronization
internal import UTIPlatform

/// Work on all cores whose results are taken in the order of their inputs.
///
/// The core with the next result passes on all that wait for it, so cores wait only if one result
/// delays many others. A single core needs no thread.
package final class OrderedWork<Input: Sendable, Result: Sendable>: Sendable {
  private let intake = Mutex(Intake())
  private let outlet = Mutex(Outlet())
  private let coreCount = Threads.coreCount
  /// Limits the current inputs and the waiting results.
  private let room: CountingSemaphore

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

  /// Only `answer` is called by several cores at once; `take` returns true if more results are needed.
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

  /// nil when there is none, or when no more are needed.
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

/// A transformation of many elements on all cores.
package enum ConcurrentMap {
  /// The elements that a core takes at a time, to acquire the lock rarely.
  private static let pieceSize = 16

  /// The order is of the elements.
  package static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    guard elements.count > 1 else { return elements.map(transform) }
    let pieceCount = (elements.count + pieceSize - 1) / pieceSize
    let pieces = Mutex<[[Result]]>(Array(repeating: [], count: pieceCount))
    let next = Atomic(0)
    Threads.run(min(pieceCount, Threads.coreCount)) { _ in
      while true {
        let piece = next.add(1, ordering: .relaxed).oldValue
        guard piece < pieceCount else { return }
        let start = piece * pieceSize
        let results = elements[start..<min(start + pieceSize, elements.count)].map(transform)
        pieces.withLock { $0[piece] = results }
      }
    }
    return pieces.withLock { $0.flatMap(\.self) }
  }
}
