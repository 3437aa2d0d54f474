/// An error in a command line.
package struct UsageError: Error, Equatable {
  /// The problem, without the name of the program and of the command.
  package let message: String
  /// nil when the remedy is in the help of the command.
  package let remedy: String?
  /// The option that no command has.
  package let unknownOption: String?

  package init(_ message: String, remedy: String? = nil, unknownOption: String? = nil) {
    self.message = message
    self.remedy = remedy
    self.unknownOption = unknownOption
  }
}

/// A topic of `help` that is not a command.
package struct HelpTopic: Sendable {
  package let name: String
  /// The contents, in a sentence.
  package let abstract: String
  /// The words follow the topic's name.
  package let text: @Sendable (ArraySlice<String>) throws(UsageError) -> String

  package init(
    _ name: String, _ abstract: String,
    text: @escaping @Sendable (ArraySlice<String>) throws(UsageError) -> String
  ) {
    self.name = name
    self.abstract = abstract
    self.text = text
  }

  /// The remedy is the words that the topic accepts.
  package static func surplus(
    _ words: ArraySlice<String>, of topic: String, remedy: String
  ) -> UsageError {
    UsageError("help: \(topic): \(words.joined(separator: " ")): not understood", remedy: remedy)
  }
}
