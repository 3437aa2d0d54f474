internal import CUTISystemCalls

/// Threads that work on one task.
package enum Threads {
  /// The number of cores that this process may use.
  package static var coreCount: Int { max(1, Int(uti_core_count())) }

  /// Calls a function on several threads at a time, and returns when all calls have returned.
  ///
  /// - Parameters:
  ///   - count: the number of calls, of which the calling thread makes the first.
  ///   - body: receives the number of its call, from 0. If the system makes no more threads, the
  ///     calling thread makes the remaining calls, one after another.
  package static func run(_ count: Int, _ body: @Sendable (Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      var body = body
      withUnsafeMutablePointer(to: &body) { pointer in
        uti_run_on_threads(
          CInt(count),
          { context, number in
            guard let context else { return }
            context.load(as: (@Sendable (Int) -> Void).self)(Int(number))
          }, pointer)
      }
    }
  }
}

extension Threads {
  /// The signals that an instruction or a call of the thread itself raises.
  private static let ownSignals = [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGPIPE,
  ]

  /// An identifier of the current thread, which a later thread may get after its end.
  package static var current: UInt { UInt(pthread_self()) }

  /// Runs a function on a new thread, which handles no signals of the process.
  ///
  /// - Parameters:
  ///   - name: The name of the thread, of at most 15 characters.
  ///   - stackSize: The size of its stack; nil for the usual size.
  /// - Returns: A Boolean value that indicates whether the thread was created.
  package static func start(
    named name: StaticString, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    final class Body: Sendable {
      let name: StaticString
      let run: @Sendable () -> Void

      init(_ name: StaticString, _ run: @escaping @Sendable () -> Void) {
        self.name = name
        self.run = run
      }
    }
    let context = Unmanaged.passRetained(Body(name, body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    var signals = sigset_t()
    var before = sigset_t()
    sigfillset(&signals)
    for signal in ownSignals { sigdelset(&signals, signal) }
    pthread_sigmask(SIG_SETMASK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        uti_name_thread(body.name.utf8Start)
        body.run()
        return nil
      }, context.toOpaque())
    if result != 0 { context.release() }
    return result == 0
  }
}

/// A number of places that threads take and return (sem_overview(7)).
package final class CountingSemaphore: Sendable {
  // Unsafe, because the pointer never changes and the C library synchronizes its target.
  private nonisolated(unsafe) let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// Makes a semaphore.
  ///
  /// - Parameter value: the number of places.
  package init(_ value: Int) {
    sem_init(semaphore, 0, UInt32(value))
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Takes a place; waits until there is one.
  package func wait() {
    while sem_wait(semaphore) != 0, errno == EINTR {}
  }

  /// Returns a place.
  package func signal() {
    sem_post(semaphore)
  }
}

/// A box that transfers a non-`Sendable` value across an isolation boundary.
///
/// A document and its contents belong to one isolation. An operation on them passes through others:
/// the queue of file access, then back. At each moment one of them uses the value; the sender
/// waits, or touches only parts that a lock protects. The compiler cannot follow that through
/// completion handlers, so the box is unchecked.
package struct UncheckedSendableBox<Value>: @unchecked Sendable {
  /// The value.
  package let value: Value

  /// Makes a box.
  ///
  /// - Parameter value: the value.
  package init(_ value: Value) { self.value = value }
}
