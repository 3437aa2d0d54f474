import SystemPackage
package import TypeDeclarations
import UTITypeDetection

#if !Declarations
#error("The commands need the trait Declarations: swift build --traits Declarations")
#endif

/// An error that ends a command, with the status it ends with.
package struct CommandFailure: Error {
  package let status: ExitStatus
  /// The messages for standard error; none when all have been printed.
  package let messages: [String]
  /// A Boolean value that indicates whether the messages begin with a place in a file.
  private let namesPlace: Bool

  /// - Parameter messages: the problems and their remedies, without the name of the program.
  package init(_ status: ExitStatus, _ messages: String...) {
    self.status = status
    self.messages = messages
    namesPlace = false
  }

  /// A failure to read declarations.
  package init(_ error: DeclarationError) {
    let isMissing = error.errno != nil
    status = isMissing ? .inputMissing : .badDeclarations
    messages = [error.sentence]
    namesPlace = error.position != nil
  }

  /// Makes a failure of an error about one of several inputs, or of a command.
  package init(input error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as DetectionError: self.init(.someFailed, error.description)
    case let error as DeclarationError: self.init(error)
    default: self.init(.inputOutput, "\(error)")
    }
  }

  /// Returns a Boolean value that indicates whether an error is from a command, and not from the
  /// parser of its arguments.
  package static func isFromCommand(_ error: any Error) -> Bool {
    error is CommandFailure || error is DetectionError || error is DeclarationError
      || error is Errno
  }

  package func report() {
    for message in messages {
      namesPlace ? StandardError.print(message) : StandardError.report(message)
    }
  }
}

extension DeclarationError {
  /// The error as a message of the command: with its place, if it has one, in the format of
  /// compilers.
  fileprivate var sentence: String {
    guard position == nil else { return description }
    let reason = errno.map { " (\(Errno(rawValue: $0)))" } ?? ""
    return "\(file): \(message)\(reason)" + (remedy.isEmpty ? "" : "; \(remedy)")
  }
}
