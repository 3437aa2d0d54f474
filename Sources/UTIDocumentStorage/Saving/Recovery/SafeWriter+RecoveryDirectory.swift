package import SystemPackage

extension SafeWriter.Options {
  /// The directories in which saves keep items that cannot be kept beside an item.
  package static var userRecoveryDirectories: [FilePath] {
    UserState.directories.map { $0.appending("saving") }
  }
}
