import Synchronization
package import UTICommandLineInterface
internal import UTIPlatform

/// Buffered standard output, which ends the process without a message when its reader closes it.
package final class StandardOutput: Sendable {
  package static let shared = StandardOutput()

  private let buffer = Mutex<[UInt8]>([])
  private static let capacity = 1 << 16

  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  package static func ignoreClosedPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  package func print(_ line: String) {
    write(line, end: "\n")
  }

  package func write(_ text: String, end: String = "") {
    buffer.withLock { buffer in
      if LosslessText.hasStrayBytes(text) {
        buffer += LosslessText.bytes(text)
      } else {
        buffer += text.utf8
      }
      buffer += end.utf8
      if buffer.count >= Self.capacity { Self.flush(&buffer) }
    }
  }

  package func write(_ bytes: [UInt8]) {
    buffer.withLock { buffer in
      buffer += bytes
      if buffer.count >= Self.capacity { Self.flush(&buffer) }
    }
  }

  /// Writes the buffered text.
  package func finish() {
    buffer.withLock { Self.flush(&$0) }
  }

  private static func flush(_ buffer: inout [UInt8]) {
    buffer.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = UTIPlatform.write(
          STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EPIPE {
          exit(ExitStatus.answered.rawValue)
        } else if errno != EINTR {
          StandardError.report(
            "cannot write to standard output: \(String(cString: strerror(errno)))")
          exit(ExitStatus.inputOutput.rawValue)
        }
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Standard error, unbuffered.
package enum StandardError {
  /// `uti: subject: problem; remedy`, or a place in a file first, as editors expect.
  package static func report(_ message: String) {
    // An empty path is shown as quotes.
    print("uti: " + (message.hasPrefix(": ") ? "''" + message : message))
  }

  /// Control characters, and the middle of an overlong line, are omitted.
  package static func print(_ line: String) {
    write(VisibleText.shown(VisibleText.shortened(line)) + "\n")
  }

  package static func write(_ text: String) {
    LosslessText.bytes(text).withUnsafeBytes { bytes in
      _ = UTIPlatform.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}

/// A line on the terminal with the progress of a long command, on standard error.
///
/// It needs a terminal, and a second. A command clears it and flushes before it prints.
package struct ProgressLine {
  private let isShown = isatty(STDERR_FILENO) == 1
  private let start = MonotonicTime.now
  private var isVisible = false

  package init() {}

  /// An update is shown.
  package var isDue: Bool { isShown && MonotonicTime.now - start > .seconds(1) }

  package mutating func update(_ text: @autoclosure () -> String) {
    guard isDue else { return }
    isVisible = true
    StandardError.write("\r\u{1B}[K" + text())
  }

  package mutating func clear() {
    guard isVisible else { return }
    isVisible = false
    StandardError.write("\r\u{1B}[K")
  }
}

/// The three standard streams of a program.
package enum StandardStreams {
  /// A file opened under the number of a closed stream would receive its output.
  package static func keepPlaces() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
      // The first free number is the stream's. Without this device nothing changes.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// The forms of output.
package enum OutputFormat: String, ParameterValue, CaseIterable {
  case text, json, jsonl, tsv, csv
  /// The columns of other programs, in comma-separated values.
  case droidCSV = "droid-csv"
  case siegfriedCSV = "siegfried-csv"

  /// CSV needs columns of one meaning.
  package static let common = [text.rawValue, json.rawValue, jsonl.rawValue, tsv.rawValue]

  package var isCSV: Bool { self == .csv || isReport }

  /// The columns are another program's.
  package var isReport: Bool { self == .droidCSV || self == .siegfriedCSV }
}

/// The rule for the use of colours.
package enum ColorChoice: String, ParameterValue, CaseIterable {
  case auto, always, never
}

/// The options for the output of every command.
package struct OutputOptions: ParameterGroup, Hashable {
  package var format = OutputFormat.text
  package var color = ColorChoice.auto
  package var language: String?

  /// True if the command offers comma-separated values and reports too.
  private let hasColumns: Bool

  package init(hasColumns: Bool = false) {
    self.hasColumns = hasColumns
  }

  package mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.option(
      &format, "--format", value: "format", help: "The form of the output.",
      choices: hasColumns ? nil : OutputFormat.common)
    parameters.option(
      &color, "--color", value: "color",
      help: "When to use colours; auto means on a terminal, unless NO_COLOR is set.")
    parameters.option(
      &language, "--language", value: "locale",
      help: "The language of descriptions, such as pt_BR; by default the user's.")
  }
}

extension OutputOptions {
  /// Best first.
  package var languages: [String] { Self.languages(language) }

  /// The more general forms follow; the user's languages for nil.
  package static func languages(_ language: String?) -> [String] {
    language.map(UserLanguages.expanded) ?? UserLanguages.ofProcess
  }

  package func emphasized(_ text: String) -> String {
    color.isUsed ? TextStyle.bold.marking(text) : text
  }

  package func dimmed(_ text: String) -> String {
    color.isUsed ? TextStyle.dim.marking(text) : text
  }
}

extension ColorChoice {
  package var isUsed: Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      guard StandardOutput.isTerminal else { return false }
      let environment = EnvironmentVariables.process
      return (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }
}
