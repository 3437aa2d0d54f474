import TypeDetection
import UniformTypes

extension TypeRegistry {
  /// The type of the item at a path of the command line.
  ///
  /// - Throws: `DetectionError` when the path names nothing, or a file cannot be read.
  func identify(
    pathText path: String, by basis: DetectionBasis = .both, followsLinks: Bool = true
  ) throws(DetectionError) -> Verdict {
    if PathText.hasStrayBytes(path) {
      return try identify(path: PathText.path(path), by: basis, followsLinks: followsLinks)
    }
    return try identify(path: path, by: basis, followsLinks: followsLinks)
  }
}
