internal import Glibc
internal import SystemPackage

extension SafeWriter.Options {
  /// Where saves of the user keep what they cannot keep beside an item.
  static var userRecoveryDirectory: FilePath { userStateDirectory.appending("saving") }

  /// The directory for the state of programs that the XDG base directory specification gives a
  /// user.
  static var userStateDirectory: FilePath {
    let state = UserDirectory.state ?? FilePath("/var/tmp/user-\(geteuid())")
    return state.pushing("uniform-types")
  }
}
