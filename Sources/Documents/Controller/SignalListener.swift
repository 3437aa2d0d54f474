import Dispatch
import Synchronization
import UTIPlatform

/// Where a signal handler leaves the number of its signal.
///
/// A handler may do next to nothing: it writes one byte, and a queue does the rest. Unsafe in name
/// only: it is set once, before the first handler is installed.
nonisolated(unsafe) private var signalPipe: CInt = -1

/// Brings signals from wherever they strike to the main queue.
///
/// The signal sources of Dispatch hear on Linux only what every thread blocks.
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
    guard readEnd >= 0 else { return }
    DispatchQueue(label: "Documents.signals").async { [self] in readForever() }
  }

  /// Has a signal handled, by whoever asked last.
  ///
  /// - Parameter handler: is called on a queue of its own.
  func listen(to number: CInt, _ handler: @escaping @Sendable (CInt) -> Void) {
    handlers.withLock { $0[number] = handler }
    guard readEnd >= 0 else { return }
    signal(number) { number in
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
