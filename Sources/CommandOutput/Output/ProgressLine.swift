import UTIPlatform

/// A line on the terminal that tells how far a long command has come.
///
/// It is shown on standard error only when that is a terminal, and after a second. Whoever writes
/// answers takes the line away before, and flushes them before it is shown again.
package struct ProgressLine {
  private let isShown = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now
  private var isVisible = false

  package init() {}

  package mutating func update(_ text: @autoclosure () -> String) {
    guard isShown, ContinuousClock.now - start > .seconds(1) else { return }
    isVisible = true
    StandardError.write("\r\u{1B}[K" + text())
  }

  /// Takes the line away again.
  package mutating func clear() {
    guard isVisible else { return }
    isVisible = false
    StandardError.write("\r\u{1B}[K")
  }
}
