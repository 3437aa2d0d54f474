import ArgumentParser

struct Uninstall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Remove what uti install has put somewhere, and nothing else.",
    discussion: """
      The files are those that uniform-types/NAME.installed lists. Folders that were made for them go \
      when they are empty, and the database of update-mime-database where there was none before.

      Exit status: 0 removed; 1 a file was changed after it was installed, and nothing was removed; 66 \
      nothing of that name is installed there; 69 update-mime-database is not installed, and all else \
      was done; 74 something could not be removed.

      Examples:
        uti uninstall Blueprint
        uti uninstall --dry-run Declarations/Blueprint.plist
        sudo uti uninstall --system org.acme.plan
      """)

  @Argument(
    help: ArgumentHelp(
      "Names under which something is installed, or the files that were.", valueName: "name|file"),
    completion: .file())
  var names: [String]

  @OptionGroup var options: InstallationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let fault = options.fault { throw ValidationError(fault) }
  }

  func run() throws {
    try InstallationRequest(options: options, output: output).uninstall(names)
  }
}
