import UTICommandLineInterface
import UTICommandOutput
import UTIDocumentTypes

struct OpenedDocument: Command {
  static let name = "document"
  static let abstract = "Show the document class of files, and why; or watch a file."
  static var discussion: String {
    """
    Property lists name the classes of document types (CFBundleDocumentTypes), such as the \
    Info.plist of a program in a directory given with --registry. Nothing is instantiated.

    With --watch it prints the events of an item that an open document receives: one JSON object a \
    line, the first with the present state. A save by any program is one change; moves are \
    followed. It ends with 0 after SIGINT or SIGTERM, or when the reader closes the pipe. The item \
    need not exist.

    uti versions lists, restores and removes the versions of a document, and resolves conflicts.

    Exit status: 0 a class opens every item; 1 an item has no class, or no item passes \
    --conforming-to and --not-conforming-to; 2 an item failed, and all others were examined.

    Examples:
      uti document notes.md --registry MyProgram/Resources
      uti document --by name new.pages --registry MyProgram/Resources
      uti document -r --format jsonl --registry MyProgram ~/Documents
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
      help: "Print the events of the item from now on, as lines of JSON, until interrupted.")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  var fault: String? {
    items.fault ?? (watches ? ItemWatching.fault(of: items, output.format) : nil)
  }

  func run() throws {
    let registry = try registryOptions.load(isForMany: watches || items.mayBeLong)
    try registryOptions.sandbox.enter()
    if watches {
      return try ItemWatching(
        items.paths[0], followsLinks: items.followsLinks, registry: registry
      ).run()
    }
    let catalog = DocumentTypeCatalog(registry: registry)
    var isWithoutClass = false
    try items.answerEach(in: registry, registryOptions, output) { path, _, type in
      let report = DocumentReport(path: path, type: type, catalog: catalog, output: output)
      isWithoutClass = isWithoutClass || report.best == nil
      return report.result
    }
    if isWithoutClass { throw CommandFailure(.negative) }
  }
}
