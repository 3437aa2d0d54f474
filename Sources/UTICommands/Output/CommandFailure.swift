import TypeDeclarations

/// An error that ends a command, with the status it ends with.
struct CommandFailure: Error {
  let status: ExitStatus
  /// Lines for standard error; none when everything has been said.
  let messages: [String]

  init(_ status: ExitStatus, _ messages: String...) {
    self.status = status
    self.messages = messages
  }

  /// A failure to read declarations.
  init(_ error: DeclarationError) {
    let isMissing = error.errno != nil
    status = isMissing ? .inputMissing : .badDeclarations
    messages = [error.description]
  }

  func report() {
    for message in messages { StandardError.print(message) }
  }
}
