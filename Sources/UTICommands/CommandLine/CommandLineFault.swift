/// Why a command line cannot be understood.
struct CommandLineFault: Error, Equatable {
  /// What is wrong, without the name of the program and of the command.
  let message: String
  /// What to do about it; nil when the help of the command says it.
  let remedy: String?

  init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
