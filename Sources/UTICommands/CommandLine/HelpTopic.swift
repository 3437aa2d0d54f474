internal import DataFormats
import TypeDeclarations

/// What `uti help` tells besides the help of a command.
enum HelpTopic: String, CaseIterable {
  case formats
  case exitStatuses = "exit-codes"
  case manual

  var abstract: String {
    switch self {
    case .formats: "What is printed: the fields of every command; --format json for a JSON Schema."
    case .exitStatuses: "The exit statuses."
    case .manual: "A manual page, of uti or of a command, in the language of man."
    }
  }

  /// The text of the topic.
  ///
  /// - Parameter words: the words after the topic.
  /// - Throws: ``CommandLineFault`` when there is no such command.
  func text(_ words: ArraySlice<String>) throws(CommandLineFault) -> String {
    switch self {
    case .formats:
      switch words.joined(separator: " ") {
      case "": return FormatsTopic.text
      case "--format json", "--format=json": return RecordSchema.document.text(isIndented: true)
      default: throw surplus(words, "it takes --format json and nothing else")
      }
    case .exitStatuses:
      guard words.isEmpty else { throw surplus(words, "it takes nothing else") }
      return ExitStatus.allCases.map { "\($0.rawValue)\t\($0.meaning)" }.joined(separator: "\n")
    case .manual:
      guard let name = words.first else { return ManualPage.ofAll.source }
      guard words.count == 1 else { throw surplus(words.dropFirst(), "it takes one command") }
      if let command = UniformTypesCommand.command(name) { return ManualPage(command).source }
      throw CommandLineFault(
        "help: manual: \(name): no command", remedy: UniformTypesCommand.hint(name))
    }
  }

  private func surplus(_ words: ArraySlice<String>, _ remedy: String) -> CommandLineFault {
    CommandLineFault(
      "help: \(rawValue): \(words.joined(separator: " ")): not understood", remedy: remedy)
  }
}
