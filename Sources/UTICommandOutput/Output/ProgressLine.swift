import UTIPlatform

/// A line on the terminal with the progress of a long command.
///
/// It is shown on standard error only when this is a terminal, and after a second. A command that
/// prints results clears the line first, and flushes the results before it is shown again.
package struct ProgressLine {
  private let isShown = isatty(STDERR_FILENO) == 1
  private let start = MonotonicTime.now
  private var isVisible = false

  package init() {}

  /// True if an update is shown.
  package var isDue: Bool { isShown && MonotonicTime.now - start > .seconds(1) }

  package mutating func update(_ text: @autoclosure () -> String) {
    guard isDue else { return }
    isVisible = true
    StandardError.write("\r\u{1B}[K" + text())
  }

  /// Clears the line.
  package mutating func clear() {
    guard isVisible else { return }
    isVisible = false
    StandardError.write("\r\u{1B}[K")
  }
}
