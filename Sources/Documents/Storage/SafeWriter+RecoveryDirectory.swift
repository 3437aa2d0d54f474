internal import Glibc
internal import SystemPackage

extension SafeWriter.Options {
  /// Where saves of the user keep what they cannot keep beside an item.
  static var userRecoveryDirectory: FilePath { userStateDirectory.appending("saving") }

  /// The directory for the state of programs that the XDG base directory specification gives a
  /// user.
  static var userStateDirectory: FilePath {
    let state =
      absolutePath("XDG_STATE_HOME")
      ?? absolutePath("HOME")?.pushing(".local/state")
      ?? FilePath("/var/tmp/user-\(geteuid())")
    return state.pushing("uniform-types")
  }

  private static func absolutePath(_ variable: String) -> FilePath? {
    guard let value = getenv(variable) else { return nil }
    let path = FilePath(platformString: value)
    return path.isAbsolute ? path : nil
  }
}
