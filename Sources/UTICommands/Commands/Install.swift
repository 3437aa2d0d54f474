import ArgumentParser

struct Install: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Install declarations, so that desktops and every program know the types.",
    discussion: """
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
      """)

  @Argument(
    help: ArgumentHelp("Property lists and shared-mime-info packages.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("registry"),
    help: ArgumentHelp(
      "Install every *.plist and *.xml of a directory; may be given again.", valueName: "dir"),
    completion: .directory)
  var directories: [String] = []

  @OptionGroup var options: InstallationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if files.isEmpty, directories.isEmpty {
      throw ValidationError("name a declaration file, or a directory with --registry")
    }
    if let fault = options.fault { throw ValidationError(fault) }
  }

  func run() throws {
    try InstallationRequest(options: options, output: output)
      .install(files, directories: directories)
  }
}
