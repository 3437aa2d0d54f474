import UTICommandLineInterface
import UTICommandOutput

struct Install: Command {
  static let name = "install"
  static let abstract = "Install declarations of types for desktops and all programs."
  static var discussion: String {
    """
    A property list is installed as uniform-types/NAME.plist and, as far as shared-mime-info can \
    express it, as mime/packages/NAME.xml; a package is installed unchanged. PNG or SVG icons \
    next to it that it names are installed in icons/hicolor, and update-mime-database is run. NAME \
    is the name of the file, or of the bundle for an Info.plist. Statements that a desktop cannot \
    use, such as a folder that is a document, are listed with the reason. To offer an application, \
    its desktop file has to name the MIME type in MimeType.

    A binary or container signature file of DROID, with the formats of PRONOM, is installed \
    unchanged as uniform-types/pronom/NAME.xml. An older release can remain next to a newer one.

    Nothing is written if uti lint finds an error, or if another file is in the way. The written \
    files are listed in uniform-types/NAME.installed, and uti uninstall removes exactly those. \
    Installing the same file again changes nothing. The folder that is named, or \
    XDG_DATA_HOME, may be a symbolic link; a link below it is refused, because a change would leave it.

    Exit status: 0 installed; 1 a file or link is in the way, and nothing was written; 65 a file has \
    errors, and nothing was written; 66 a file or folder cannot be opened; 69 update-mime-database \
    is not installed, and all other steps were done; 74 a file could not be written.

    Examples:
      uti install Blueprint.plist
      uti install --dry-run --registry Declarations
      uti install DROID_SignatureFile_V118.xml container-signature-20240501.xml
      sudo uti install --system org.acme.plan.xml
      uti install --prefix "$DESTDIR/usr" --no-database Blueprint.plist
    """
  }

  private var files: [String] = []
  private var directories: [String] = []
  private var options = InstallationOptions()
  private var sandbox = SandboxOptions()
  private var output = OutputOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.arguments(
      &files, "file", isRequired: false,
      help: "Property lists, shared-mime-info packages and signature files of PRONOM.",
      completion: .files)
    parameters.option(
      &directories, "--registry", value: "dir",
      help: "Install every *.plist and *.xml of a directory; may be given again.",
      completion: .directories)
    parameters.group(&options)
    parameters.group(&sandbox)
    parameters.group(&output)
  }

  var fault: String? {
    files.isEmpty && directories.isEmpty
      ? "name a declaration file, or a directory with --registry" : options.fault
  }

  func run() throws {
    try InstallationRequest(options: options, sandbox: sandbox, output: output)
      .install(files, directories: directories)
  }
}
