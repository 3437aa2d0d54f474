internal import CUTISystemCalls
internal import Foundation
internal import UTIPlatform

/// A descriptor that is readable while the main queue has work or a timer is due.
@MainActor final class WorkDescriptor {
  /// The period, in nanoseconds, in which the descriptor is readable without an event counter.
  private static let period: Int64 = 5_000_000

  /// The union of the two descriptors below.
  let descriptor: CInt
  let isExact: Bool
  /// The event counter of the main queue, or a timer with a period.
  private let queue: CInt
  /// Readable when the next timer of the run loop is due.
  private let timer: CInt
  private var isPaused = false

  /// Creates a descriptor.
  ///
  /// - Parameter counter: the event counter of the main queue; nil for a timer in its place.
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
