internal import Dispatch

/// How an undo manager learns that the event in which something was registered is over.
///
/// Foundation's class asks the run loop. A program on Linux may have none, and what every program
/// with a main actor has is the main queue; tests call what they were given when they please.
public struct UndoEventEnd: Sendable {
  /// Takes what is to be called once, on the main actor, after the event.
  let schedule: @MainActor (@escaping @MainActor () -> Void) -> Void

  /// Makes a way to learn of the end of events.
  ///
  /// - Parameter schedule: takes what is to be called once, on the main actor, when the event
  ///   that is being handled now is over.
  public init(_ schedule: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void) {
    self.schedule = schedule
  }

  /// An event is a turn of the main queue: what was enqueued earlier still belongs to it.
  public static let mainQueue = UndoEventEnd { end in
    DispatchQueue.main.async { MainActor.assumeIsolated(end) }
  }
}
