internal import Foundation

/// The wait of an access for a lock of another process, as other processes see it.
struct ProcessWait: Codable, Hashable, Sendable {
  /// The locks of the accesses of its process that wait for the access, and its own locks.
  let held: [LockByte]
  /// The lock that the access waits for.
  let awaited: LockByte
  /// True if the access is made in the accessor of another one.
  let isNested: Bool
  /// The time of the system's monotonic clock when the wait began, in nanoseconds.
  let began: UInt64
  let path: String
  let isWriting: Bool

  /// Returns whether the awaited lock is one of those that another access holds.
  func isBlocked(by other: ProcessWait) -> Bool {
    other.held.contains { lock in
      lock.offset == awaited.offset && (lock.isExclusive || awaited.isExclusive)
    }
  }
}

/// The waits of all processes, as a graph.
struct ProcessWaits {
  /// A wait with the name of its file, which is `PID-PROCESS.NUMBER`.
  struct Member: Hashable, Sendable {
    let name: String
    let wait: ProcessWait

    /// Returns whether the access cannot continue before another one ends.
    ///
    /// Accesses of one process wait for each other in its ``CoordinationState``, not for locks.
    func isBlocked(by other: Member) -> Bool {
      let process = name.prefix { $0 != "." }
      return !other.name.hasPrefix(process + ".") && wait.isBlocked(by: other.wait)
    }
  }

  let members: [Member]

  /// Returns the waits through which a wait depends on itself, beginning with it; nil if it does
  /// not.
  ///
  /// - Complexity: O(*n*²) in the number of waits.
  func circle(through start: Member) -> [Member]? {
    var seen: Set<String> = []
    func search(_ member: Member) -> [Member]? {
      for next in members where member.isBlocked(by: next) {
        if next.name == start.name { return [member] }
        guard seen.insert(next.name).inserted, let rest = search(next) else { continue }
        return [member] + rest
      }
      return nil
    }
    return search(start)
  }

  /// Returns the wait of a circle that fails, to let the others continue.
  ///
  /// All processes choose the same one: the latest access that is made inside another one.
  static func victim(of circle: [Member]) -> Member? {
    let nested = circle.filter(\.wait.isNested)
    return (nested.isEmpty ? circle : nested)
      .max { ($0.wait.began, $0.name) < ($1.wait.began, $1.name) }
  }
}
