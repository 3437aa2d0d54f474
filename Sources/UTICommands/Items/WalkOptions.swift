import UTICommandLineInterface

/// The choice whether a walk includes items whose name begins with a dot.
enum HiddenItems: String, ParameterValue, CaseIterable {
  case yes, no
}

/// The limits of walks into directories, which never apply to the given path itself.
struct WalkOptions: Hashable, Sendable {
  /// See ``WalkPattern``.
  var excludedPatterns: [String] = []
  /// The levels below a given path; nil for all.
  var maximumDepth: Int?
  var staysOnFileSystem = false
  var hidden = HiddenItems.yes
  var omitsVersionControl = false

  /// Directories, and the file `.git` of a worktree.
  static let versionControlNames: Set<String> = [
    ".git", ".hg", ".svn", ".bzr", ".jj", ".pijul", "_darcs", "CVS", "RCS", "SCCS",
  ]

  /// nil when the options are valid.
  var fault: String? {
    if let maximumDepth, maximumDepth < 0 {
      return "--max-depth is a number of levels, 0 or more"
    }
    for pattern in excludedPatterns {
      if let fault = WalkPattern.fault(of: pattern) { return "--exclude: \(fault)" }
    }
    return nil
  }
}

extension WalkOptions: ParameterGroup {
  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.option(
      &excludedPatterns, "--exclude", value: "glob",
      help: """
        Omit items below a path whose name matches, and do not walk into them; a pattern with a \
        slash matches the path below the given one, and a final slash means directories only. May \
        be given again.
        """)
    parameters.flag(
      &omitsVersionControl, "--ignore-vcs",
      help:
        "Omit the data of version control: .git, .hg, .svn, .bzr, .jj, .pijul, _darcs, CVS, RCS "
        + "and SCCS.")
    parameters.option(
      &maximumDepth, "--max-depth", value: "levels",
      help: "Walk at most this number of levels below a path; 1 is the items of the directory.")
    parameters.flag(
      &staysOnFileSystem, "--one-file-system",
      help: "Do not walk into directories on another file system.")
    parameters.option(
      &hidden, "--hidden", value: "choice",
      help: "Whether a walk includes items whose name begins with a dot.")
  }
}
