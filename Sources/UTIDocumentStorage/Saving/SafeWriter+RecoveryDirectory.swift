package import SystemPackage

extension SafeWriter.Options {
  /// The directories for items that a save cannot keep next to an item.
  package static var userRecoveryDirectories: [FilePath] {
    UserState.directories.map { $0.appending("saving") }
  }
}
