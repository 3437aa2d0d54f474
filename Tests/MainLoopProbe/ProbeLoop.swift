internal import CUTISystemCalls
internal import Foundation
internal import UTIPlatform
internal import UniformMainLoop

#if GLib
internal import CUTIGLib
#endif

/// A main loop that knows nothing of Swift's main actor except one form of its work.
@MainActor struct ProbeLoop {
  /// The form in which the loop serves the main actor.
  enum Form: String {
    /// Calls at times.
    case pull
    /// The descriptor in a union of `epoll`.
    case epoll
    /// The descriptor without an event counter.
    case periodic
    /// GLib's loop.
    case glib
    /// Not at all, to show that nothing else serves it.
    case unserved
  }

  let form: Form
  private let union = uti_union_open()

  init(_ form: Form) throws {
    self.form = form
    switch form {
    case .pull, .unserved: break
    case .epoll: uti_union_add(union, try MainActorWork.descriptor())
    case .periodic: uti_union_add(union, try MainActorWork.descriptor(looksForCounter: false))
    case .glib:
      #if GLib
      try MainActorWork.serveInGLib()
      #endif
    }
  }

  /// Runs the loop until a condition holds or a time has passed.
  ///
  /// - Returns: the number of times that the loop woke up.
  @discardableResult
  func run(for seconds: Double, until isDone: () -> Bool = { false }) -> Int {
    let end = monotonicSeconds() + seconds
    #if GLib
    if form == .glib { g_timeout_add(guint(seconds * 1000) + 1, { _ in 0 }, nil) }
    #endif
    var count = 0
    while !isDone(), monotonicSeconds() < end {
      turn(atMost: CInt((end - monotonicSeconds()) * 1000) + 1)
      count += 1
    }
    return count
  }

  private func turn(atMost milliseconds: CInt) {
    switch form {
    case .unserved: usleep(1000)
    case .pull:
      usleep(5000)
      MainActorWork.run()
    case .epoll, .periodic:
      if uti_union_wait(union, milliseconds) > 0 { MainActorWork.run() }
    case .glib:
      #if GLib
      g_main_context_iteration(nil, 1)
      #endif
    }
  }
}

func monotonicSeconds() -> Double { seconds(CLOCK_MONOTONIC) }

/// The processor time of the process.
func processorSeconds() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
