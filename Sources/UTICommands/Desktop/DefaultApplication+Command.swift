import UTICommandOutput
import UTIDesktopIntegration

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

  /// Printed.
  private static func report(
    on type: TypeArgument, _ registryOptions: RegistryOptions, _ output: OutputOptions,
    _ change: (DefaultApplication) throws -> ApplicationAssociations.Answer
  ) throws -> ApplicationReport {
    let registry = try registryOptions.load()
    let question = try ApplicationQuestion(type, in: registry)
    let choice = DefaultApplication(
      of: question.mimeType, in: DesktopEnvironment(), lineage: MIMETypeLineage(registry))
    let report = ApplicationReport(
      question: question, answer: try change(choice), output: output)
    ResultPrinter.print([report.preferred].compactMap(\.self), output)
    return report
  }
}
