internal import CUTISystemCalls

/// Threads that work on one task.
package enum Threads {
  package static var coreCount: Int { max(1, Int(uti_core_count())) }

  /// Returns when all calls have returned; the calling thread makes the first, and those for which
  /// the system makes no thread.
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

  /// An identifier of the current thread, which a later thread may get after its end.
  package static var current: UInt { UInt(pthread_self()) }
}

/// A number of places that threads take and return (sem_overview(7)).
package final class CountingSemaphore: Sendable {
  // Unsafe, because the pointer never changes and the C library synchronizes its target.
  private nonisolated(unsafe) let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init(_ value: Int) {
    sem_init(semaphore, 0, UInt32(value))
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  package func wait() {
    while sem_wait(semaphore) != 0, errno == EINTR {}
  }

  package func signal() {
    sem_post(semaphore)
  }
}

/// Transfers a non-`Sendable` value across isolations, for example to the queue of file access and
/// back.
///
/// Unchecked: the sender waits, or touches only parts that a lock protects, but the compiler cannot
/// follow that through completion handlers.
package struct UncheckedSendableBox<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
