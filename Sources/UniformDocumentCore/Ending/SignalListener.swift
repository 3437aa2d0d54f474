import Dispatch
import Synchronization

/// The pipe to which signal handlers write the number of their signal: only few functions are safe
/// there.
///
/// Unsafe in name only: it is set once, before the first handler is installed.
nonisolated(unsafe) private var signalPipe: CInt = -1
/// Unsafe in name only: it is set once, before the first handler is installed.
nonisolated(unsafe) private var listeningProcess: pid_t = 0

/// Delivers signals from any thread: Dispatch's sources on Linux receive only signals that every
/// thread blocks.
final class SignalListener: Sendable {
  static let shared = SignalListener()

  private let handlers = Mutex<[CInt: @Sendable (CInt) -> Void]>([:])
  private let readEnd: CInt

  private init() {
    var ends: [CInt] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd = ends[0]
    signalPipe = ends[1]
    listeningProcess = getpid()
    guard readEnd >= 0 else { return }
    DispatchQueue(label: "UniformDocuments.signals").async { [self] in readForever() }
  }

  /// Replaces an earlier handler; calls `handler` on a separate queue.
  func listen(to number: CInt, _ handler: @escaping @Sendable (CInt) -> Void) {
    handlers.withLock { $0[number] = handler }
    guard readEnd >= 0 else { return }
    signal(number) { number in
      guard getpid() == listeningProcess else {
        // A child of fork(2) shares the pipe; its signal must not end the parent.
        signal(number, SIG_DFL)
        raise(number)
        return
      }
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(signalPipe, &byte, 1)
      errno = error
    }
  }

  private func readForever() {
    var byte: UInt8 = 0
    while true {
      let count = read(readEnd, &byte, 1)
      guard count == 1 || count < 0 && errno == EINTR else { return }
      guard count == 1 else { continue }
      handlers.withLock { $0[CInt(byte)] }?(CInt(byte))
    }
  }
}

/// The actions of signals.
package enum SignalAction {
  static func isDefault(_ number: CInt) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0, action.sa_flags & SA_SIGINFO == 0 else {
      return false
    }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_DFL, to: Int.self)
  }

  /// Ends the process by the default action of a signal, so that its parent sees the signal.
  package static func end(by number: CInt) {
    signal(number, SIG_DFL)
    // The calling thread may block signals.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }
}
