internal import CUTISystemCalls
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UTIPlatform

/// Detects ends of the process: `exit`, `quick_exit`, the return of main (in the calling thread),
/// an uncaught error of main (on the main thread, in the handler of the trap) and signals (in a
/// queue).
package final class ProcessEnd: Sendable {
  package static let shared = ProcessEnd()

  private struct State: Sendable {
    /// The generation of the process that has registered; a child of fork(2) has not.
    var process: CUnsignedInt = 0
    var signals: Set<CInt> = []
    var ending: Ending?
    var hasExited = false
    var running: Set<ObjectIdentifier> = []
    var taking: Set<ObjectIdentifier> = []
  }

  private let state = Mutex(State())

  /// Registers once; also for the signals of an environment that have their default action.
  func register(_ environment: DocumentEnvironment) {
    guard environment.endPatience != nil else { return }
    let (isFirst, signals) = state.withLock { state in
      let isFirst = state.process != uti_process_generation()
      if isFirst { state.process = uti_process_generation() }
      let new = environment.endingSignals.subtracting(state.signals)
      state.signals.formUnion(new)
      return (isFirst, new)
    }
    if isFirst {
      // Twice: one for a thread that calls exit(3) while another runs the first.
      for _ in 0..<2 { Self.registerForExit() }
      uti_watch_traps { ProcessEnd.shared.finish(.uncaughtError) }
      // The main queue does not have a separate thread while the main thread serves it.
      if !Thread.isMainThread { DispatchQueue.main.async { uti_use_signal_stack() } }
    }
    listen(to: signals.filter(SignalAction.isDefault), SignalAction.end)
  }

  /// Calls `end`, which ends the process, on a separate queue.
  package func listen(to signals: some Sequence<CInt>, _ end: @escaping @Sendable (CInt) -> Void) {
    for number in signals {
      SignalListener.shared.listen(to: number) { [self] number in
        // A second signal ends the process at once.
        let others = state.withLock { $0.signals.union([number]) }
        for other in others { signal(other, SIG_DFL) }
        finish(.signal)
        end(number)
      }
    }
  }

  private static func registerForExit() {
    atexit { ProcessEnd.shared.exit() }
    at_quick_exit { ProcessEnd.shared.exit() }
  }

  private func exit() {
    let isOver = state.withLock { state in
      let isOver = state.hasExited || state.process != uti_process_generation()
      return isOver
    }
    guard !isOver else { return }
    // The C library calls this for code that calls exit(3) again, and for other threads that call
    // it.
    Self.registerForExit()
    finish(.exit)
    state.withLock { $0.hasExited = true }
  }

  private func finish(_ cause: EndOutcome.Cause) {
    let (ending, isFirst) = state.withLock { state -> (Ending?, Bool) in
      guard state.process == uti_process_generation(), !state.hasExited else { return (nil, false) }
      if let ending = state.ending, !ending.isOver { return (ending, false) }
      let ending = Ending(cause)
      state.ending = ending
      return (ending, true)
    }
    guard let ending else { return }
    // The code of an operation that has ended the process does not return to it.
    if let operation = DocumentOperation.current ?? Writing.current?.operation {
      let isSaving = state.withLock { state in
        state.taking.remove(operation.document)
        return state.running.remove(operation.document) != nil
      }
      if isSaving, !isFirst { ending.refuse(operation) }
      ending.abandon(operation)
      // The save of the end has called the code, and does not continue.
      if !isSaving, operation.isOfEnd { ending.refuse(operation) }
    }
    if isFirst { ending.run() } else { ending.join() }
  }

  var isActive: Bool { state.withLock { $0.ending }.map { !$0.isOver } ?? false }

  func hasReported(_ document: ObjectIdentifier) -> Bool {
    state.withLock { $0.ending }?.hasReported(document) == true
  }

  /// `isTaking`: the code returns the contents, for which the end of the process waits longer.
  package func running<Result>(
    codeOf document: AnyObject, isTaking: Bool, _ code: () throws -> Result
  ) rethrows -> Result {
    let id = ObjectIdentifier(document)
    state.withLock { state in
      state.running.insert(id)
      if isTaking {
        state.taking.insert(id)
        state.ending?.noteTaking()
      }
    }
    defer {
      let ending = state.withLock { state in
        state.running.remove(id)
        return state.taking.remove(id).flatMap { _ in state.ending }
      }
      ending?.noteTaking()
    }
    return try code()
  }

  var isTakingContents: Bool { state.withLock { !$0.taking.isEmpty } }

  /// Notes a transfer of bytes, for which the end of the process waits longer.
  func noteProgress() { state.withLock { $0.ending }?.noteProgress() }
}

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
