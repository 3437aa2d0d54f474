import UTICommandLineInterface
import UTIDesktopIntegration

/// The destination and the mode of installations.
struct InstallationOptions: ParameterGroup {
  private var isOfUser = false
  private var isOfSystem = false
  private var prefix: String?
  private(set) var isDryRun = false
  private(set) var isForced = false
  private(set) var leavesDatabase = false

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.flag(
      &isOfUser, "--user", help: "Install for this user, below $XDG_DATA_HOME (the default).")
    parameters.flag(&isOfSystem, "--system", help: "Install for all users, below /usr/local/share.")
    parameters.option(
      &prefix, "--prefix", value: "dir",
      help: "Install below the folder share of this folder, such as /usr.",
      completion: .directories)
    parameters.flag(&isDryRun, "--dry-run", help: "Print the steps, and change nothing.")
    parameters.flag(
      &isForced, "--force",
      help: "Also replace or remove files that were not installed, or were changed since.")
    parameters.flag(
      &leavesDatabase, "--no-database",
      help: "Do not run update-mime-database, for example if a trigger of a package manager does.")
  }

  /// The reason why the options exclude each other; nil when they are valid.
  var fault: String? {
    [isOfUser, isOfSystem, prefix != nil].count { $0 } > 1
      ? "--user, --system and --prefix exclude each other" : nil
  }

  var place: InstallationPlace {
    get throws { try InstallationPlace(prefix: prefix, isOfSystem: isOfSystem) }
  }
}
