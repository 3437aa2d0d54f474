import CommandLineInterface
import CommandOutput
import DocumentTypes
import UniformTypes

struct OpenedDocument: Command {
  static let name = "document"
  static let abstract = "Tell which document class opens files, and why; or what happens to one."
  static var discussion: String {
    """
    The classes are those that property lists name for document types (CFBundleDocumentTypes), \
    such as the Info.plist of a program in a directory given with --registry. Nothing is \
    instantiated.

    With --watch it prints what happens to an item, as documents that are open learn of it: one \
    JSON object a line, the first of which says what there is. Saves of all kinds of programs are \
    one change each; moves are followed. It ends with 0 when it gets SIGINT or SIGTERM, or nobody \
    reads any more. The item need not exist.

    Exit status: 0 a class opens every item; 1 none opens one of them, or no item conforms to what \
    --conforming-to and --not-conforming-to ask for; 2 an item failed, and all others were answered.

    Examples:
      uti document notes.md --registry MyProgram/Resources
      uti document --by name new.pages --registry MyProgram/Resources
      uti document -r --format jsonl ~/Documents --registry MyProgram/Resources
      uti document --watch notes.md
    """
  }

  private var items = ItemSelection()
  private var watches = false
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.group(&items)
    parameters.flag(
      &watches, "--watch",
      help: "Print what happens to the item from now on, as lines of JSON, until interrupted.")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  var fault: String? {
    items.fault ?? (watches ? ItemWatching.fault(of: items, output.format) : nil)
  }

  func run() throws {
    let registry = try registryOptions.load()
    if watches {
      return try ItemWatching(
        items.paths[0], followsLinks: items.followsLinks, registry: registry
      ).run()
    }
    let catalog = DocumentTypeCatalog(registry: registry)
    var isWithoutClass = false
    try items.answerEach(in: registry, output) { path, _, type in
      let report = DocumentReport(path: path, type: type, catalog: catalog, output: output)
      isWithoutClass = isWithoutClass || report.best == nil
      return report.result
    }
    if isWithoutClass { throw CommandFailure(.negative) }
  }
}
