internal import CUTISystemCalls
internal import Foundation
internal import UTIPlatform

/// The work of the main actor and of the main queue, for a main thread that runs the loop of a toolkit.
///
/// Swift runs the tasks of the main actor on the main queue of Dispatch. Foundation's run loop serves
/// that queue, and the loops of toolkits do not. A program with such a loop has a synchronous `main` and
/// serves the queue in one of three forms:
///
/// - ``run()`` from time to time, in a loop that has only timers;
/// - ``descriptor()`` as one more entry of a loop on `epoll` or `poll`;
/// - `serveInGLib()` before GLib's loop runs, with the trait `GLib`.
///
/// Timers of Foundation's main run loop fire too. A timer that is added outside of ``run()`` counts from
/// the next call, because only ``run()`` looks for the next timer.
///
/// The main queue is served by Foundation's `RunLoop` only, which is public. Dispatch has no public
/// function that returns a descriptor for the main queue, and Swift 6.3 has the protocols for an
/// executor of the main actor only as an experiment; ``descriptor()`` states the consequences.
@MainActor public enum MainActorWork {
  private static var source: WorkDescriptor?
  /// True while a call is active: another call then comes from a nested loop.
  private static var isRunning = false

  /// Runs the work that waits, and due timers of Foundation's main run loop, and returns.
  ///
  /// Work that arrives meanwhile may run too, or wait for the next call. A call in work of the main actor,
  /// for example in the nested loop of a dialog, does nothing: the main queue runs one item at a time.
  ///
  /// - Complexity: O(*n*) for *n* items of work. A call without work takes a few microseconds.
  public static func run() {
    guard !isRunning else {
      source?.pause()
      return
    }
    isRunning = true
    let next = RunLoop.main.limitDate(forMode: .default)
    isRunning = false
    source?.rearm(next: next)
  }

  /// Returns a descriptor that is readable while work waits.
  ///
  /// Add it to a loop on `epoll` or `poll` for reading, and call ``run()`` when it is readable. Do not read
  /// from it and do not close it. Every call returns the same descriptor.
  ///
  /// The first call runs waiting work some times, to see which event counter of the process (eventfd) counts
  /// the work of the main queue, among those that Linux lists below `/proc/self/fdinfo`. If it finds none,
  /// the descriptor is readable every 5 milliseconds, and ``isExact`` is false. Make the first call
  /// before the loop runs and outside of work of the main actor.
  ///
  /// - Throws: `POSIXError`, if the process cannot open more descriptors (`EMFILE`, `ENFILE`).
  /// - Complexity: O(*d*) for *d* open descriptors in the first call, then O(1).
  public static func descriptor() throws -> CInt { try descriptor(looksForCounter: !isRunning) }

  /// Returns the descriptor; a new one is only exact if its event counter may be looked for.
  package static func descriptor(looksForCounter: Bool) throws -> CInt {
    if let source { return source.descriptor }
    let counter = looksForCounter ? EventCounter.find(running: run) : nil
    let made = try WorkDescriptor(counter: counter)
    source = made
    return made.descriptor
  }

  /// A Boolean value that indicates whether ``descriptor()`` is readable only while work waits.
  ///
  /// False before the first call of ``descriptor()``, and if its first call found no event counter: then the
  /// loop wakes up 200 times a second, and work waits for 2.5 milliseconds on average.
  public static var isExact: Bool { source?.isExact ?? false }
}

/// The event counters (eventfd) of the process, as Linux lists them.
enum EventCounter {
  /// A counter that changes independently passes a round with a probability of at most 1/4.
  private static let agreements = 12
  private static let mostRounds = 60

  /// Each round adds work, after which the counter is not zero, and calls `run`, after which it is
  /// zero unless another thread has added work; nil if no or several counters agree, as without
  /// `/proc`.
  @MainActor static func find(running run: () -> Void) -> CInt? {
    // The main queue gets its counter when the run loop first serves it.
    run()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let counters = names.compactMap { CInt($0) }.filter { value(of: $0) != nil }
    var streaks: [CInt: Int] = [:]
    for _ in 0..<mostRounds where !counters.isEmpty {
      DispatchQueue.main.async {}
      let counting = counters.filter { value(of: $0) ?? 0 > 0 }
      run()
      let agreeing = counting.filter { value(of: $0) == 0 }
      streaks = Dictionary(uniqueKeysWithValues: agreeing.map { ($0, streaks[$0, default: 0] + 1) })
      let found = streaks.filter { $0.value >= agreements }
      if found.count == 1 { return found.first?.key }
    }
    return nil
  }

  private static let directory = "/proc/self/fdinfo"

  /// Nil if the descriptor is no event counter.
  private static func value(of descriptor: CInt) -> UInt64? {
    guard let text = try? String(contentsOfFile: "\(directory)/\(descriptor)", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("eventfd-count:") })
    else { return nil }
    return line.split(separator: " ").last.flatMap { UInt64($0, radix: 16) }
  }
}

/// A descriptor that is readable while the main queue has work or a timer is due.
@MainActor final class WorkDescriptor {
  /// The period, in nanoseconds, in which the descriptor is readable without an event counter.
  private static let period: Int64 = 5_000_000

  /// The union of the two descriptors below.
  let descriptor: CInt
  let isExact: Bool
  private let queue: CInt
  private let timer: CInt
  private var isPaused = false

  /// `counter` is the main queue's; nil for a timer in its place.
  init(counter: CInt?) throws {
    var opened: [CInt] = []
    func open(_ descriptor: CInt) throws -> CInt {
      guard descriptor >= 0 else {
        let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE)
        for descriptor in opened { close(descriptor) }
        throw error
      }
      opened.append(descriptor)
      return descriptor
    }
    descriptor = try open(uti_union_open())
    timer = try open(uti_timer_open())
    isExact = counter != nil
    queue = try counter ?? open(uti_timer_open())
    for member in [queue, timer] where uti_union_add(descriptor, member) < 0 { _ = try open(-1) }
    rearm(next: .now)
  }

  /// Makes the descriptor unreadable until the next work or the next timer, and ends a pause.
  func rearm(next: Date?) {
    if !isExact { uti_timer_set(queue, Self.period, Self.period) }
    if isPaused {
      isPaused = false
      uti_union_add(descriptor, queue)
    }
    // Timers that are more than a day away are looked for again after a day.
    let delay = next.map { max(0, min($0.timeIntervalSinceNow, 86_400)) }
    uti_timer_set(timer, delay.map { Int64($0 * 1e9) + 1 } ?? 0, 0)
  }

  /// Makes the descriptor unreadable for a nested loop, which would otherwise wake up without end.
  func pause() {
    uti_timer_set(timer, 0, 0)
    guard !isPaused else { return }
    isPaused = true
    uti_union_remove(descriptor, queue)
  }
}
