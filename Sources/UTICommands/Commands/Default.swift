import UTICommandLineInterface
import UTICommandOutput
import UTIDesktopIntegration

struct Default: Command {
  static let name = "default"
  static let abstract = "Show, set or unset the application that opens a type."
  static var discussion: String {
    """
    APPLICATION, the identifier of a desktop file, is written to the user's mimeapps.list as by \
    gio mime: as the default, and to the added associations. Other lines of the file do not \
    change; a link is followed. A line with precedence over that file is reported on standard \
    error. --unset removes the default and the added association of its application again, with \
    sections and a file that become empty, and prints the application that opens the type now.

    Exit status: 0 shown, set or unset; 1 no application opens the type; 2 the type has no MIME type; 66 \
    the application is not installed; 74 the file cannot be written.

    Examples:
      uti default application/pdf
      uti default .md org.gnome.TextEditor.desktop
      uti default x-scheme-handler/https firefox.desktop
      uti default --unset .md
    """
  }

  private var type = TypeArgument()
  private var application: String?
  private var unsets = false
  private var registryOptions = RegistryOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.argument(&type, "type", help: "The type.")
    parameters.argument(
      &application, "application",
      help: "The desktop file of the new default application.",
      completion: Completion(words: { _ in ApplicationAssociations.installedIdentifiers() }))
    parameters.flag(
      &unsets, "--unset", help: "Remove the default application from the user's mimeapps.list.")
    parameters.group(&registryOptions)
    parameters.group(&output)
  }

  var fault: String? {
    unsets && application != nil ? "--unset takes no application" : nil
  }

  func run() throws {
    if unsets { return try DefaultApplication.unset(type, registryOptions, output) }
    guard let application else {
      return try ResultPrinter.printApplications([type], registryOptions, output) {
        [$0.preferred].compactMap(\.self)
      }
    }
    try DefaultApplication.set(application, for: type, registryOptions, output)
  }
}
