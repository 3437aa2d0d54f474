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
