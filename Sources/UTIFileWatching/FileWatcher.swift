internal import Synchronization
package import SystemPackage
package import UTIPlatform

/// Watches items for a process, with one queue of notices and one thread while an item is watched.
///
/// A probe of an item after a time without notices finds the events, by a comparison with the known
/// state. Times alone decide nothing. Probes run on short-lived threads and without the lock of the
/// watcher, so an item on an unresponsive share blocks only callers that use the item.
/// Handlers run on the thread of the watcher, one at a time, and must not block it.
package final class FileWatcher: Sendable {
  /// The watcher of the process.
  package static let shared = FileWatcher()

  private struct State: Sendable {
    var engine = WatchEngine()
    /// The waker of the thread; nil if no thread runs.
    var waker: WatchingThread.Waker?
    /// The deadline that the thread waits for; nil if it waits for a notice.
    var awaited: Duration?
    /// The current time of a watcher that is stepped manually.
    var time = Duration.zero

    /// Wakes the thread if it would wait too long.
    mutating func wakeInTime() {
      guard let deadline = engine.deadline, awaited.map({ deadline < $0 }) ?? true else { return }
      awaited = deadline
      waker?.wake()
    }
  }

  private let state = Mutex(State())
  private let isDrivenByHand: Bool
  private let files: any WatchedFiles
  private let makeQueue: @Sendable () -> NoticeQueue?

  /// Creates a watcher.
  ///
  /// - Parameter isDrivenByHand: whether the watcher works only in ``step(to:)`` and starts no
  ///   thread.
  package convenience init(isDrivenByHand: Bool = false) {
    self.init(isDrivenByHand: isDrivenByHand, files: SystemFiles())
  }

  /// Creates a watcher of other files than the system's, or without a queue of notices.
  init(
    isDrivenByHand: Bool, files: any WatchedFiles,
    makeQueue: @escaping @Sendable () -> NoticeQueue? = { try? NoticeQueue() }
  ) {
    self.isDrivenByHand = isDrivenByHand
    self.files = files
    self.makeQueue = makeQueue
  }

  // MARK: - Watching

  /// Watches the item at a path, which need not exist.
  ///
  /// - Parameters:
  ///   - path: an absolute path without symbolic links in its directory.
  ///   - options: the waiting times and limits.
  ///   - handler: receives the events of the item.
  /// - Complexity: a few system calls for each parent directory; for a directory also one for each
  ///   item in it. The caller waits for them.
  package func watch(
    _ path: FilePath, options: WatchingOptions = WatchingOptions(),
    handler: @escaping @Sendable (FileEvent) -> Void
  ) -> FileWatch {
    let (number, look) = withState { state in
      // A thread that has started without a queue continues without one.
      if state.engine.queue == nil, state.waker == nil { state.engine.queue = makeQueue() }
      let added = state.engine.add(path, options, handler)
      if !isDrivenByHand, state.waker == nil {
        state.waker = WatchingThread.start(waitingFor: state.engine.queue, turn: turn)
      }
      return added
    }
    perform(look)
    return FileWatch(self, number)
  }

  func end(_ number: WatchEngine.Number) {
    withState { state in
      guard state.engine.items[number] != nil else { return }
      state.engine.remove(number)
      guard state.engine.items.isEmpty else { return }
      if isDrivenByHand { state.engine.closeQueue() }
      state.waker?.wake()
    }
  }

  func path(of number: WatchEngine.Number) -> FilePath? {
    withState { $0.engine.items[number]?.path }
  }

  func isPresent(_ number: WatchEngine.Number) -> Bool {
    withState { $0.engine.items[number]?.known != nil }
  }

  func retarget(_ number: WatchEngine.Number, to path: FilePath) -> UInt64 {
    settle(number) { $0.retarget(number, to: path) }
  }

  func acknowledge(_ number: WatchEngine.Number, saved: FileIdentity?) -> UInt64 {
    settle(number) { $0.acknowledge(number, saved: saved) }
  }

  func pause(_ number: WatchEngine.Number) { withState { $0.engine.pause(number) } }

  func resume(_ number: WatchEngine.Number) {
    withState { state in
      state.engine.resume(number, at: time(state))
      state.wakeInTime()
    }
  }

  /// Accepts a state of an item as known.
  ///
  /// - Returns: the generation of the state.
  private func settle(
    _ number: WatchEngine.Number, _ begin: (inout WatchEngine) -> ItemProbe?
  ) -> UInt64 {
    let (look, generation) = withState { state in
      // The notices of changes up to this state must not begin another probe.
      state.engine.readNotices(at: time(state))
      return (begin(&state.engine), state.engine.generation(of: number))
    }
    perform(look)
    return generation
  }

  /// Runs a function under the lock, and releases its leftovers after it.
  private func withState<Result>(_ body: (inout State) -> sending Result) -> Result {
    let (result, leftovers) = state.withLock { state in
      let result = body(&state)
      return (result, state.engine.takeLeftovers())
    }
    _ = consume leftovers
    return result
  }

  // MARK: - Looking

  /// Runs a probe without the lock, and all probes that follow from it.
  private func perform(_ first: ItemProbe?) {
    var next = first
    while var look = next {
      look.run(in: files) { registration, look in
        withState { $0.engine.register(registration, of: look, at: time($0)) }
      }
      next = withState { state in
        let next = state.engine.finish(look, at: time(state))
        state.wakeInTime()
        return next
      }
    }
  }

  /// Runs probes until none is due.
  private func lookAround(_ first: ItemProbe?) {
    var next = first
    while let look = next {
      perform(look)
      next = withState { $0.engine.nextLook(at: time($0)) }
    }
  }

  // MARK: - Time

  /// Reads notices, advances the time, and delivers the events that are due.
  ///
  /// For watchers that are stepped manually.
  ///
  /// - Parameter time: the new time.
  package func step(to time: Duration) {
    let look = withState { state in
      state.engine.readNotices(at: state.time)
      state.time = max(state.time, time)
      return state.engine.nextLook(at: state.time)
    }
    lookAround(look)
    deliver(withState { $0.engine.takeDeliveries() })
  }

  /// Steps from deadline to deadline until no work is due within a period.
  ///
  /// - Parameter period: the maximum time to advance.
  package func settle(within period: Duration = .seconds(10)) {
    let end = withState { $0.time } + period
    step(to: .zero)
    while let deadline = withState({ $0.engine.deadline }), deadline <= end {
      step(to: deadline)
    }
  }

  private func time(_ state: borrowing State) -> Duration {
    isDrivenByHand ? state.time : MonotonicTime.now
  }

  /// Performs the work of the thread after each wakeup.
  ///
  /// - Returns: the next deadline, or `forever` if the thread is no longer needed.
  private func turn() -> WatchingThread.Rest {
    let (deliveries, looks, rest) = withState { state in
      let now = MonotonicTime.now
      state.engine.readNotices(at: now)
      let deliveries = state.engine.takeDeliveries()
      guard !state.engine.items.isEmpty else {
        state.engine.closeQueue()
        state.waker = nil
        return (deliveries, [ItemProbe](), WatchingThread.Rest.forever)
      }
      var looks: [ItemProbe] = []
      while let look = state.engine.nextLook(at: now) { looks.append(look) }
      state.awaited = state.engine.deadline
      return (deliveries, looks, .until(state.awaited))
    }
    for look in looks where !WatchingThread.run({ self.lookAround(look) }) {
      // Without another thread, this one must wait for the probe.
      lookAround(look)
    }
    deliver(deliveries)
    return rest
  }

  private func deliver(_ deliveries: [WatchEngine.Delivery]) {
    for delivery in deliveries { delivery.handler(delivery.event) }
  }

  // MARK: - Costs

  /// The resources of a watcher.
  package struct Cost: Hashable, Sendable {
    /// The number of watched items.
    package var items: Int
    /// The number of directories watched for them.
    package var directories: Int
    /// The number of items held by descriptors.
    package var descriptors: Int
    /// The number of polled items.
    package var polled: Int
    package var hasThread: Bool
  }

  package var cost: Cost {
    withState { state in
      Cost(
        items: state.engine.items.count, directories: state.engine.directories.count,
        descriptors: state.engine.heldCount, polled: state.engine.polled.count,
        hasThread: state.waker != nil)
    }
  }
}

