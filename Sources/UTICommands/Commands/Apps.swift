import UTICommandLineInterface
import UTICommandOutput

struct Apps: Command {
  static let name = "apps"
  static let abstract = "List the applications that open a type or a file, and the reasons."
  static var discussion: String {
    """
    The result is the same as the desktop's: from mimeapps.list in the folders of settings and of \
    data, from files such as gnome-mimeapps.list for the desktop of XDG_CURRENT_DESKTOP, and from \
    desktop files. The last column has the line that decides. If no application opens a type, the \
    applications of its supertypes open it. A statement about an application that is not installed \
    is reported on standard error.

    --default lists only the application that would open each type or item. Nothing is opened.

    --none lists what no application opens: of the types and items, or without any of all types. Its \
    exit status is 0 if there is one, and 1 if an application opens each.

    Exit status: 0 every input has an application; 1 no application opens one of them; 2 an input \
    failed, and all others have a result.

    Examples:
      uti apps application/pdf
      uti apps .odt report.pdf
      uti apps x-scheme-handler/https --format jsonl
      uti apps --default *.odt
      uti apps --none
    """
  }

  private var inputs: [TypeArgument] = []
  private var listsUnopened = false
  private var listsDefault = false
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &inputs, "type|path", isRequired: false, help: "Types, or paths of items.",
      completion: .typesAndFiles)
    parameters.flag(&listsUnopened, "--none", help: "List only what no application opens.")
    parameters.flag(
      &listsDefault, "--default", help: "List only the application that would open each.")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  var fault: String? {
    if listsUnopened && listsDefault { return "--none and --default exclude each other; use one" }
    return inputs.isEmpty && !listsUnopened
      ? "name a type or a path; --none without one lists all types that no application opens" : nil
  }

  func run() throws {
    if listsUnopened {
      return try ResultPrinter.printUnopened(inputs, registryOptions, output)
    }
    try ResultPrinter.printApplications(inputs, registryOptions, output) {
      listsDefault ? [$0.preferred].compactMap(\.self) : $0.all
    }
  }
}
