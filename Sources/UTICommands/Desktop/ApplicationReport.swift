import UTICommandOutput
internal import UTIDataFormats
import UTIDesktopIntegration
import UTIPlatform
import UTITypeGraph
import UniformTypes

/// An answer about applications in its printed form.
struct ApplicationReport {
  let question: ApplicationQuestion
  let answer: ApplicationAssociations.Answer
  let output: OutputOptions

  /// nil if there is none.
  var preferred: CommandResult? {
    answer.preferred.map { result($0, isDefault: true) }
  }

  /// One that opens the type without being associated with it comes first.
  var all: [CommandResult] {
    let preferred = answer.preferred
    let isAmong = answer.candidates.contains {
      $0.entry.identifier == preferred?.entry.identifier
    }
    let others = answer.candidates.map { candidate in
      let isDefault = candidate.entry.identifier == preferred?.entry.identifier
      return result(isDefault ? preferred ?? candidate : candidate, isDefault: isDefault)
    }
    return (isAmong ? [] : [self.preferred].compactMap(\.self)) + others
  }

  /// Statements without effect because an application is missing.
  func reportUnusable() {
    for (mention, reason) in answer.unusable where mention.ground != .declared {
      StandardError.print(
        "\(mention.file):\(mention.line): note: \(mention.application) is ignored: \(reason)")
    }
  }

  private func result(
    _ candidate: ApplicationAssociations.Candidate, isDefault: Bool
  ) -> CommandResult {
    CommandResult(
      in: output.format, fields: fields(candidate, isDefault: isDefault),
      columns: columns(candidate, isDefault: isDefault))
  }

  private func fields(
    _ candidate: ApplicationAssociations.Candidate, isDefault: Bool
  ) -> [(key: String, value: JSONValue)] {
    question.fields + [
      ("mimeType", .string(question.mimeType.spelling)),
      ("application", .string(candidate.entry.identifier)),
      ("applicationName", .optional(candidate.entry.name(in: output.languages))),
      ("desktopFile", .string(candidate.entry.path.text)), ("isDefault", .boolean(isDefault)),
      ("association", .string(candidate.mention.ground.rawValue)),
      ("associatedType", .string(candidate.type.spelling)),
      ("file", .string(candidate.mention.file)), ("line", .integer(candidate.mention.line)),
    ]
  }

  private func columns(
    _ candidate: ApplicationAssociations.Candidate, isDefault: Bool
  ) -> [String] {
    let origin = "\(candidate.mention.file):\(candidate.mention.line)"
    let type = candidate.type == question.mimeType ? "" : " for \(candidate.type)"
    return [
      question.path ?? question.text, candidate.entry.identifier, isDefault ? "default" : "-",
      candidate.entry.name(in: output.languages) ?? "-",
      "\(candidate.mention.ground.words)\(type), \(origin)",
    ]
  }
}

extension ApplicationMention.Ground {
  fileprivate var words: String {
    switch self {
    case .default: "set as the default"
    case .added: "associated"
    case .declared: "by its own declaration"
    case .removed: "removed"
    }
  }
}

extension ResultPrinter {
  /// All types if none are given; throws if an input failed or an application opens each.
  static func printUnopened(
    _ arguments: [TypeArgument], _ registryOptions: RegistryOptions, _ output: OutputOptions
  ) throws {
    let registry = try registryOptions.load()
    let associations = ApplicationAssociations(
      DesktopEnvironment(), lineage: MIMETypeLineage(registry))
    let names = associations.associatedNames
    try registryOptions.sandbox.enter()
    var arguments = arguments
    if arguments.isEmpty {
      arguments = registry.types.filter(ApplicationQuestion.hasOwnMIMEType(registry)).map {
        TypeArgument(argument: $0.identifier)
      }
    }
    let hasFound = try printEach(queries: arguments, output) { argument in
      let question = try ApplicationQuestion(argument, in: registry)
      guard !associations.isOpened(question.mimeType, associatedNames: names) else { return [] }
      let name = question.mimeType.spelling
      let description = registry.type(canonicalMIMEType: name)?
        .localizedDescription(in: output.languages)
      return [
        CommandResult(
          in: output.format,
          fields: question.fields + [
            ("mimeType", .string(name)), ("description", .optional(description)),
          ],
          columns: [question.path ?? question.text, name, description ?? "-"])
      ]
    }
    if !hasFound { throw CommandFailure(.negative) }
  }

