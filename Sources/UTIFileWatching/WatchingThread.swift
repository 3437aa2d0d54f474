internal import CUTISystemCalls
internal import SystemPackage
internal import UTIPlatform

/// The thread of a watcher, which waits for notices, a deadline or a wakeup.
enum WatchingThread {
  /// The time until the next turn of the thread.
  enum Rest: Sendable {
    /// Until the deadline; nil waits for a notice or wakeup.
    case until(Duration?)
    case forever
  }

  /// The object that wakes the thread.
  final class Waker: Sendable {
    fileprivate let descriptor: FileDescriptor

    fileprivate init?() {
      let number = uti_waker_open()
      guard number >= 0 else { return nil }
      descriptor = FileDescriptor(rawValue: number)
    }

    deinit { try? descriptor.close() }

    func wake() {
      var one: UInt64 = 1
      _ = write(descriptor.rawValue, &one, 8)
    }

    fileprivate func clear() {
      var count: UInt64 = 0
      _ = read(descriptor.rawValue, &count, 8)
    }
  }

  private final class Work: Sendable {
    let queue: NoticeQueue?
    let waker: Waker
    let turn: @Sendable () -> Rest

    init(_ queue: NoticeQueue?, _ waker: Waker, _ turn: @escaping @Sendable () -> Rest) {
      self.queue = queue
      self.waker = waker
      self.turn = turn
    }

    func run() {
      while case .until(let deadline) = turn() {
        var waits = [
          pollfd(fd: queue?.descriptor.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
          pollfd(fd: waker.descriptor.rawValue, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&waits, 2, deadline.map(Self.milliseconds) ?? -1)
        // Other notices of a save follow at once, and are read together with the first.
        if waits[0].revents != 0, waits[1].revents == 0 { _ = poll(&waits[1], 1, Self.pause) }
        if waits[1].revents != 0 { waker.clear() }
      }
    }

    /// The milliseconds between the first notice and the reading of all.
    private static let pause: CInt = 10

    /// The time until a deadline, rounded up so that the deadline has passed afterwards.
    private static func milliseconds(until deadline: Duration) -> CInt {
      let rest = deadline - MonotonicTime.now
      guard rest > .zero else { return 0 }
      let (seconds, attoseconds) = rest.components
      return CInt(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
  }

  /// `queue` is nil if all items are polled; the result is nil without a thread or descriptor.
  static func start(
    waitingFor queue: NoticeQueue?, turn: @escaping @Sendable () -> Rest
  ) -> Waker? {
    guard let waker = Waker() else { return nil }
    let work = Work(queue, waker, turn)
    return run({ work.run() }) ? waker : nil
  }

  /// Returns whether the thread was created.
  static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Body: Sendable {
      let run: @Sendable () -> Void

      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let context = Unmanaged.passRetained(Body(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 512 << 10)
    // Signals are delivered to the threads of the program.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        uti_name_thread("file-watching")
        body.run()
        return nil
      }, context.toOpaque())
    if result != 0 { context.release() }
    return result == 0
  }
}
