internal import Dispatch

/// The way in which an undo manager is notified of the end of an event.
///
/// Foundation uses the run loop, which a program on Linux may not have. Each program with a main
/// actor has the main queue. Tests call the function explicitly.
public struct UndoEventEnd: Sendable {
  /// Schedules one call of a function on the main actor, after the event.
  let schedule: @MainActor (@escaping @MainActor () -> Void) -> Void

  /// Creates a value with a scheduling function.
  ///
  /// - Parameter schedule: schedules one call of a function on the main actor, after the current
  ///   event.
  public init(_ schedule: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void) {
    self.schedule = schedule
  }

  /// The value whose event is a turn of the main queue; work that was enqueued earlier belongs to
  /// it.
  public static let mainQueue = UndoEventEnd { end in
    DispatchQueue.main.async { MainActor.assumeIsolated(end) }
  }
}
