/// The version of the package.
package enum PackageVersion {
  package static var text: String { staticText.description }
  /// The version as text that ends in NUL, for C.
  package static var staticText: StaticString { "0.1.0" }
  package static let date = "2026-11-22"
}
