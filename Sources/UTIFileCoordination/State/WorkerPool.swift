internal import CUTISystemCalls
internal import Dispatch
internal import Synchronization
internal import UTIPlatform

/// A few threads for work that may wait, such as the reading and writing of files.
///
/// Work that waits must not exclude the work it waits for: a thread gives up its place in an
/// announced wait (``waiting(_:)``), and one more thread works if no work begins or ends for a
/// while.
package final class WorkerPool: Sendable {
  package static let files = WorkerPool(
    named: "Document.fileAccess", placeCount: min(max(Threads.coreCount, 3), 8))

  private struct State: Sendable {
    var pending: [@Sendable () -> Void] = []
    var takenCount = 0
    var workingCount = 0
    var lastProgress = Duration.zero
    /// True while the time since the last progress is watched.
    var isWatched = false

    var hasPending: Bool { takenCount < pending.count }

    /// Takes a place for another thread if there is work and a place for it.
    mutating func admit(_ placeCount: Int) -> Bool {
      guard hasPending, workingCount < placeCount else { return false }
      workingCount += 1
      return true
    }

    mutating func take() -> @Sendable () -> Void {
      let work = pending[takenCount]
      pending[takenCount] = {}
      takenCount += 1
      if takenCount == pending.count || takenCount > max(1_000, pending.count / 2) {
        pending.removeFirst(takenCount)
        takenCount = 0
      }
      lastProgress = MonotonicTime.now
      return work
    }
  }

  /// The time without progress after which one more thread works.
  private static let patience = Duration.milliseconds(100)
  private static let watchQueue = DispatchQueue(label: "WorkerPool.watch")

  private let name: String
  private let placeCount: Int
  private let state = Mutex(State())

  /// The pool must exist until the process ends; `name` is the name of its queues.
  package init(named name: String, placeCount: Int) {
    self.name = name
    self.placeCount = placeCount
  }

  /// Does work on one of the threads, in the order of the calls.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    let (isAdmitted, isFirst) = state.withLock { state in
      if !state.hasPending { state.lastProgress = MonotonicTime.now }
      state.pending.append(work)
      if state.admit(placeCount) { return (true, false) }
      defer { state.isWatched = true }
      return (false, !state.isWatched)
    }
    if isAdmitted { start() }
    if isFirst { watch() }
  }

  /// Gives the thread's place to other work during a wait for other threads or processes.
  package static func waiting<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let pool = current else { return try body() }
    setCurrent(nil)
    let isAdmitted = pool.state.withLock { state in
      state.workingCount -= 1
      return state.admit(pool.placeCount)
    }
    if isAdmitted { pool.start() }
    defer {
      pool.state.withLock { $0.workingCount += 1 }
      setCurrent(pool)
    }
    return try body()
  }

  private func start() {
    // Each serial queue has a thread of its own, whatever the other threads wait for.
    DispatchQueue(label: name, qos: .userInitiated).async { [self] in
      Self.setCurrent(self)
      var work = next(isFirst: true)
      while let current = work {
        current()
        work = next()
      }
      Self.setCurrent(nil)
    }
  }

  private func next(isFirst: Bool = false) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.hasPending, isFirst || state.workingCount <= placeCount else {
        state.workingCount -= 1
        return nil
      }
      return state.take()
    }
  }

  /// Adds a thread whenever no work has begun or ended for a while.
  private func watch() {
    let rest = state.withLock(\.lastProgress) + Self.patience - MonotonicTime.now
    let nanoseconds = Int(max(rest / .nanoseconds(1), 0))
    Self.watchQueue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in
      let isLate = state.withLock { state in
        state.isWatched = state.hasPending
        guard state.hasPending, MonotonicTime.now >= state.lastProgress + Self.patience else {
          return false
        }
        state.workingCount += 1
        state.lastProgress = MonotonicTime.now
        return true
      }
      if isLate { start() }
      if state.withLock(\.isWatched) { watch() }
    }
  }

  // MARK: - The pool of a thread

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// True if the current thread does the work of a pool and has a place.
  package static var isCurrent: Bool { current != nil }

  private static var current: WorkerPool? {
    pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private static func setCurrent(_ pool: WorkerPool?) {
    pthread_setspecific(key, pool.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
  }
}
