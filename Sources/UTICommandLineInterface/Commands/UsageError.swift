/// An error in a command line.
package struct UsageError: Error, Equatable {
  /// The problem, without the name of the program and of the command.
  package let message: String
  /// The remedy; nil when it is in the help of the command.
  package let remedy: String?

  package init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
