package import SystemPackage

/// The directories that the XDG base directory specification gives a user.
package enum UserDirectory {
  /// `$XDG_DATA_HOME`, by default `~/.local/share`; nil where the user has no directory.
  package static var data: FilePath? {
    absolutePath("XDG_DATA_HOME") ?? homes.first?.pushing(".local/share")
  }

  /// `$XDG_CACHE_HOME`, by default `~/.cache`; nil where the user has no directory.
  package static var cache: FilePath? {
    absolutePath("XDG_CACHE_HOME") ?? homes.first?.pushing(".cache")
  }

  /// `$XDG_STATE_HOME` and `~/.local/state`, the best first; none where the user has no directory.
  ///
  /// Users of services have homes that do not exist, and programs go on to the next then.
  package static var states: [FilePath] {
    let states = [absolutePath("XDG_STATE_HOME")] + homes.map { $0.pushing(".local/state") }
    return states.compactMap(\.self)
  }

  /// `$HOME`, else the home of the user's account; nil where the user has none.
  package static var home: FilePath? { homes.first }

  /// `$XDG_RUNTIME_DIR`; nil where the user has none.
  package static var runtime: FilePath? { absolutePath("XDG_RUNTIME_DIR") }

  /// `$HOME`, and the home of the user's account where that is another.
  private static var homes: [FilePath] {
    let home = absolutePath("HOME")
    return ([home] + [homeOfAccount == home ? nil : homeOfAccount]).compactMap(\.self)
  }

  /// The home that the account database names; daemons are started without variables.
  private static let homeOfAccount: FilePath? = {
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    var account = passwd()
    var found: UnsafeMutablePointer<passwd>?
    guard getpwuid_r(geteuid(), &account, &buffer, buffer.count, &found) == 0, found != nil,
      let directory = account.pw_dir
    else { return nil }
    let path = FilePath(platformString: directory)
    return path.isAbsolute ? path : nil
  }()

  /// The value of a variable; the specification has paths ignored that are not absolute.
  private static func absolutePath(_ variable: String) -> FilePath? {
    guard let value = getenv(variable) else { return nil }
    let path = FilePath(platformString: value)
    return path.isAbsolute ? path : nil
  }
}
