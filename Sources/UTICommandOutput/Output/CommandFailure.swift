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

  /// - Parameter messages: the problems and their remedies, without the name of the program.
  package init(_ status: ExitStatus, _ messages: String...) {
    self.status = status
    self.messages = messages
    namesPlace = false
  }

  /// Makes a failure of a problem at a known or unknown place of a file.
  ///
  /// - Parameters:
  ///   - status: the exit status.
  ///   - sentence: the problem and its remedy.
  ///   - namesPlace: whether the sentence begins with a place in a file, in the format of compilers.
  package init(_ status: ExitStatus, sentence: String, namesPlace: Bool) {
    self.status = status
    messages = [sentence]
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
