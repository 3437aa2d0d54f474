internal import Foundation

/// The event counters (eventfd) of the process, as Linux lists them.
enum EventCounter {
  /// The number of rounds without a break that identify a counter.
  ///
  /// A counter that changes independently passes a round with a probability of at most 1/4.
  private static let agreements = 12
  private static let mostRounds = 60

  /// Returns the event counter that counts the work of the main queue.
  ///
  /// Each round adds work, after which the counter is not zero, and runs it, after which it is zero unless another
  /// thread has added work meanwhile.
  ///
  /// - Parameter run: runs the work that waits.
  /// - Returns: nil if no counter or more than one agrees, for example without `/proc`.
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

  /// The value of an event counter; nil if the descriptor is something else.
  private static func value(of descriptor: CInt) -> UInt64? {
    guard let text = try? String(contentsOfFile: "\(directory)/\(descriptor)", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("eventfd-count:") })
    else { return nil }
    return line.split(separator: " ").last.flatMap { UInt64($0, radix: 16) }
  }
}
