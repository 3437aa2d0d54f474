import CommandOutput
import DesktopIntegration
import UniformTypes

extension DefaultApplication {
  /// Sets the application that opens a type, and prints the application that opens it now.
  ///
  /// - Throws: ``CommandFailure`` when the type or the application is unknown, or when the choice
  ///   cannot be written.
  static func set(
    _ application: String, for type: TypeArgument, _ registryOptions: RegistryOptions,
    _ output: OutputOptions
  ) throws {
    let registry = try registryOptions.load()
    let question = try ApplicationQuestion(type, in: registry)
    let choice = DefaultApplication(
      of: question.mimeType, in: DesktopEnvironment(), lineage: MIMETypeLineage(registry))
    let answer = try choice.set(application)
    let report = ApplicationReport(question: question, answer: answer, output: output)
    var printer = ResultPrinter(output)
    if let result = report.preferred { printer.print(result) }
    printer.finish()
  }
}
