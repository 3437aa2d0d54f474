import TypeDetection
import TypeGraph

extension TypeRegistry {
  /// The type that a file name shows.
  ///
  /// It knows more than ``type(filenameExtension:conformingTo:)``, which gives Apple's answers: whole
  /// names such as `Makefile`, compound extensions such as `tar.gz`, and patterns. The file need not
  /// exist; ``identify(path:by:followsLinks:limits:)`` looks at it and gives its reasons.
  ///
  /// - Parameter fileName: a name or a path, of which only the last component counts.
  /// - Returns: nil when no declaration and no pattern speaks for the name.
  public func type(fileName: String) -> UTType? {
    let verdict = TypeDetector(image: snapshot.image).verdict(forName: fileName, view: view)
    guard verdict.basis == .name else { return nil }
    return UTType(verdict.type.rawValue, in: snapshot)
  }
}
