/// The exit statuses of `uti`, those above 63 with the meaning that sysexits(3) gives them.
enum ExitStatus: Int32 {
  /// All inputs were answered.
  case answered = 0
  /// The answer is no.
  case negative = 1
  /// Some inputs failed; the rest were answered.
  case someFailed = 2
  /// The command line cannot be understood.
  case usage = 64
  /// Declarations cannot be read.
  case badDeclarations = 65
  /// An input does not exist or cannot be opened.
  case inputMissing = 66
  /// A program or a registry that is needed is not there.
  case unavailable = 69
  /// Reading or writing failed.
  case inputOutput = 74
}
