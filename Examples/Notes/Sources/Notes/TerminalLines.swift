import Foundation

/// The lines that a user types, without blocking saves on the main queue.
struct TerminalLines: Sendable {
  let stream: AsyncStream<String>

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    self.stream = stream
    let reader = Thread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    reader.start()
  }

  /// Prints the prompt for the next line if the input is a terminal.
  static func prompt() {
    guard isatty(STDIN_FILENO) == 1 else { return }
    say("> ", terminator: "")
  }
}

/// Prints at once, also into a pipe, so that a program that drives this one sees each line.
///
/// If the reader is gone, the program must still save.
func say(_ text: String, terminator: String = "\n") {
  try? FileHandle.standardOutput.write(contentsOf: Data((text + terminator).utf8))
}
