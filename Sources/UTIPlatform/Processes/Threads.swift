internal import CUTISystemCalls

/// The present activity of a thread, which Linux shows below `/proc`.
package enum ThreadActivity: Sendable {
  case running
  case readingInput
  case sleeping
  /// The thread waits in a loop, such as of a toolkit, for one of several events.
  case waitingForEvents
  case waitingForThread
  case waiting
  /// The process was stopped, for example by SIGSTOP or Ctrl-Z, or by a debugger.
  case stopped

  package static var currentThread: Int32 { uti_thread_id() }

  /// Nil for the main thread or this process; the result is nil if the process is gone or
  /// invisible.
  package init?(ofThread thread: Int32? = nil, in process: Int32? = nil) {
    let process = process ?? getpid()
    let directory = "/proc/\(process)/task/\(thread ?? process)"
    // The name of the program, in parentheses, can contain anything.
    guard
      let state = Self.text(of: "\(directory)/stat")?.split(separator: ")").last?.dropFirst().first
    else { return nil }
    switch state {
    case "T", "t": self = .stopped
    case "R": self = .running
    case "Z", "X": return nil
    default:
      let call = Self.text(of: "\(directory)/syscall")?.split(separator: " ").first
      switch call.flatMap({ Int($0) }).map(uti_wait_of_call) {
      case UTI_WAIT_INPUT?: self = .readingInput
      case UTI_WAIT_TIME?: self = .sleeping
      case UTI_WAIT_EVENTS?: self = .waitingForEvents
      case UTI_WAIT_THREAD?: self = .waitingForThread
      default: self = .waiting
      }
    }
  }

  private static func text(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = fread(&bytes, 1, bytes.count, file)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}

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
