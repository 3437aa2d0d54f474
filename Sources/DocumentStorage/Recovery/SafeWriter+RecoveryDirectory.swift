package import SystemPackage
internal import UTIPlatform

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
      return isTrusted(nearest, in: store)
    } ?? directories[0]
  }

  /// The directories for the state of programs that a user may have, the best first.
  package static var userStateDirectories: [FilePath] {
    (UserDirectory.states + [lastResort]).map { $0.pushing("uniform-types") }
  }

  /// Whether what is in a directory for state is the user's: in the last one of them anybody may have
  /// put it there.
  package static func isTrusted(_ directory: FilePath, in store: any FileStore) -> Bool {
    !directory.isWithin(lastResort) || (try? store.isPrivate(directory)) == true
  }

  private static var lastResort: FilePath { FilePath("/var/tmp/user-\(geteuid())") }
}
