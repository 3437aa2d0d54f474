internal import Dispatch
internal import Foundation
internal import Synchronization

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
