import ArgumentParser

/// Where installations go, and how.
struct InstallationOptions: ParsableArguments {
  @Flag(help: "For this user: below $XDG_DATA_HOME. This is the default.")
  var user = false

  @Flag(help: "For all users: below /usr/local/share.")
  var system = false

  @Option(
    help: ArgumentHelp("Below the folder share in this one, such as /usr.", valueName: "dir"),
    completion: .directory)
  var prefix: String?

  @Flag(help: "Only tell what would be done.")
  var dryRun = false

  @Flag(help: "Replace or remove files too that were not installed, or were changed since.")
  var force = false

  @Flag(help: "Leave update-mime-database to somebody else, as a package manager's trigger.")
  var noDatabase = false

  /// Why the options make no sense together; nil when they do.
  var fault: String? {
    [user, system, prefix != nil].count { $0 } > 1
      ? "--user, --system and --prefix each name a place; take one" : nil
  }

  var place: InstallationPlace {
    get throws { try InstallationPlace(prefix: prefix, isOfSystem: system) }
  }
}
