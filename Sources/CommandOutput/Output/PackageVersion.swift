/// The version of the package.
package enum PackageVersion {
  /// The version, as `uti --version` prints it.
  package static let text = "0.1.0"
  /// The date of the version, for manual pages.
  package static let date = "2026-11-22"
}
