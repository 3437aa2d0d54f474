/// The exit statuses of `uti`; the ones above 63 have their meaning in sysexits(3).
package enum ExitStatus: Int32, CaseIterable {
  /// The command succeeded for all inputs.
  case answered = 0
  /// The result is negative.
  case negative = 1
  /// An input of several independent ones failed; all others succeeded.
  case someFailed = 2
  /// The command line is invalid.
  case usage = 64
  /// Declarations cannot be read.
  case badDeclarations = 65
  /// A required input does not exist.
  case inputMissing = 66
  /// A required program or feature of the kernel does not exist.
  case unavailable = 69
  /// Reading or writing failed.
  case inputOutput = 74

  /// The meaning of the status, as text.
  package var meaning: String {
    switch self {
    case .answered: "all was answered"
    case .negative: "the answer is no, or nothing was found"
    case .someFailed: "an input failed and was named on standard error; all others were answered"
    case .usage: "the command line cannot be understood"
    case .badDeclarations: "declarations cannot be read"
    case .inputMissing: "what the whole answer rests on is not there: a type, a list, a registry"
    case .unavailable: "a program or a feature of the kernel that is needed is missing"
    case .inputOutput: "reading or writing failed"
    }
  }

  /// All statuses in one sentence.
  package static var summary: String {
    allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ")
  }
}
