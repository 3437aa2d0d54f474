extension HelpTopic {
  /// Makes the topic with the manual pages of a program and its commands.
  package static func manual(
    of name: String, _ program: @escaping @Sendable () -> Program
  ) -> HelpTopic {
    HelpTopic("manual", "A manual page, of \(name) or of a command, in the language of man.") {
      (words) throws(UsageError) in
      let program = program()
      guard let name = words.first else { return ManualPage(program).source }
      guard words.count == 1 else {
        throw surplus(words.dropFirst(), of: "manual", remedy: "it takes one command")
      }
      if let command = program.command(name) { return ManualPage(command, of: program).source }
      throw UsageError("help: manual: \(name): no command", remedy: program.hint(name))
    }
  }
}
