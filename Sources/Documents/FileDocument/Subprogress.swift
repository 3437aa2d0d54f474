/// A share of a progress, for the function that does the work of the share: the counterpart of
/// Foundation's type of the same name, which Linux lacks.
///
/// ``start(totalCount:)`` begins the work. A share that is dropped without it counts as done.
public struct Subprogress: ~Copyable, Sendable {
  private let parent: ProgressManager
  private let share: Int
  private var isStarted = false

  init(of parent: ProgressManager, share: Int) {
    self.parent = parent
    self.share = share
  }

  deinit { if !isStarted { parent.complete(count: share) } }

  /// Begins the work of the share.
  ///
  /// - Parameter totalCount: the number of its units; nil if it is unknown.
  /// - Returns: the progress of the work.
  public consuming func start(totalCount: Int?) -> ProgressManager {
    isStarted = true
    return ProgressManager(totalCount: totalCount, in: parent, share: share)
  }
}
