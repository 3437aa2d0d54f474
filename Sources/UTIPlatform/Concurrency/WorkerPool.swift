internal import CUTISystemCalls

/// Threads for work that may wait, such as the reading and writing of files.
///
/// Only a few threads work at a time. Two rules prevent work that waits from excluding the work
/// that it waits for:
///
/// - A thread gives up its place during a wait that it announces (``waiting(_:)``).
/// - If no work begins or ends for a while, one more thread begins to work, whatever the others
///   wait for.
///
/// ```
/// places   work ──────────────── work ─────────
///          work ── waits ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ work ─
///                  └ another thread: work ─────
/// reserve  waits for a place, or until all stand still
/// ```
///
/// Unchecked because a lock of the C library guards everything in it.
package final class WorkerPool: @unchecked Sendable {
  /// The threads that read and write documents.
  package static let files = WorkerPool(
    named: "file-access", placeCount: min(max(Threads.coreCount, 4), 8))

  /// The time without progress after which one more thread works.
  private static let patience = Duration.milliseconds(50)
  /// The time after which a thread without work ends.
  private static let idleTime = Duration.seconds(5)

  private let name: StaticString
  private let placeCount: Int
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var pending: [@Sendable () -> Void] = []
  /// The number of pending elements that threads have taken.
  private var takenCount = 0
  /// The number of threads that have a place.
  private var workingCount = 0
  /// The number of threads that wait for work or for a place, or are being created.
  private var waitingCount = 0
  private var lastProgress = Duration.zero

  /// Creates a pool, which must exist until the process ends.
  ///
  /// - Parameters:
  ///   - name: The name of its threads, of at most 15 characters.
  ///   - placeCount: The number of threads that work at a time.
  package init(named name: StaticString, placeCount: Int) {
    self.name = name
    self.placeCount = placeCount
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  /// Does work on one of the threads, in the order of the calls.
  ///
  /// - Returns: A Boolean value that indicates whether there is a thread for it; it is not done
  ///   otherwise.
  package func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
    withLock {
      // While work is pending, one waiting thread looks at the clock.
      let isWatched = hasPending && waitingCount > 0 && workingCount >= placeCount
      pending.append(work)
      if isWatched || addReserve() { return true }
      if workingCount == 0 { pending.removeLast() }
      return workingCount > 0
    }
  }

  /// Gives the place of the current thread to other work during a wait for other threads or
  /// processes.
  package static func waiting<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let pool = current else { return try body() }
    setCurrent(nil)
    pool.withLock {
      pool.workingCount -= 1
      if pool.hasPending { _ = pool.addReserve() }
    }
    defer {
      pool.withLock { pool.workingCount += 1 }
      setCurrent(pool)
    }
    return try body()
  }

  private var hasPending: Bool { takenCount < pending.count }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Wakes or creates a thread that takes the pending work as soon as it may.
  private func addReserve() -> Bool {
    guard waitingCount == 0 else { return pthread_cond_signal(condition) == 0 }
    guard Threads.start(named: name, { self.run() }) else { return false }
    waitingCount += 1
    return true
  }

  private func run() {
    Self.setCurrent(self)
    pthread_mutex_lock(mutex)
    waitingCount -= 1
    while let work = next() {
      pthread_mutex_unlock(mutex)
      work()
      pthread_mutex_lock(mutex)
      workingCount -= 1
      lastProgress = MonotonicTime.now
    }
    pthread_mutex_unlock(mutex)
  }

  /// Waits for work and a place for it, with the lock held; nil if there is no work for a while.
  private func next() -> (@Sendable () -> Void)? {
    let end = MonotonicTime.now + Self.idleTime
    while true {
      let now = MonotonicTime.now
      var deadline = end
      if hasPending {
        deadline = lastProgress + Self.patience
        if workingCount < placeCount || now >= deadline { return take(at: now) }
      } else if now >= end {
        return nil
      }
      let (seconds, attoseconds) = deadline.components
      var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      waitingCount += 1
      pthread_cond_timedwait(condition, mutex, &time)
      waitingCount -= 1
    }
  }

  private func take(at now: Duration) -> @Sendable () -> Void {
    let work = pending[takenCount]
    takenCount += 1
    if takenCount == pending.count {
      pending.removeAll()
      takenCount = 0
    } else if takenCount > 1_000, takenCount > pending.count / 2 {
      pending.removeFirst(takenCount)
      takenCount = 0
    }
    workingCount += 1
    lastProgress = now
    if hasPending { _ = addReserve() }
    return work
  }

  // MARK: - The pool of a thread

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private static var current: WorkerPool? {
    pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private static func setCurrent(_ pool: WorkerPool?) {
    pthread_setspecific(key, pool.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
  }
}
