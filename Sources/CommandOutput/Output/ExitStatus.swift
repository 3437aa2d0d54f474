/// The exit statuses of `uti`, those above 63 with the meaning that sysexits(3) gives them.
package enum ExitStatus: Int32, CaseIterable {
  /// All inputs were answered.
  case answered = 0
  /// The answer is no.
  case negative = 1
  /// An input among those that are answered one by one failed; all others were answered.
  case someFailed = 2
  /// The command line cannot be understood.
  case usage = 64
  /// Declarations cannot be read.
  case badDeclarations = 65
  /// An input that the whole answer rests on is not there.
  case inputMissing = 66
  /// A program that is needed is not there.
  case unavailable = 69
  /// Reading or writing failed.
  case inputOutput = 74

  /// What the status says, for people.
  package var meaning: String {
    switch self {
    case .answered: "all was answered"
    case .negative: "the answer is no, or nothing was found"
    case .someFailed: "an input failed and was named on standard error; all others were answered"
    case .usage: "the command line cannot be understood"
    case .badDeclarations: "declarations cannot be read"
    case .inputMissing: "what the whole answer rests on is not there: a type, a list, a registry"
    case .unavailable: "a program that is needed is not installed"
    case .inputOutput: "reading or writing failed"
    }
  }

  /// All statuses in one sentence.
  package static var summary: String {
    allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ")
  }
}
