import CommandLineInterface
import CommandOutput

struct Install: Command {
  static let name = "install"
  static let abstract = "Install declarations, so that desktops and every program know the types."
  static var discussion: String {
    """
    A property list goes to uniform-types/NAME.plist and, as far as shared-mime-info can say it, to \
    mime/packages/NAME.xml; a package goes there as it is. The icons that it names, beside it as PNG \
    or SVG, go to icons/hicolor, and update-mime-database is run. NAME is that of the file, and the \
    bundle's for an Info.plist. What a desktop cannot be told, as that a folder is a document, is \
    listed with the reason. For an application to be offered, its desktop file has to name the MIME \
    type in MimeType.

    Nothing is written where uti lint finds an error or a file of somebody else is in the way. What \
    was written stands in uniform-types/NAME.installed, and uti uninstall removes exactly that. To \
    install the same again changes nothing.

    Exit status: 0 installed; 1 a file is in the way, and nothing was written; 65 a file has errors, \
    and nothing was written; 66 a file or folder cannot be opened; 69 update-mime-database is not \
    installed, and all else was done; 74 something could not be written.

    Examples:
      uti install Blueprint.plist
      uti install --dry-run --registry Declarations
      sudo uti install --system org.acme.plan.xml
      uti install --prefix "$DESTDIR/usr" --no-database Blueprint.plist
    """
  }

  private var files: [String] = []
  private var directories: [String] = []
  private var options = InstallationOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &files, "file", isRequired: false, help: "Property lists and shared-mime-info packages.",
      completion: .files)
    parameters.option(
      &directories, "--registry", value: "dir",
      help: "Install every *.plist and *.xml of a directory; may be given again.",
      completion: .directories)
    parameters.group(&options)
    parameters.group(&output)
  }

  var fault: String? {
    files.isEmpty && directories.isEmpty
      ? "name a declaration file, or a directory with --registry" : options.fault
  }

  func run() throws {
    try InstallationRequest(options: options, output: output)
      .install(files, directories: directories)
  }
}
