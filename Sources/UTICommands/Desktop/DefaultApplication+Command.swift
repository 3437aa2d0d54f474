import UTICommandOutput
import UTIDesktopIntegration
internal import UTIPlatform
import UniformTypes

extension DefaultApplication {
  /// Prints the application that opens the type now; throws if the choice cannot be written.
  static func set(
    _ application: String, for type: TypeArgument, _ sandbox: SandboxOptions,
    _ registryOptions: RegistryOptions, _ output: OutputOptions
  ) throws {
    let report = try report(on: type, sandbox, registryOptions, output) { try $0.set(application) }
    report.printPreferred()
  }

  /// Prints the application that opens the type now; throws when there is none.
  static func unset(
    _ type: TypeArgument, _ sandbox: SandboxOptions, _ registryOptions: RegistryOptions,
    _ output: OutputOptions
  ) throws {
    let report = try report(on: type, sandbox, registryOptions, output) { try $0.unset() }
    report.printPreferred()
    guard report.preferred == nil else { return }
    throw CommandFailure(
      .negative, "\(type.text): no application opens \(report.question.mimeType)")
  }

  private static func report(
    on type: TypeArgument, _ sandbox: SandboxOptions, _ registryOptions: RegistryOptions,
    _ output: OutputOptions,
    _ change: (DefaultApplication) throws -> ApplicationAssociations.Answer
  ) throws -> ApplicationReport {
    let list = DesktopEnvironment().configurationHome?.appending(text: "mimeapps.list").text
    let written = [list].compactMap(\.self)
    let registry = try registryOptions.load(in: sandbox, writing: written)
    if !written.isEmpty { try sandbox.enter(writing: written) }
    let question = try ApplicationQuestion(type, in: registry)
    let choice = DefaultApplication(
      of: question.mimeType, in: DesktopEnvironment(), lineage: MIMETypeLineage(registry))
    return ApplicationReport(question: question, answer: try change(choice), output: output)
  }
}

extension ApplicationReport {
  /// Nothing if there is none.
  fileprivate func printPreferred() {
    var printer = ResultPrinter(output)
    if let result = preferred { printer.print(result) }
    printer.finish()
  }
}