/// The waiting times and limits of a watch.
package struct WatchingOptions: Hashable, Sendable {
  /// The time without notices after which an item is probed (rules J5, J19).
  package var quietPeriod = Duration.milliseconds(100)
  /// The quiet period of a file that is created or written and not yet closed (rule J6).
  package var writingPeriod = Duration.seconds(1)
  /// The time after which a missing item counts as deleted.
  ///
  /// Simple programs save by deleting and creating the file (rule J11).
  package var absencePeriod = Duration.milliseconds(500)
  /// The maximum duration of a burst, because a log is written without an end.
  package var longestBurst = Duration.seconds(5)
  /// The interval between polls of an item without notices.
  package var pollingPeriod = Duration.seconds(2)
  /// True if the items in a directory belong to it.
  package var looksInside = true
  /// True if files are read to compare their bytes.
  package var comparesContents = false
  /// The size of the largest file that is read to compare its bytes.
  package var mostBytesCompared: UInt64 = 16 << 20
  /// The greatest number of items that are read in a directory.
  package var mostSubitems = 65_536
  /// The greatest number of directories that are watched for one item.
  package var mostDirectories = 1024
  /// The greatest number of items held by descriptors, which find items after moves.
  ///
  /// It is nil for half of the files that the process may open. Other items are found by the
  /// notices about their moves.
  package var mostHeldItems: Int?
  /// True if descriptors hold the directories of items.
  ///
  /// They help to find items without descriptors.
  package var holdsDirectories = true

  package init() {}
}

/// The watch on one item, which ends with this value.
package final class FileWatch: Sendable {
  private let watcher: FileWatcher
  let number: WatchEngine.Number

  init(_ watcher: FileWatcher, _ number: WatchEngine.Number) {
    self.watcher = watcher
    self.number = number
  }

  deinit { cancel() }

  /// Ends the watch; an event that is being delivered may still arrive.
  package func cancel() { watcher.end(number) }

  /// The last known path of the item.
  package var path: FilePath? { watcher.path(of: number) }

  /// True if the item existed at the last probe.
  package var isPresent: Bool { watcher.isPresent(number) }

  /// Moves the watch to another path without an event.
  ///
  /// - Parameter path: the path, without symbolic links in its directory.
  /// - Returns: the generation of the state at the path, as ``acknowledge()`` returns it.
  @discardableResult
  package func retarget(to path: FilePath) -> UInt64 { watcher.retarget(number, to: path) }

  /// Marks the present state as known, because the caller has made the change or was notified of
  /// it.
  ///
  /// - Parameter saved: the package that a save has left at the path, whose items are then not read.
  /// - Returns: the generation of the state. The thread of the watcher may still be delivering an
  ///   event of an earlier one.
  @discardableResult
  package func acknowledge(saved: FileIdentity? = nil) -> UInt64 {
    watcher.acknowledge(number, saved: saved)
  }

  /// Ends the notices about items in a package before the caller changes it, until ``acknowledge(saved:)`` or
  /// ``resume()``.
  package func pause() { watcher.pause(number) }

  /// Looks for changes since ``pause()``, unless a state was accepted as known.
  package func resume() { watcher.resume(number) }
}
