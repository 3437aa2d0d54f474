/// An error in a command line.
package struct UsageError: Error, Equatable {
  /// The problem, without the name of the program and of the command.
  package let message: String
  /// The remedy; nil when it is in the help of the command.
  package let remedy: String?
  /// The option that no command has; nil for other errors.
  package let unknownOption: String?

  package init(_ message: String, remedy: String? = nil, unknownOption: String? = nil) {
    self.message = message
    self.remedy = remedy
    self.unknownOption = unknownOption
  }
}

/// A topic of `help` besides the commands.
package struct HelpTopic: Sendable {
  /// The word that names the topic.
  package let name: String
  /// The contents of the topic, in a sentence.
  package let abstract: String
  /// Makes the text of the topic from the words that follow its name.
  package let text: @Sendable (ArraySlice<String>) throws(UsageError) -> String

  package init(
    _ name: String, _ abstract: String,
    text: @escaping @Sendable (ArraySlice<String>) throws(UsageError) -> String
  ) {
    self.name = name
    self.abstract = abstract
    self.text = text
  }

  /// Returns the error about excess words after a topic.
  ///
  /// - Parameter remedy: the words that the topic accepts.
  package static func surplus(
    _ words: ArraySlice<String>, of topic: String, remedy: String
  ) -> UsageError {
    UsageError(
      "help: \(topic): \(words.joined(separator: " ")): not understood", remedy: remedy)
  }
}
