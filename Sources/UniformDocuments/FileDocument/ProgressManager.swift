internal import Synchronization

/// The progress of work that consists of units and of shares of other functions: the counterpart of
/// Foundation's class of the same name, which Linux lacks.
///
/// It has the members that readers and writers of documents need, and is not observable. Cancelling
/// is a matter of the task.
public final class ProgressManager: Sendable {
  private struct State {
    var total: Int?
    var completed = 0
    var shares: [(count: Int, fraction: Double)] = []

    var fraction: Double {
      guard let total else { return 0 }
      guard total > 0 else { return 1 }
      let shared = shares.reduce(0) { $0 + Double($1.count) * $1.fraction }
      return (Double(completed) + shared) / Double(total)
    }
  }

  private let state: Mutex<State>
  private let parent: (manager: ProgressManager, index: Int)?
  private let whenChanged: (@Sendable (ProgressManager) -> Void)?

  /// Creates a progress.
  ///
  /// - Parameter totalCount: the number of units; nil if it is unknown.
  public convenience init(totalCount: Int?) {
    self.init(totalCount: totalCount, whenChanged: nil)
  }

  /// Creates a progress that reports every change, also of its shares.
  init(totalCount: Int?, whenChanged: (@Sendable (ProgressManager) -> Void)?) {
    state = Mutex(State(total: totalCount))
    parent = nil
    self.whenChanged = whenChanged
  }

  init(totalCount: Int?, in parent: ProgressManager, share: Int) {
    state = Mutex(State(total: totalCount))
    let index = parent.state.withLock { state in
      state.shares.append((share, 0))
      return state.shares.count - 1
    }
    self.parent = (parent, index)
    whenChanged = nil
  }

  deinit { parent?.manager.note(1, ofShare: parent?.index ?? 0) }

  /// The number of units; nil if it is unknown.
  public var totalCount: Int? { state.withLock(\.total) }

  /// The number of completed units, with those of the shares that are finished.
  public var completedCount: Int {
    state.withLock { state in
      state.shares.reduce(state.completed) { $0 + ($1.fraction < 1 ? 0 : $1.count) }
    }
  }

  /// The completed part, from 0 to 1, with parts of the shares; 0 if the number of units is unknown.
  ///
  /// - Complexity: O(*n*) in the number of shares.
  public var fractionCompleted: Double { state.withLock(\.fraction) }

  /// A Boolean value that indicates whether the number of units is unknown.
  public var isIndeterminate: Bool { totalCount == nil }

  /// A Boolean value that indicates whether all units are completed.
  public var isFinished: Bool { state.withLock { $0.total != nil && $0.fraction >= 1 } }

  /// Counts completed units.
  ///
  /// - Parameter count: the number of units.
  public func complete(count: Int) { change { $0.completed += count } }

  /// Sets the numbers of units.
  ///
  /// - Parameter counts: changes the number of completed units, without shares, and the number of
  ///   all units.
  public func setCounts(_ counts: (_ completed: inout Int, _ total: inout Int?) -> Void) {
    change { counts(&$0.completed, &$0.total) }
  }

  /// Returns a share of the units, for another function.
  ///
  /// - Parameter count: the number of units.
  public func subprogress(assigningCount count: Int) -> Subprogress {
    Subprogress(of: self, share: count)
  }

  private func note(_ fraction: Double, ofShare index: Int) {
    change { $0.shares[index].fraction = max($0.shares[index].fraction, min(fraction, 1)) }
  }

  private func change(_ body: (inout State) -> Void) {
    let fraction = state.withLock { state in
      body(&state)
      return state.fraction
    }
    parent?.manager.note(fraction, ofShare: parent?.index ?? 0)
    whenChanged?(self)
  }
}

extension ProgressManager: Hashable, CustomStringConvertible {
  /// Returns a Boolean value that indicates whether both are the same object.
  public static func == (first: ProgressManager, second: ProgressManager) -> Bool {
    first === second
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The numbers of completed units and of all units.
  public var description: String {
    "\(completedCount) of \(totalCount.map { "\($0)" } ?? "unknown")"
  }
}

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
