internal import Foundation

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
  /// The descriptor, after the first call of ``descriptor()``.
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
