package import SystemPackage

/// The directories that the XDG base directory specification gives a user.
package enum UserDirectory {
  /// `$XDG_DATA_HOME`, by default `~/.local/share`; nil if the user has no home directory.
  package static var data: FilePath? {
    absolutePath("XDG_DATA_HOME") ?? homes.first?.pushing(".local/share")
  }

  /// The directory `$XDG_CACHE_HOME`, by default `~/.cache`; nil if the user has no home directory.
  package static var cache: FilePath? {
    absolutePath("XDG_CACHE_HOME") ?? homes.first?.pushing(".cache")
  }

  /// `$XDG_STATE_HOME`, then `~/.local/state`: the home of a service's user may not exist, and
  /// programs then use the next directory.
  package static var states: [FilePath] {
    let states = [absolutePath("XDG_STATE_HOME")] + homes.map { $0.pushing(".local/state") }
    return states.compactMap(\.self)
  }

  /// The directory `$HOME`, else the home of the user's account; nil if the user has neither.
  package static var home: FilePath? { homes.first }

  package static var runtime: FilePath? { absolutePath("XDG_RUNTIME_DIR") }

  private static var homes: [FilePath] {
    let home = absolutePath("HOME")
    return ([home] + [homeOfAccount == home ? nil : homeOfAccount]).compactMap(\.self)
  }

  /// The home in the account database, for daemons, which are started without variables.
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

  /// Nil for relative paths, which the specification requires to ignore.
  private static func absolutePath(_ variable: String) -> FilePath? {
    guard let value = getenv(variable) else { return nil }
    let path = FilePath(platformString: value)
    return path.isAbsolute ? path : nil
  }
}
