internal import Glibc
internal import SystemPackage

/// The directories that the XDG base directory specification gives a user.
enum UserDirectory {
  /// `$XDG_DATA_HOME`, by default `~/.local/share`; nil where the user has no directory.
  static var data: FilePath? {
    absolutePath("XDG_DATA_HOME") ?? absolutePath("HOME")?.pushing(".local/share")
  }

  /// `$XDG_STATE_HOME`, by default `~/.local/state`; nil where the user has no directory.
  static var state: FilePath? {
    absolutePath("XDG_STATE_HOME") ?? absolutePath("HOME")?.pushing(".local/state")
  }

  /// The value of a variable; the specification has paths ignored that are not absolute.
  private static func absolutePath(_ variable: String) -> FilePath? {
    guard let value = getenv(variable) else { return nil }
    let path = FilePath(platformString: value)
    return path.isAbsolute ? path : nil
  }
}
