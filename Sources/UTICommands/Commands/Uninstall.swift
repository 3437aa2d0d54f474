import CommandLineInterface
import CommandOutput
import DesktopIntegration

struct Uninstall: Command {
  static let name = "uninstall"
  static let abstract = "Remove what uti install has put somewhere, and nothing else."
  static var discussion: String {
    """
    The files are those that uniform-types/NAME.installed lists. Folders that were made for them go \
    when they are empty, and the database of update-mime-database where there was none before.

    Exit status: 0 removed; 1 a file was changed after it was installed, and nothing was removed; 66 \
    nothing of that name is installed there; 69 update-mime-database is not installed, and all else \
    was done; 74 something could not be removed.

    Examples:
      uti uninstall Blueprint
      uti uninstall --dry-run Declarations/Blueprint.plist
      sudo uti uninstall --system org.acme.plan
    """
  }

  private var names: [String] = []
  private var options = InstallationOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &names, "name|file",
      help: "Names under which something is installed, or the files that were.",
      completion: Completion(files: .files) { _ in InstallationPlace.allInstalledNames() })
    parameters.group(&options)
    parameters.group(&output)
  }

  var fault: String? { options.fault }

  func run() throws {
    try InstallationRequest(options: options, output: output).uninstall(names)
  }
}
