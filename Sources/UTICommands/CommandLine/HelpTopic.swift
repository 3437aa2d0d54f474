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
      return ["--format json", "--format=json"].contains(words.joined(separator: " "))
        ? RecordSchema.document.text(isIndented: true) : FormatsTopic.text
    case .exitStatuses:
      return ExitStatus.allCases.map { "\($0.rawValue)\t\($0.meaning)" }.joined(separator: "\n")
    case .manual:
      guard let name = words.first else { return ManualPage.ofAll.source }
      if let command = UniformTypesCommand.command(name) { return ManualPage(command).source }
      throw CommandLineFault(
        "help: manual: \(name): no command", remedy: UniformTypesCommand.hint(name))
    }
  }
}
