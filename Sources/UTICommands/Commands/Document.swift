import ArgumentParser
import DocumentTypes
import TypeDetection
import TypeGraph
import UniformTypes

struct Document: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "document",
    abstract: "Tell which document class opens files, and why.",
    discussion: """
      The classes are those that property lists name for document types (CFBundleDocumentTypes), \
      such as the Info.plist of a program in a directory given with --registry. Nothing is \
      instantiated.
      """)

  @Argument(help: ArgumentHelp("The documents.", valueName: "path"))
  var paths: [String]

  @Option(help: "What to look at: name, content or both. With name the item need not exist.")
  var by: DetectionBasis = .both

  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let registry = try registryOptions.load()
    let catalog = DocumentTypeCatalog(registry: registry)
    var printer = ResultPrinter(output.format)
    var hasFailed = false
    var isWithoutClass = false
    for path in paths {
      do {
        let verdict = try registry.identify(pathText: path, by: by)
        guard let type = registry.type(verdict.type.rawValue, allowUndeclared: true) else {
          preconditionFailure("a verdict names \(verdict.type), which is no identifier")
        }
        let report = DocumentReport(path: path, type: type, catalog: catalog, output: output)
        isWithoutClass = isWithoutClass || report.best == nil
        printer.print(report.result)
      } catch {
        hasFailed = true
        StandardError.print("uti: \(TextTable.visible(error.description))")
        if output.format == .json || output.format == .jsonl {
          printer.print(
            CommandResult(
              fields: PathText.fields(path) + [("error", .string(error.description))],
              columns: []))
        }
      }
    }
    printer.finish()
    if hasFailed { throw CommandFailure(.someFailed) }
    if isWithoutClass { throw CommandFailure(.negative) }
  }
}
