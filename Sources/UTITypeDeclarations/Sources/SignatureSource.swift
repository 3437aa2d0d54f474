internal import UTIPlatform
package import UTITypeGraph

/// The place of a file that may be a signature file of PRONOM.
package struct SignatureSource: Hashable, Sendable {
  package let path: String
  package let layer: DeclarationSource.Layer
  /// The precedence of the directory in its layer; the greater value wins.
  package let directoryPrecedence: Int

  /// Below each data directory.
  package static let folder = "uniform-types/" + innerFolder
  static let innerFolder = "pronom"

  package init(path: String, layer: DeclarationSource.Layer, directoryPrecedence: Int) {
    self.path = path
    self.layer = layer
    self.directoryPrecedence = directoryPrecedence
  }

  static func sources(
    _ directory: DirectoryListing, _ path: String, _ layer: DeclarationSource.Layer,
    _ precedence: Int
  ) -> [SignatureSource] {
    directory.paths(in: path, withSuffix: ".xml").map {
      SignatureSource(path: $0, layer: layer, directoryPrecedence: precedence)
    }
  }
}
