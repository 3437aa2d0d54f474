import TypeDetection
import TypeGraph

extension TypeRegistry {
  /// The type that a file name shows.
  ///
  /// It knows more than ``type(filenameExtension:conformingTo:)``, which gives Apple's answers: whole
  /// names such as `Makefile`, compound extensions such as `tar.gz`, and patterns. The file need not
  /// exist; ``identify(path:by:followsLinks:limits:)`` looks at it and gives its reasons.
  ///
  /// - Parameter fileName: a name or a path, of which only the last component counts. A slash at
  ///   the end makes it that of a directory.
  /// - Returns: nil when no declaration and no pattern speaks for the name.
  /// - Complexity: O(*n*) in the length of the name, without allocation for most names.
  public func type(fileName: String) -> UTType? {
    // The registry keeps its detector alive, and counting a reference to it for every name would
    // take as long as the look-up.
    Unmanaged.passUnretained(snapshot.detector)._withUnsafeGuaranteedRef {
      $0.type(ofName: fileName, view: snapshot.view)
    }.map { UTType(snapshot, $0) }
  }
}
