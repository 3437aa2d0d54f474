import CommandLineInterface
import CommandOutput
import DesktopIntegration

struct Default: Command {
  static let name = "default"
  static let abstract = "Tell which application opens a type, or set it."
  static var discussion: String {
    """
    With APPLICATION, the identifier of a desktop file, it is written to the user's mimeapps.list as \
    gio mime does: as the default, and among the associations added. Other lines of the file \
    stay as they are; a link is followed. A line that counts more than that file is told on standard \
    error.

    Exit status: 0 answered, or set; 1 no application opens the type; 2 the type has no MIME type; 66 \
    the application is not installed; 74 the file cannot be written.

    Examples:
      uti default application/pdf
      uti default .md org.gnome.TextEditor.desktop
      uti default x-scheme-handler/https firefox.desktop
    """
  }

  private var type = TypeArgument()
  private var application: String?
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.argument(&type, "type", help: "The type.")
    parameters.argument(
      &application, "application",
      help: "The desktop file of the application that is to open it.",
      completion: Completion(words: { _ in ApplicationAssociations.installedIdentifiers() }))
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  func run() throws {
    guard let application else {
      return try ResultPrinter.printApplications([type], registryOptions, output) {
        [$0.preferred].compactMap(\.self)
      }
    }
    try DefaultApplication.set(application, for: type, registryOptions, output)
  }
}
