internal import Synchronization
package import SystemPackage

/// The directories in which a search has found nothing, and which have not changed since.
///
/// A directory that has just changed is searched again, because times come from clock ticks or
/// whole seconds, and one of a network file system always is.
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

  package func contains(_ status: FileStatus) -> Bool {
    states.withLock { $0.contains(State(status)) }
  }

  /// `status` is the one before the search.
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
