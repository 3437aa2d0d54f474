import Foundation

/// Prints at once, also into a pipe, so that a program that drives this one sees each line.
///
/// If the reader is gone, the program must still save.
func say(_ text: String, terminator: String = "\n") {
  try? FileHandle.standardOutput.write(contentsOf: Data((text + terminator).utf8))
}

/// Prints the prompt for the next line if the input is a terminal.
func prompt() {
  guard isatty(STDIN_FILENO) == 1 else { return }
  say("> ", terminator: "")
}
