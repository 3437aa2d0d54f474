package import SystemPackage
internal import UTIPlatform

/// The directories for the state of programs: versions, autosaved documents and interrupted saves.
package enum UserState {
  /// The first candidate that only the user can write; nil if there is none.
  package static var directory: FilePath? {
    let store = SystemFileStore()
    return directories.first { directory in
      guard let nearest = try? store.nearestDirectory(directory),
        (try? store.checkWriteAccess(to: FileLocation(nearest))) != nil
      else { return false }
      return (try? store.privacyFault(of: directory, allowsMissing: true)) == .some(nil)
    }
  }

  /// The candidates, in order of preference, each once: `XDG_STATE_HOME` may have its default value.
  package static var directories: [FilePath] {
    var directories: [FilePath] = []
    for place in UserDirectory.states + [lastResort] {
      let directory = place.pushing("uniform-types").lexicallyNormalized()
      if !directories.contains(directory) { directories.append(directory) }
    }
    return directories
  }

  private static var lastResort: FilePath { FilePath("/var/tmp/user-\(geteuid())") }
}
