internal import Synchronization
package import SystemPackage

/// The directories in which a search has found nothing, and which have not changed since.
///
/// Times of directories come from the last clock tick, and some file systems store whole or even
/// seconds. A change soon after another one may leave equal times, so a directory that has just
/// changed is searched again. Other machines change directories of network file systems without
/// notice, so these are always searched.
package final class QuietDirectories: Sendable {
  private struct State: Hashable, Sendable {
    let item: FileStatus.Item
    let modified: FileTime
    let changed: FileTime

    init(_ status: FileStatus) {
      (item, modified, changed) = (status.item, status.modified, status.changed)
    }
  }

  /// The greatest age of times that a later change may leave equal, in seconds.
  private static let leastAge: Int64 = 3
  private static let mostDirectories = 256

  private let states = Mutex<Set<State>>([])

  package init() {}

  /// Returns whether a search of a directory in this state found nothing.
  package func contains(_ status: FileStatus) -> Bool {
    states.withLock { $0.contains(State(status)) }
  }

  /// Notes that a search has found nothing.
  ///
  /// - Parameters:
  ///   - status: the status of the directory before the search.
  ///   - directory: the open directory.
  package func insert(_ status: FileStatus, _ directory: FileDescriptor) {
    let now = FileTime.now.seconds
    guard (Self.leastAge...).contains(now - max(status.modified.seconds, status.changed.seconds)),
      case let kind = FileSystemKind(of: directory), !kind.isOfOtherMachines, !kind.isInUserSpace
    else { return }
    states.withLock { states in
      if states.count >= Self.mostDirectories { states = [] }
      states.insert(State(status))
    }
  }
}
