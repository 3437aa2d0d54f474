package import SystemPackage
internal import UTIPlatform

extension SafeWriter.Options {
  /// The directories in which saves of the user keep items that they cannot keep beside an item.
  package static var userRecoveryDirectories: [FilePath] {
    userStateDirectories.map { $0.appending("saving") }
  }

  /// The first directory for the state of programs that the user can write and other users cannot; nil
  /// if there is none.
  package static var userStateDirectory: FilePath? {
    let store = SystemFileStore()
    return userStateDirectories.first { directory in
      guard let nearest = try? store.nearestDirectory(directory),
        (try? store.checkWriteAccess(to: FileLocation(nearest))) != nil
      else { return false }
      return (try? store.privacyFault(of: directory, allowsMissing: true)) == .some(nil)
    }
  }

  /// The directories for the state of programs that a user may have, the best first.
  package static var userStateDirectories: [FilePath] {
    (UserDirectory.states + [lastResort]).map { $0.pushing("uniform-types") }
  }

  private static var lastResort: FilePath { FilePath("/var/tmp/user-\(geteuid())") }
}
