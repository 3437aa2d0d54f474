/// The version of the package.
enum PackageVersion {
  /// The version, as `uti --version` prints it.
  static let text = "0.1.0"
  /// The date of the version, for manual pages.
  static let date = "2026-11-22"
}
