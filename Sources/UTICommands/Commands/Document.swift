import ArgumentParser
import DocumentTypes
import UniformTypes

struct Document: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "document",
    abstract: "Tell which document class opens files, and why.",
    discussion: """
      The classes are those that property lists name for document types (CFBundleDocumentTypes), \
      such as the Info.plist of a program in a directory given with --registry. Nothing is \
      instantiated.

      Exit status: 0 a class opens every item; 1 none opens one of them, or no item conforms to what \
      --conforming-to and --not-conforming-to ask for; 2 an item failed, and all others were answered.

      Examples:
        uti document notes.md --registry MyProgram/Resources
        uti document --by name new.pages --registry MyProgram/Resources
        uti document -r --format jsonl ~/Documents --registry MyProgram/Resources
      """)

  @OptionGroup var items: ItemOptions
  @OptionGroup var registryOptions: RegistryOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let fault = items.selection.fault { throw ValidationError(fault) }
  }

  func run() throws {
    let registry = try registryOptions.load()
    let catalog = DocumentTypeCatalog(registry: registry)
    var isWithoutClass = false
    try items.selection.answerEach(in: registry, output) { path, _, type in
      let report = DocumentReport(path: path, type: type, catalog: catalog, output: output)
      isWithoutClass = isWithoutClass || report.best == nil
      return report.result
    }
    if isWithoutClass { throw CommandFailure(.negative) }
  }
}
