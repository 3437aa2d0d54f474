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

  /// An identifier of the current thread, which a later thread may get after its end.
  package static var current: UInt { UInt(pthread_self()) }
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
