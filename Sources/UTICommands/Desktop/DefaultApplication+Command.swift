import UTICommandOutput
import UTIDesktopIntegration
import UniformTypes

extension DefaultApplication {
  /// Sets the default application of a type, and prints the application that opens it now.
  ///
  /// - Throws: ``CommandFailure`` when the type or the application is unknown, or when the choice
  ///   cannot be written.
  static func set(
    _ application: String, for type: TypeArgument, _ registryOptions: RegistryOptions,
    _ output: OutputOptions
  ) throws {
    let report = try report(on: type, registryOptions, output) { try $0.set(application) }
    report.printPreferred()
  }

  /// Removes the user's choice for a type, and prints the application that opens it now.
  ///
  /// - Throws: ``CommandFailure`` when the type is unknown, when the file cannot be written, or when
  ///   no application opens the type now.
  static func unset(
    _ type: TypeArgument, _ registryOptions: RegistryOptions, _ output: OutputOptions
  ) throws {
    let report = try report(on: type, registryOptions, output) { try $0.unset() }
    report.printPreferred()
    guard report.preferred == nil else { return }
    throw CommandFailure(
      .negative, "\(type.text): no application opens \(report.question.mimeType)")
  }

  private static func report(
    on type: TypeArgument, _ registryOptions: RegistryOptions, _ output: OutputOptions,
    _ change: (DefaultApplication) throws -> ApplicationAssociations.Answer
  ) throws -> ApplicationReport {
    let registry = try registryOptions.load()
    let question = try ApplicationQuestion(type, in: registry)
    let choice = DefaultApplication(
      of: question.mimeType, in: DesktopEnvironment(), lineage: MIMETypeLineage(registry))
    return ApplicationReport(question: question, answer: try change(choice), output: output)
  }
}

extension ApplicationReport {
  /// Prints the application that opens the type, if there is one.
  fileprivate func printPreferred() {
    var printer = ResultPrinter(output)
    if let result = preferred { printer.print(result) }
    printer.finish()
  }
}