  /// Throws after all inputs when one failed or has no application.
  static func printApplications(
    _ arguments: [TypeArgument], _ registryOptions: RegistryOptions, _ output: OutputOptions,
    answers: (ApplicationReport) -> [CommandResult]
  ) throws {
    let registry = try registryOptions.load()
    let associations = ApplicationAssociations(
      DesktopEnvironment(), lineage: MIMETypeLineage(registry))
    try registryOptions.sandbox.enter()
    var isWithoutApplication = false
    try printEach(queries: arguments, output) { argument in
      let question = try ApplicationQuestion(argument, in: registry)
      let report = ApplicationReport(
        question: question, answer: associations.answer(for: question.mimeType), output: output)
      report.reportUnusable()
      let results = answers(report)
      if results.isEmpty {
        isWithoutApplication = true
        StandardError.report("\(argument.text): no application opens \(question.mimeType)")
      }
      return results
    }
    if isWithoutApplication { throw CommandFailure(.negative) }
  }
}

/// The subject of a command about applications: a MIME type, or an item with its type.
struct ApplicationQuestion {
  /// nil for a type that the user names.
  let path: String?
  /// The word as given.
  let text: String
  let mimeType: MIMEName

  /// A path or a name of a type (also a scheme); a declared type precedes an item of the name.
  ///
  /// Throws ``CommandFailure`` when there is neither, or when the type has no MIME name.
  init(_ argument: TypeArgument, in registry: TypeRegistry) throws {
    text = argument.text
    path = argument.itemPath(in: registry)
    if let path {
      let verdict = try registry.identify(pathText: path)
      guard let name = verdict.mimeType.flatMap(MIMEName.init) else {
        throw CommandFailure(
          .someFailed, "\(path): \(verdict.type) has no MIME type, which applications require")
      }
      mimeType = name
    } else if case .tag(let tag) = argument.form, tag.tagClass == .mimeType,
      let name = MIMEName(tag.value)
    {
      mimeType = name
    } else {
      mimeType = try Self.mimeType(of: try argument.type(in: registry), argument, registry)
    }
  }

  /// The members of a record that identify the subject.
  var fields: [(key: String, value: JSONValue)] {
    path.map(LosslessText.fields) ?? [("query", .string(text))]
  }

  /// The MIME type does not belong to another type.
  static func hasOwnMIMEType(_ registry: TypeRegistry) -> (UTType) -> Bool {
    { type in
      // Types such as UTF-16 text have a name with parameters.
      guard let name = type.canonicalMIMEType, MIMEName(name) != nil else { return false }
      return type.tags[.mimeType] != nil || registry.type(canonicalMIMEType: name) == type
    }
  }

  private static func mimeType(
    of type: UTType, _ argument: TypeArgument, _ registry: TypeRegistry
  ) throws -> MIMEName {
    guard hasOwnMIMEType(registry)(type), let name = type.canonicalMIMEType.flatMap(MIMEName.init)
    else {
      throw CommandFailure(
        .someFailed,
        "\(argument.text): \(type) has no MIME type of its own, which applications require; "
          + "uti tree --down \(type) lists the types below it")
    }
    return name
  }
}

extension DefaultApplication {
  /// Prints the application that opens the type now; throws if the choice cannot be written.
  static func set(
    _ application: String, for type: TypeArgument, _ registryOptions: RegistryOptions,
    _ output: OutputOptions
  ) throws {
    _ = try report(on: type, registryOptions, output) { try $0.set(application) }
  }

  /// Prints the application that opens the type now; throws when there is none.
  static func unset(
    _ type: TypeArgument, _ registryOptions: RegistryOptions, _ output: OutputOptions
  ) throws {
    let report = try report(on: type, registryOptions, output) { try $0.unset() }
    guard report.preferred == nil else { return }
    throw CommandFailure(
      .negative, "\(type.text): no application opens \(report.question.mimeType)")
  }

  private static func report(
    on type: TypeArgument, _ registryOptions: RegistryOptions, _ output: OutputOptions,
    _ change: (DefaultApplication) throws -> ApplicationAssociations.Answer
  ) throws -> ApplicationReport {
    let list = DesktopEnvironment().configurationHome?.appending(text: "mimeapps.list").text
    let written = [list].compactMap(\.self)
    let registry = try registryOptions.load(writing: written)
    if !written.isEmpty { try registryOptions.sandbox.enter(writing: written) }
    let question = try ApplicationQuestion(type, in: registry)
    let choice = DefaultApplication(
      of: question.mimeType, in: DesktopEnvironment(), lineage: MIMETypeLineage(registry))
    let report = ApplicationReport(question: question, answer: try change(choice), output: output)
    ResultPrinter.print([report.preferred].compactMap(\.self), output)
    return report
  }
}
