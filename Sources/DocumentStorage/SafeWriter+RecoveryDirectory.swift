internal import Glibc
package import SystemPackage

extension SafeWriter.Options {
  /// Where saves of the user keep what they cannot keep beside an item.
  package static var userRecoveryDirectories: [FilePath] {
    userStateDirectories.map { $0.appending("saving") }
  }

  /// The first directory for the state of programs that the user can have things in.
  package static var userStateDirectory: FilePath {
    let directories = userStateDirectories
    let store = SystemFileStore()
    return directories.first { directory in
      guard let nearest = try? store.nearestDirectory(directory),
        (try? store.checkWriteAccess(to: FileLocation(nearest))) != nil
      else { return false }
      // Anybody may have made it there.
      return !nearest.isWithin(lastResort) || (try? store.isPrivate(nearest)) == true
    } ?? directories[0]
  }

  /// The directories for the state of programs that a user may have, the best first.
  private static var userStateDirectories: [FilePath] {
    (UserDirectory.states + [lastResort]).map { $0.pushing("uniform-types") }
  }

  private static var lastResort: FilePath { FilePath("/var/tmp/user-\(geteuid())") }
}
