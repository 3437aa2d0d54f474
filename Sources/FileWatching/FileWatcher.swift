internal import Synchronization
package import SystemPackage

/// Watches items for a whole process: one queue of notices, and one thread that waits for them while
/// anything is watched.
///
/// What is told was found by looking at items after a while without notices, and compared with what
/// was known of them; time decides nothing. Looks are made on threads that live for no longer, and
/// without the lock of the watcher: an item on a share that does not answer keeps nobody but those who
/// ask for that item. Handlers run on the thread of the watcher, one at a time, and must not keep it.
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
  private let files: any WatchedFiles
  private let makeQueue: @Sendable () -> NoticeQueue?

  /// Makes a watcher.
  ///
  /// - Parameter isDrivenByHand: whether nothing happens but in ``step(to:)``, and no thread is
  ///   started.
  package convenience init(isDrivenByHand: Bool = false) {
    self.init(isDrivenByHand: isDrivenByHand, files: SystemFiles())
  }

  /// Makes a watcher of other files than those of the system, or without a queue of notices.
  init(
    isDrivenByHand: Bool, files: any WatchedFiles,
    makeQueue: @escaping @Sendable () -> NoticeQueue? = { try? NoticeQueue() }
  ) {
    self.isDrivenByHand = isDrivenByHand
    self.files = files
    self.makeQueue = makeQueue
  }

  // MARK: - Watching

  /// Watches what is at a path, or will be.
  ///
  /// - Parameters:
  ///   - path: an absolute path without symbolic links on the way.
  ///   - options: how long to wait and how far to look.
  ///   - handler: is told what becomes of the item.
  /// - Complexity: a few system calls for each directory above; for a directory one for each item in
  ///   it. Whoever calls waits for them.
  package func watch(
    _ path: FilePath, options: WatchingOptions = WatchingOptions(),
    handler: @escaping @Sendable (FileEvent) -> Void
  ) -> FileWatch {
    let (number, look) = withState { state in
      // A thread that has begun without a queue goes on without one.
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

  func retarget(_ number: WatchEngine.Number, to path: FilePath) {
    perform(withState { $0.engine.retarget(number, to: path) })
  }

  func acknowledge(_ number: WatchEngine.Number) {
    perform(withState { $0.engine.acknowledge(number) })
  }

  /// Does something with the lock, and ends what it has left over without it.
  private func withState<Result>(_ body: (inout State) -> sending Result) -> Result {
    let (result, leftovers) = state.withLock { state in
      let result = body(&state)
      return (result, state.engine.takeLeftovers())
    }
    _ = consume leftovers
    return result
  }

  // MARK: - Looking

  /// Makes a look without the lock, and those that follow from it.
  private func perform(_ first: ItemProbe?) {
    var next = first
    while var look = next {
      look.run(in: files) { registration, look in
        withState { $0.engine.register(registration, of: look, at: time($0)) }
      }
      next = withState { state in
        let next = state.engine.finish(look, at: time(state))
        state.waker?.wake()
        return next
      }
    }
  }

  /// Makes looks until none is due.
  private func lookAround(_ first: ItemProbe?) {
    var next = first
    while let look = next {
      perform(look)
      next = withState { $0.engine.nextLook(at: time($0)) }
    }
  }

  // MARK: - Time

  /// Takes in what the system has told, lets time pass, and tells what is due then.
  ///
  /// For watchers that are driven by hand.
  ///
  /// - Parameter time: the time afterwards.
  package func step(to time: Duration) {
    let look = withState { state in
      state.engine.readNotices(at: state.time)
      state.time = max(state.time, time)
      return state.engine.nextLook(at: state.time)
    }
    lookAround(look)
    deliver(withState { $0.engine.takeDeliveries() })
  }

  /// Steps from deadline to deadline until nothing is due within a period.
  ///
  /// - Parameter period: how much time passes at most.
  package func settle(within period: Duration = .seconds(10)) {
    let end = withState { $0.time } + period
    step(to: .zero)
    while let deadline = withState({ $0.engine.deadline }), deadline <= end {
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
    let (deliveries, looks, rest) = withState { state in
      let now = WatchingThread.now
      state.engine.readNotices(at: now)
      let deliveries = state.engine.takeDeliveries()
      guard !state.engine.items.isEmpty else {
        state.engine.closeQueue()
        state.waker = nil
        return (deliveries, [ItemProbe](), WatchingThread.Rest.forever)
      }
      var looks: [ItemProbe] = []
      while let look = state.engine.nextLook(at: now) { looks.append(look) }
      return (deliveries, looks, .until(state.engine.deadline))
    }
    for look in looks where !WatchingThread.run({ self.lookAround(look) }) {
      // Without a thread more, waiting is all that is left.
      lookAround(look)
    }
    deliver(deliveries)
    return rest
  }

  private func deliver(_ deliveries: [WatchEngine.Delivery]) {
    for delivery in deliveries { delivery.handler(delivery.event) }
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
    withState { state in
      Cost(
        items: state.engine.items.count, directories: state.engine.directories.count,
        descriptors: state.engine.heldCount, polled: state.engine.polled.count,
        hasThread: state.waker != nil)
    }
  }
}
