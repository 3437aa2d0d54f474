internal import CUTISystemCalls
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UTIFileCoordination

/// The lines of the standard input, for programs that edit documents at a terminal.
///
/// `readLine()` blocks the main thread, which then serves no queue: documents of the main actor do
/// not autosave, and do not notice changes by other processes. This sequence waits on another
/// thread:
///
/// ```swift
/// for await line in InputLines() {
///   note.setText(note.text + line + "\n")
/// }
/// try await note.saveAndClose()
/// ```
///
/// | input | lines |
/// |---|---|
/// | `\n` and `\r\n` | end a line, and are not a part of it |
/// | the end after a text without a newline | the text is the last line |
/// | bytes that are not UTF-8 | are replaced by U+FFFD, as in `readLine()` |
/// | a line that is longer than the limit | comes in pieces of at most that number of bytes, which divide no character |
/// | an error, such as that of a closed terminal | ends the sequence; ``error`` has it |
/// | cancellation of the task | ends the loop; lines that were not returned stay for the next loop |
///
/// A line is read when a loop asks for it, so a fast writer waits for the program. The bytes after
/// it may have been read from the input already: all loops of a program use one value, and
/// `readLine()` is not used with it.
public struct InputLines: AsyncSequence, Sendable {
  private let source: InputLineSource

  /// Creates the sequence of the lines of a file descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which must stay open; the standard input by default.
  ///   - maximumLength: the greatest number of bytes of a line; unlimited by default, as memory is.
  ///     Must be at least 4, the length of a character.
  public init(of descriptor: Int32 = STDIN_FILENO, maximumLength: Int = .max) {
    precondition(maximumLength >= 4, "a line must have room for a character, which has 4 bytes")
    source = InputLineSource(descriptor, maximumLength: maximumLength)
  }

  /// The error that has ended the input; nil if there was none.
  public var error: (any Error)? { source.error }

  /// Returns an iterator, which continues where another one has stopped.
  public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

  /// The iterator of ``InputLines``.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let source: InputLineSource

    /// Waits for the next line.
    ///
    /// - Returns: the line without its newline; nil at the end of the input, and if the task is
    ///   cancelled.
    public mutating func next() async -> String? { await source.next() }

    /// Waits for the next line.
    ///
    /// - Parameter actor: the isolation of the caller.
    /// - Returns: the line without its newline; nil at the end of the input, and if the task is
    ///   cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> String? {
      await source.next()
    }
  }
}

/// Reads lines, one at a time, on a separate thread.
///
/// Unchecked, because only the queue uses the bytes, and the error has a lock.
final class InputLineSource: @unchecked Sendable {
  /// The descriptor by which a cancelled request ends its wait.
  private final class Waker: Sendable {
    let descriptor = uti_make_waker()

    func wake() { _ = uti_wake(descriptor) }

    deinit { if descriptor >= 0 { close(descriptor) } }
  }

  private static let newline = UInt8(ascii: "\n")

  private let descriptor: CInt
  private let maximumLength: Int
  private let queue = DispatchQueue(label: "UniformDocuments.InputLines")
  private let failure = Mutex<(any Error)?>(nil)

  private var bytes: [UInt8] = []
  /// The number of bytes at the beginning that belong to returned lines.
  private var start = 0
  /// The number of bytes after `start` that are known to have no newline.
  private var searched = 0
  private var isOver = false

  init(_ descriptor: CInt, maximumLength: Int) {
    self.descriptor = descriptor
    self.maximumLength = maximumLength
  }

  var error: (any Error)? { failure.withLock { $0 } }

  func next() async -> String? {
    guard !Task.isCancelled else { return nil }
    let waker = Waker()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { [self] in continuation.resume(returning: readLine(waker.descriptor)) }
      }
    } onCancel: {
      waker.wake()
    }
  }

  // MARK: - Reading, on the queue

  private func readLine(_ cancellation: CInt) -> String? {
    while true {
      if let line = takeLine() { return line }
      guard !isOver, waitForBytes(or: cancellation) else { return nil }
      readBytes()
    }
  }

  private func takeLine() -> String? {
    let rest = bytes[start...]
    if let end = rest[(start + searched)...].firstIndex(of: Self.newline),
      end - start <= maximumLength
    {
      return take(upTo: end, dropping: 1)
    }
    if rest.count > maximumLength { return take(upTo: divide(rest), dropping: 0) }
    searched = rest.count
    guard isOver, !rest.isEmpty else { return nil }
    return take(upTo: bytes.endIndex, dropping: 0)
  }

  /// Returns the end of a piece of a long line, which is the end of a character.
  private func divide(_ rest: ArraySlice<UInt8>) -> Int {
    let limit = rest.startIndex + maximumLength
    // The bytes of a character after its first one begin with the bits 10.
    let first = (limit - 3...limit).reversed().first { rest[$0] & 0xC0 != 0x80 }
    return first ?? limit
  }

  private func take(upTo end: Int, dropping count: Int) -> String {
    var line = bytes[start..<end]
    if count > 0, line.last == UInt8(ascii: "\r") { line.removeLast() }
    let text = String(decoding: line, as: UTF8.self)
    start = end + count
    searched = 0
    // Constant time on average.
    if start * 2 >= bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
    return text
  }

  /// Returns false if the request was cancelled.
  private func waitForBytes(or cancellation: CInt) -> Bool {
    var waits = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: cancellation, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&waits, nfds_t(waits.count), -1) < 0 {
      guard errno == EINTR else { break }
    }
    return waits[1].revents == 0
  }

  private func readBytes() {
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
      return count
    }
    guard count <= 0 else { return }
    let error = errno
    if count < 0, error == EINTR || error == EAGAIN { return }
    isOver = true
    if count < 0 {
      failure.withLock { $0 = POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    }
  }
}

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
