import CommandLineInterface
import CommandOutput

struct Apps: Command {
  static let name = "apps"
  static let abstract =
    "List the applications that open a type or a file, the default marked, and say why."
  static var discussion: String {
    """
    The answer is the desktop's own: from mimeapps.list in the folders of settings and of data, from \
    gnome-mimeapps.list and the like for the desktop of XDG_CURRENT_DESKTOP, and from what desktop \
    files say of themselves. The last column names the line that decides. A type that no application \
    opens is opened by those of the types above it. A statement about an application that is not \
    installed is told on standard error.

    Exit status: 0 every input was answered; 1 no application opens one of them; 2 an input failed, \
    and all others were answered.

    Examples:
      uti apps application/pdf
      uti apps .odt report.pdf
      uti apps x-scheme-handler/https --format jsonl
    """
  }

  private var inputs: [TypeArgument] = []
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &inputs, "type|path", help: "Types, or paths of items.", completion: .typesAndFiles)
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  func run() throws {
    try ResultPrinter.printApplications(inputs, registryOptions, output) { $0.all }
  }
}
