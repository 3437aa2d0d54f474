import SystemPackage

/// An error that has its own form as a failure of a command.
package protocol CommandError: Error {
  /// The status and the message.
  var failure: CommandFailure { get }
}

/// An error that ends a command, with the status it ends with.
package struct CommandFailure: Error {
  package let status: ExitStatus
  /// The messages for standard error; none when all have been printed.
  package let messages: [String]
  /// True if the messages begin with a place in a file.
  private let namesPlace: Bool

  /// - Parameters:
  ///   - status: the exit status.
  ///   - messages: the problems and their remedies, without the name of the program.
  ///   - namesPlace: whether the messages begin with a place in a file, in the format of compilers.
  package init(_ status: ExitStatus, _ messages: String..., namesPlace: Bool = false) {
    self.status = status
    self.messages = messages
    self.namesPlace = namesPlace
  }

  /// Makes a failure of an error about one of several inputs, or of a command.
  package init(input error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as any CommandError: self = error.failure
    default: self.init(.inputOutput, "\(error)")
    }
  }

  /// Returns true if an error is from a command, and not from the parser of its arguments.
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
