internal import Synchronization
package import SystemPackage

/// Watches items for a whole process: one queue of notices, and one thread that waits for them while
/// anything is watched.
///
/// What is told was found by looking at items after a while without notices, and compared with what
/// was known of them; time decides nothing. Handlers run on the thread of the watcher, one at a time,
/// and must not keep it.
package final class FileWatcher: Sendable {
  /// The watcher of the process.
  package static let shared = FileWatcher()

  private struct State: Sendable {
    var engine = WatchEngine()
    /// What wakes the thread; nil while there is none.
    var waker: WatchingThread.Waker?
    /// The time of a watcher that is driven by hand.
    var time = Duration.zero
  }

  private let state = Mutex(State())
  private let isDrivenByHand: Bool

  /// Makes a watcher.
  ///
  /// - Parameter isDrivenByHand: whether nothing happens but in ``step(to:)``, and no thread is
  ///   started.
  package init(isDrivenByHand: Bool = false) {
    self.isDrivenByHand = isDrivenByHand
  }

  // MARK: - Watching

  /// Watches what is at a path, or will be.
  ///
  /// - Parameters:
  ///   - path: an absolute path without symbolic links on the way.
  ///   - options: how long to wait and how far to look.
  ///   - handler: is told what becomes of the item.
  /// - Complexity: a few system calls for each directory above; for a directory one for each item in
  ///   it.
  package func watch(
    _ path: FilePath, options: WatchingOptions = WatchingOptions(),
    handler: @escaping @Sendable (FileEvent) -> Void
  ) -> FileWatch {
    let number = state.withLock { state in
      // A thread that has begun without a queue goes on without one.
      if state.engine.queue == nil, state.waker == nil { state.engine.queue = try? NoticeQueue() }
      let number = state.engine.add(path, options, at: time(state), handler)
      if !isDrivenByHand, state.waker == nil {
        state.waker = WatchingThread.start(waitingFor: state.engine.queue, turn: turn)
      }
      state.waker?.wake()
      return number
    }
    return FileWatch(self, number)
  }

  func end(_ number: WatchEngine.Number) {
    state.withLock { state in
      guard state.engine.items[number] != nil else { return }
      state.engine.remove(number)
      guard state.engine.items.isEmpty else { return }
      if isDrivenByHand { state.engine.queue = nil }
      state.waker?.wake()
    }
  }

  func path(of number: WatchEngine.Number) -> FilePath? {
    state.withLock { $0.engine.items[number]?.path }
  }

  func isPresent(_ number: WatchEngine.Number) -> Bool {
    state.withLock { $0.engine.items[number]?.known != nil }
  }

  func retarget(_ number: WatchEngine.Number, to path: FilePath) {
    state.withLock { $0.engine.retarget(number, to: path, at: time($0)) }
  }

  func acknowledge(_ number: WatchEngine.Number) {
    state.withLock { $0.engine.acknowledge(number, at: time($0)) }
  }

  // MARK: - Time

  /// Takes in what the system has told, lets time pass, and tells what is due then.
  ///
  /// For watchers that are driven by hand.
  ///
  /// - Parameter time: the time afterwards.
  package func step(to time: Duration) {
    let deliveries = state.withLock { state in
      state.engine.readNotices(at: state.time)
      state.time = max(state.time, time)
      return state.engine.conclude(at: state.time)
    }
    for delivery in deliveries { delivery.handler(delivery.event) }
  }

  /// Steps from deadline to deadline until nothing is due within a period.
  ///
  /// - Parameter period: how much time passes at most.
  package func settle(within period: Duration = .seconds(10)) {
    let end = state.withLock { $0.time } + period
    step(to: .zero)
    while let deadline = state.withLock({ $0.engine.deadline }), deadline <= end {
      step(to: deadline)
    }
  }

  private func time(_ state: borrowing State) -> Duration {
    isDrivenByHand ? state.time : WatchingThread.now
  }

  /// What the thread does whenever it wakes.
  ///
  /// - Returns: when to wake next, or that the thread is not needed any more.
  private func turn() -> WatchingThread.Rest {
    let (deliveries, rest) = state.withLock { state in
      let now = WatchingThread.now
      state.engine.readNotices(at: now)
      let deliveries = state.engine.conclude(at: now)
      guard !state.engine.items.isEmpty else {
        state.engine.queue = nil
        state.waker = nil
        return (deliveries, WatchingThread.Rest.forever)
      }
      return (deliveries, .until(state.engine.deadline))
    }
    for delivery in deliveries { delivery.handler(delivery.event) }
    return rest
  }

  // MARK: - Costs

  /// What the watching costs.
  package struct Cost: Hashable, Sendable {
    /// The items that are watched.
    package var items: Int
    /// The directories that are watched for them.
    package var directories: Int
    /// The items that a descriptor holds.
    package var descriptors: Int
    /// The items that are looked at now and then.
    package var polled: Int
    package var hasThread: Bool
  }

  package var cost: Cost {
    state.withLock { state in
      Cost(
        items: state.engine.items.count, directories: state.engine.directories.count,
        descriptors: state.engine.heldCount, polled: state.engine.polled.count,
        hasThread: state.waker != nil)
    }
  }
}
