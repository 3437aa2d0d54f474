import CommandLineInterface
import DesktopIntegration

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
      &isOfUser, "--user", help: "For this user: below $XDG_DATA_HOME. This is the default.")
    parameters.flag(&isOfSystem, "--system", help: "For all users: below /usr/local/share.")
    parameters.option(
      &prefix, "--prefix", value: "dir",
      help: "Below the folder share in this one, such as /usr.", completion: .directories)
    parameters.flag(&isDryRun, "--dry-run", help: "Only tell what would be done.")
    parameters.flag(
      &isForced, "--force",
      help: "Replace or remove files too that were not installed, or were changed since.")
    parameters.flag(
      &leavesDatabase, "--no-database",
      help: "Leave update-mime-database to somebody else, as a package manager's trigger.")
  }

  /// The reason why the options exclude each other; nil when they are valid.
  var fault: String? {
    [isOfUser, isOfSystem, prefix != nil].count { $0 } > 1
      ? "--user, --system and --prefix each name a place; take one" : nil
  }

  var place: InstallationPlace {
    get throws { try InstallationPlace(prefix: prefix, isOfSystem: isOfSystem) }
  }
}
