internal import UTIPlatform

/// The width of text on standard output.
enum TerminalWidth {
  /// The width without a terminal, in characters.
  private static let usual = 80
  /// Longer lines are hard to read, and shorter ones leave no room for a second column.
  private static let range = 48...120

  /// The width in COLUMNS, or of the terminal; 80 for a file or a pipe.
  static var current: Int {
    let columns = EnvironmentVariables.process["COLUMNS"].flatMap { Int($0) }
    guard let width = columns ?? ofTerminal, width > 0 else { return usual }
    return min(max(width, range.lowerBound), range.upperBound)
  }

  private static var ofTerminal: Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : nil
  }
}
