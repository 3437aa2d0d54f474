import UTICommandLineInterface
import UTICommandOutput
import UTIDesktopIntegration

struct Uninstall: Command {
  static let name = "uninstall"
  static let abstract = "Remove the files that uti install has written, and no others."
  static var discussion: String {
    """
    The files are listed in uniform-types/NAME.installed. Folders that were created for them are \
    removed if they are empty, and so is the database of update-mime-database if none existed \
    before. A symbolic link in the place of one of the folders is refused.

    Exit status: 0 removed; 1 a file was changed after installation, or a link is in the way, and \
    nothing was removed; \
    66 no declarations of that name are installed; 69 update-mime-database is not installed, and \
    all other steps were done; 74 a file could not be removed.

    Examples:
      uti uninstall Blueprint
      uti uninstall --dry-run Declarations/Blueprint.plist
      sudo uti uninstall --system org.acme.plan
    """
  }

  private var names: [String] = []
  private var options = InstallationOptions()
  private var sandbox = SandboxOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &names, "name|file",
      help: "Names of installed declarations, or the installed files.",
      completion: Completion(files: .files) { _ in InstallationPlace.allInstalledNames() })
    parameters.group(&options)
    parameters.group(&sandbox)
    parameters.group(&output)
  }

  var fault: String? { options.fault }

  func run() throws {
    try InstallationRequest(options: options, sandbox: sandbox, output: output).uninstall(names)
  }
}
