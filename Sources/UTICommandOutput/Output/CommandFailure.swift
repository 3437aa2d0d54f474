import SystemPackage

/// An error that has its own form as a failure of a command.
package protocol CommandError: Error {
  var failure: CommandFailure { get }
}

/// An error that ends a command, with the status it ends with.
package struct CommandFailure: Error {
  package let status: ExitStatus
  /// Standard error gets them; none when all have been printed.
  package let messages: [String]
  /// The messages begin with a place in a file.
  private let namesPlace: Bool

  /// Messages lack the name of the program; places are in the format of compilers.
  package init(_ status: ExitStatus, _ messages: String..., namesPlace: Bool = false) {
    self.status = status
    self.messages = messages
    self.namesPlace = namesPlace
  }

  package init(input error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as any CommandError: self = error.failure
    default: self.init(.inputOutput, "\(error)")
    }
  }

  /// The parser of arguments has other errors.
  package static func isFromCommand(_ error: any Error) -> Bool {
    error is CommandFailure || error is any CommandError || error is Errno
  }

  package func report() {
    for message in messages {
      namesPlace ? StandardError.print(message) : StandardError.report(message)
    }
  }
}

/// The exit statuses of `uti`; the ones above 63 have their meaning in sysexits(3).
package enum ExitStatus: Int32, CaseIterable {
  case answered = 0
  case negative = 1
  /// All other inputs succeeded.
  case someFailed = 2
  case usage = 64
  case badDeclarations = 65
  case inputMissing = 66
  /// A required program or feature of the kernel does not exist.
  case unavailable = 69
  case inputOutput = 74

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
