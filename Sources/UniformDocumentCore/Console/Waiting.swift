internal import CUTISystemCalls
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UTIFileCoordination

// Functions that wait on the main thread, under the names of Swift's and the C library's. A file that
// imports the module calls these. While they wait, documents of the main actor autosave, and save for
// other processes that read their items.

/// Reads a line of the standard input, while documents of the main actor save.
///
/// It is the function of the standard library, which this one hides in files that import the module,
/// except that documents are not in danger while it waits (rule G13): an autosave that becomes due
/// takes the contents on the calling thread, as between two events. No contents are read again, and no
/// completion handler of the program runs, before the main queue is served.
///
/// - Parameter strippingNewline: whether the newline is removed.
/// - Returns: the line; nil at the end of the input.
public func readLine(strippingNewline: Bool = true) -> String? {
  guard MainThreadWait.isUseful, uti_has_buffered_line() == 0 else {
    return Swift.readLine(strippingNewline: strippingNewline)
  }
  let result = ReadLine()
  MainThreadWait.reader.async {
    result.end(with: Swift.readLine(strippingNewline: strippingNewline))
  }
  while !MainQueue.serveWaiting(until: nil, { result.line != nil }) {}
  return result.line ?? nil
}

/// Nil while another thread reads the line.
private final class ReadLine: Sendable {
  private let state = Mutex<String??>(nil)

  var line: String?? { state.withLock { $0 } }

  func end(with line: String?) {
    state.withLock { $0 = .some(line) }
    MainQueue.wake()
  }
}

/// Sleeps, while documents of the main actor save; see ``readLine(strippingNewline:)``.
///
/// A call with a value of type `UInt32` is the function of the C library, which saves nothing.
///
/// - Parameter seconds: the time in seconds.
/// - Returns: the rest of the time, if a signal handler has interrupted the sleep.
@discardableResult public func sleep(_ seconds: Int) -> UInt32 {
  guard MainThreadWait.isUseful else { return sleep(UInt32(clamping: seconds)) }
  let end = ContinuousClock.now + .seconds(max(seconds, 0))
  guard !MainQueue.serveWaiting(until: end, { false }) else { return 0 }
  return UInt32(clamping: Int64(((end - .now) / .seconds(1)).rounded(.up)))
}

/// Sleeps, while documents of the main actor save; see ``readLine(strippingNewline:)``.
///
/// A call with a value of type `UInt32` is the function of the C library, which saves nothing.
///
/// - Parameter microseconds: the time in millionths of a second.
/// - Returns: -1 with `errno` EINTR if a signal handler has interrupted the sleep, else 0.
@discardableResult public func usleep(_ microseconds: Int) -> Int32 {
  guard MainThreadWait.isUseful else { return usleep(useconds_t(clamping: microseconds)) }
  let end = ContinuousClock.now + .microseconds(max(microseconds, 0))
  guard !MainQueue.serveWaiting(until: end, { false }) else { return 0 }
  // The calls after the interrupted one may have changed it.
  errno = EINTR
  return -1
}

/// The waits of the main thread in the code of the program.
package enum MainThreadWait {
  static let reader = DispatchQueue(label: "UniformDocuments.readLine")

  /// True if there are documents that the calling thread can serve while it waits.
  static var isUseful: Bool {
    MainQueue.isCurrent && DocumentOperation.current == nil && !MainQueue.isWaiting
      && !LiveDocuments.shared.isEmpty
  }

  /// Saves documents of the main actor whose autosave becomes due in `duration`; nil for all.
  package static func save(dueWithin duration: Duration?) {
    guard isUseful else { return }
    MainActor.assumeIsolated { saveOnMainThread(dueWithin: duration) }
  }

  @MainActor private static func saveOnMainThread(dueWithin duration: Duration?) {
    let documents = LiveDocuments.shared.all.filter {
      $0.isOfMainActor && $0.environment.autosavePolicy != nil
        && (duration.map($0.isAutosaveDue(within:)) ?? ($0.needsEnd || $0.mayNeedEnd))
    }
    guard !documents.isEmpty else { return }
    let pending = Pending(documents.count)
    for document in documents { document.saveBeforeWaiting(pending.endOne) }
    let patience = documents.compactMap(\.environment.endPatience).max() ?? .seconds(5)
    let end = ContinuousClock.now + patience
    while !MainQueue.serveWaiting(until: end, { pending.isOver }) {}
  }

  private final class Pending: Sendable {
    private let count: Mutex<Int>

    init(_ count: Int) { self.count = Mutex(count) }

    var isOver: Bool { count.withLock { $0 <= 0 } }

    @Sendable func endOne() {
      count.withLock { $0 -= 1 }
      MainQueue.wake()
    }
  }
}
