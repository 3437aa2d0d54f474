internal import CUTISystemCalls
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UTIPlatform

/// The ends of the process that can be detected: `exit`, the return of the main function,
/// `quick_exit`, an error that the main function throws, and signals.
///
/// The first document that is opened or edited registers for them. The end of the process then
/// waits until the documents are saved (``Ending``).
///
/// | end | thread |
/// |---|---|
/// | return of main, `exit`, `quick_exit` | the calling thread |
/// | uncaught error of main | the main thread, in the handler of the trap that follows |
/// | signal | a separate queue |
package final class ProcessEnd: Sendable {
  package static let shared = ProcessEnd()

  private struct State: Sendable {
    /// The generation of the process that has registered; a child of fork(2) has not.
    var process: CUnsignedInt = 0
    var signals: Set<CInt> = []
    /// The current or finished ending.
    var ending: Ending?
    var hasExited = false
    /// The documents whose classes run code for a save.
    var running: Set<ObjectIdentifier> = []
    /// The documents whose contents are being taken.
    var taking: Set<ObjectIdentifier> = []
  }

  private let state = Mutex(State())

  /// Registers for the end of the process, once, and for the signals of an environment that have their
  /// default action.
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

  /// Saves the documents before a signal ends the process.
  ///
  /// - Parameter end: Ends the process; called on a separate queue.
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

  /// Saves the documents, or waits for the thread that does.
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
    }
    if isFirst { ending.run() } else { ending.join() }
  }

  /// True if the process ends, and documents are being saved.
  var isActive: Bool { state.withLock { $0.ending }.map { !$0.isOver } ?? false }

  /// Returns true if the end of the process has reported a document.
  func hasReported(_ document: ObjectIdentifier) -> Bool {
    state.withLock { $0.ending }?.hasReported(document) == true
  }

  /// Runs code of a document's class for a save.
  ///
  /// - Parameter isTaking: whether the code returns the contents, for which the end of the process
  ///   waits longer.
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

  /// True if the contents of a document are being taken.
  var isTakingContents: Bool { state.withLock { !$0.taking.isEmpty } }

  /// Notes a transfer of bytes, for which the end of the process waits longer.
  func noteProgress() { state.withLock { $0.ending }?.noteProgress() }
}
