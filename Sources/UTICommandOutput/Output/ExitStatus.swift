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
    case .answered: "every input has a result"
    case .negative: "the result is no, or nothing was found"
    case .someFailed: "an input failed, as standard error says; all others have a result"
    case .usage: "the command line is invalid"
    case .badDeclarations: "declarations cannot be read"
    case .inputMissing: "a required input is missing: a type, a list of paths or a registry"
    case .unavailable: "a required program or feature of the kernel is missing"
    case .inputOutput: "reading or writing failed"
    }
  }

  /// All statuses in one sentence.
  package static var summary: String {
    allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ")
  }
}
