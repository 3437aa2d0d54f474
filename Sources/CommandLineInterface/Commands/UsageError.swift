/// Why a command line cannot be understood.
package struct UsageError: Error, Equatable {
  /// What is wrong, without the name of the program and of the command.
  package let message: String
  /// What to do about it; nil when the help of the command says it.
  package let remedy: String?

  package init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
