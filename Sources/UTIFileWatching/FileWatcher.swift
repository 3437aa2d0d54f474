internal import Synchronization
package import SystemPackage
package import UTIPlatform

/// Watches items for a process, by one queue of notices and one thread while an item is watched.
///
/// Probes run on short-lived threads and without the lock, so an item on an unresponsive share
/// blocks only callers that use it. Handlers run on the watcher's thread, one at a time, and must
/// not block it.
package final class FileWatcher: Sendable {
  package static let shared = FileWatcher()

  private struct State: Sendable {
    var engine = WatchEngine()
    var waker: WatchingThread.Waker?
    /// The deadline that the thread waits for; nil if it waits for a notice.
    var awaited: Duration?
    var time = Duration.zero

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

  /// `isDrivenByHand`: the watcher works only in ``step(to:)`` and starts no thread.
  package convenience init(isDrivenByHand: Bool = false) {
    self.init(isDrivenByHand: isDrivenByHand, files: SystemFiles())
  }

  init(
    isDrivenByHand: Bool, files: any WatchedFiles,
    makeQueue: @escaping @Sendable () -> NoticeQueue? = { try? NoticeQueue() }
  ) {
    self.isDrivenByHand = isDrivenByHand
    self.files = files
    self.makeQueue = makeQueue
  }

  // MARK: - Watching

  /// The path is absolute, without symbolic links in its directory; the item need not exist.
  ///
  /// - Complexity: a few system calls for each parent directory, and one for each item in a
  ///   directory; the caller waits for them.
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

  /// Returns the generation of the accepted state.
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

  private func lookAround(_ first: ItemProbe?) {
    var next = first
    while let look = next {
      perform(look)
      next = withState { $0.engine.nextLook(at: time($0)) }
    }
  }

  // MARK: - Time

  /// Delivers the events that are due, for watchers that are stepped manually.
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

  /// Returns the next deadline, or `forever` if the thread is no longer needed.
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
    package var items: Int
    package var directories: Int
    package var descriptors: Int
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
  /// A missing item counts as deleted then: simple programs save by deleting and creating (rule
  /// J11).
  package var absencePeriod = Duration.milliseconds(500)
  /// The maximum duration of a burst, because a log is written without an end.
  package var longestBurst = Duration.seconds(5)
  package var pollingPeriod = Duration.seconds(2)
  package var looksInside = true
  package var comparesContents = false
  package var mostBytesCompared: UInt64 = 16 << 20
  package var mostSubitems = 65_536
  package var mostDirectories = 1024
  /// Nil for half of the files that the process may open; other items are found by notices of
  /// moves.
  package var mostHeldItems: Int?
  /// Descriptors of directories help to find items without descriptors.
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

  package var path: FilePath? { watcher.path(of: number) }

  package var isPresent: Bool { watcher.isPresent(number) }

  /// Sends no event; returns the generation of the state at the path, as ``acknowledge()`` does.
  @discardableResult
  package func retarget(to path: FilePath) -> UInt64 { watcher.retarget(number, to: path) }

  /// The caller made the change or knows of it; a `saved` package is not read; returns the
  /// generation: an event of an earlier one may still be in delivery.
  @discardableResult
  package func acknowledge(saved: FileIdentity? = nil) -> UInt64 {
    watcher.acknowledge(number, saved: saved)
  }

  /// Ends notices about the package before a change, until ``acknowledge(saved:)`` or ``resume()``.
  package func pause() { watcher.pause(number) }

  /// Looks for changes since ``pause()``, unless a state was accepted as known.
  package func resume() { watcher.resume(number) }
}
