import Foundation

/// The lines that a user types, without keeping the main queue from saving meanwhile.
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

  /// Asks for the next line, where somebody can see it.
  static func prompt() {
    guard isatty(STDIN_FILENO) == 1 else { return }
    say("> ", terminator: "")
  }
}

/// Prints at once, also into a pipe, so that whoever drives the program sees each answer.
///
/// Whoever listened may have gone, which must not keep the program from saving.
func say(_ text: String, terminator: String = "\n") {
  try? FileHandle.standardOutput.write(contentsOf: Data((text + terminator).utf8))
}
