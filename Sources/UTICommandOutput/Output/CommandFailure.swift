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
