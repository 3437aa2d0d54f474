package import SystemPackage
internal import UTIPlatform

extension SafeWriter.Options {
  /// The directories in which saves keep items that cannot be kept beside an item.
  package static var userRecoveryDirectories: [FilePath] {
    userStateDirectories.map { $0.appending("saving") }
  }

  /// The first state directory that only the user can write; nil if there is none.
  package static var userStateDirectory: FilePath? {
    let store = SystemFileStore()
    return userStateDirectories.first { directory in
      guard let nearest = try? store.nearestDirectory(directory),
        (try? store.checkWriteAccess(to: FileLocation(nearest))) != nil
      else { return false }
      return (try? store.privacyFault(of: directory, allowsMissing: true)) == .some(nil)
    }
  }

  /// The candidate directories for the state of programs, in order of preference.
  package static var userStateDirectories: [FilePath] {
    (UserDirectory.states + [lastResort]).map { $0.pushing("uniform-types") }
  }

  private static var lastResort: FilePath { FilePath("/var/tmp/user-\(geteuid())") }
}
